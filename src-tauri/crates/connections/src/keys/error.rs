//! Why a key could not be kept or had.

use thiserror::Error;

/// Why a key could not be kept or had. No message holds a key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KeysError {
    /// There is no key store, or it does not answer.
    #[error(
        "The system's key store cannot be reached: {reason}. Start it (on Linux GNOME Keyring, KWallet or KeePassXC), or enter the key for this run of the program only."
    )]
    Unreachable {
        /// The system's reason.
        reason: String,
    },
    /// It is locked, or refuses this program.
    #[error(
        "The system's key store is locked or refuses Patchbay: {reason}. Unlock it and try again."
    )]
    Locked {
        /// The system's reason.
        reason: String,
    },
    /// Nothing came back in time.
    #[error(
        "The system's key store did not answer within {seconds} seconds. See whether it asks for its password in another window, and try again."
    )]
    TimedOut {
        /// How long was waited.
        seconds: u64,
    },
    /// The value stored under the id cannot be used.
    #[error(
        "What the system's key store has for “{id}” cannot be used as a key: {reason}. Remove it there and enter the key again."
    )]
    Unusable {
        /// The server's id.
        id: String,
        /// The reason why it cannot be used.
        reason: String,
    },
    /// It could not be written or removed.
    #[error(
        "The system's key store refused this: {reason}. Try again, or enter the key for this run of the program only."
    )]
    Refused {
        /// The system's reason.
        reason: String,
    },
}
