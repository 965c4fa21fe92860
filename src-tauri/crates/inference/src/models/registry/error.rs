//! Errors of a registry.

use thiserror::Error;

/// Error of a registry file or an entry of it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RegistryError {
    /// The file cannot be read at all.
    #[error("The registry of models cannot be read: {reason}")]
    Unreadable {
        /// The place and the reason.
        reason: String,
    },
    /// An entry is left out.
    #[error("The model “{entry}” of the registry is left out: its field “{field}” {reason}.")]
    Entry {
        /// The entry's id, or its number where it has none.
        entry: String,
        /// The field.
        field: String,
        /// Description of the problem.
        reason: String,
    },
}
