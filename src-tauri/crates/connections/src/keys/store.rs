//! Places in which keys are kept.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::error::KeysError;
use super::{Key, system};

/// Keys by the ids of servers. Every call waits for the key store, which may ask the person to
/// unlock it; it may be made from any thread, those of a tokio runtime included, but holds up the
/// thread that makes it.
#[derive(Debug)]
pub enum Keys {
    /// In the system's key store, under the service `patchbay`.
    System,
    /// In this program's memory alone: for tests, and for machines without a key store. They are gone
    /// when the program ends.
    UntilProgramEnds(Mutex<HashMap<String, Key>>),
}

impl Keys {
    /// Keys in memory, none yet. They are gone when the program ends.
    pub fn until_program_ends() -> Self {
        Self::UntilProgramEnds(Mutex::default())
    }

    /// The key to the server `id`; `None` where none is kept.
    pub fn get(&self, id: &str) -> Result<Option<Key>, KeysError> {
        match self {
            Self::System => system::get(id),
            Self::UntilProgramEnds(keys) => Ok(locked(keys).get(id).cloned()),
        }
    }

    /// Keeps `key` for the server `id`, in place of the one before.
    pub fn set(&self, id: &str, key: &Key) -> Result<(), KeysError> {
        match self {
            Self::System => system::set(id, key),
            Self::UntilProgramEnds(keys) => {
                locked(keys).insert(id.to_owned(), key.clone());
                Ok(())
            }
        }
    }

    /// Removes the key to the server `id`, if there is one.
    pub fn remove(&self, id: &str) -> Result<(), KeysError> {
        match self {
            Self::System => system::remove(id),
            Self::UntilProgramEnds(keys) => {
                locked(keys).remove(id);
                Ok(())
            }
        }
    }
}

/// The map stays right whatever a thread that held it did.
fn locked(keys: &Mutex<HashMap<String, Key>>) -> std::sync::MutexGuard<'_, HashMap<String, Key>> {
    keys.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{Key, Keys};

    #[test]
    fn keys_in_memory_are_kept_replaced_and_removed_by_id() {
        let keys = Keys::until_program_ends();
        let (one, two) = (Key::new("sk-one").unwrap(), Key::new("sk-two").unwrap());
        assert_eq!(keys.get("a"), Ok(None));
        keys.set("a", &one).unwrap();
        keys.set("b", &two).unwrap();
        assert_eq!(keys.get("a"), Ok(Some(one)));
        keys.set("a", &two).unwrap();
        assert_eq!(keys.get("a"), Ok(Some(two.clone())));
        keys.remove("a").unwrap();
        keys.remove("a").unwrap();
        assert_eq!(keys.get("a"), Ok(None));
        assert_eq!(keys.get("b"), Ok(Some(two)));
        let printed = format!("{keys:?}");
        assert!(!printed.contains("sk-"), "{printed}");
    }
}
