//! What can be wrong with a registry.

use thiserror::Error;

/// What is wrong with a registry file or an entry of it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RegistryError {
    /// The file cannot be read at all.
    #[error("The registry of models cannot be read: {reason}")]
    Unreadable {
        /// Where and why.
        reason: String,
    },
    /// An entry is left out.
    #[error("The model “{entry}” of the registry is left out: its field “{field}” {reason}.")]
    Entry {
        /// The entry's id, or its number where it has none.
        entry: String,
        /// The field.
        field: String,
        /// What is wrong with it.
        reason: String,
    },
}
