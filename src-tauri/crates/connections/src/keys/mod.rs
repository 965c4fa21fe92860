//! Keys to servers, in the system's key store. None is ever written to a file of ours.
//!
//! - [`Key`]: one key; printing it shows nothing of it
//! - [`Keys`]: where they are kept, by the server's id
//! - [`KeysError`]: why one could not be kept or had
//! - `system`: the system's key store (Secret Service, macOS keychain, Windows credential manager)

mod error;
mod key;
mod store;
mod system;

pub use error::KeysError;
pub use key::{Key, KeyError};
pub use store::Keys;
