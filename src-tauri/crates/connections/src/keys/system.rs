//! The system's key store, through the `keyring` crate: on Linux the Secret Service over D-Bus, on
//! macOS the keychain, on Windows the credential manager.
//!
//! Its calls block, and inside an asynchronous runtime blocking calls may be refused. Each is
//! therefore made on a thread of its own, which is waited for as long as a person may need to type
//! the store's password.

use std::sync::mpsc;
use std::time::Duration;

use keyring::{Entry, Error};

use super::error::KeysError;
use super::key::Key;

/// The name under which every key lies.
const SERVICE: &str = "patchbay";
/// A person may first have to unlock the store.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

pub(super) fn get(id: &str) -> Result<Option<Key>, KeysError> {
    let asked = id.to_owned();
    let found = on_own_thread(move || match entry(&asked)?.get_password() {
        Ok(text) => Ok(Some(text)),
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(said(&asked, error)),
    })?;
    let key = found.map(|text| Key::new(&text)).transpose();
    key.map_err(|error| unusable(id, &error.to_string()))
}

pub(super) fn set(id: &str, key: &Key) -> Result<(), KeysError> {
    let (id, key) = (id.to_owned(), key.clone());
    on_own_thread(move || {
        let stored = entry(&id)?.set_password(key.reveal());
        stored.map_err(|error| said(&id, error))
    })
}

pub(super) fn remove(id: &str) -> Result<(), KeysError> {
    let id = id.to_owned();
    on_own_thread(move || match entry(&id)?.delete_credential() {
        Ok(()) | Err(Error::NoEntry) => Ok(()),
        Err(error) => Err(said(&id, error)),
    })
}

fn entry(id: &str) -> Result<Entry, KeysError> {
    if let Err(error) = Entry::store_status() {
        return Err(KeysError::Unreachable {
            reason: reason(error),
        });
    }
    Entry::new(SERVICE, id).map_err(|error| said(id, error))
}

/// Runs `work` on a thread that nothing else runs on, and returns its result.
fn on_own_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, KeysError> + Send + 'static,
) -> Result<T, KeysError> {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new().name("key store".to_owned());
    // A failed send means that nobody waits any more.
    let spawned = thread.spawn(move || drop(sender.send(work())));
    if let Err(error) = spawned {
        return Err(KeysError::Unreachable {
            reason: error.to_string(),
        });
    }
    match receiver.recv_timeout(LONGEST_WAIT) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => Err(KeysError::TimedOut {
            seconds: LONGEST_WAIT.as_secs(),
        }),
        Err(mpsc::RecvTimeoutError::Disconnected) => Err(KeysError::Unreachable {
            reason: "the connection to it failed".to_owned(),
        }),
    }
}

/// The store's error in our words. The variants that carry what is stored are never printed.
fn said(id: &str, error: Error) -> KeysError {
    match error {
        Error::NoStorageAccess(_) => KeysError::Locked {
            reason: reason(&error),
        },
        Error::BadEncoding(_) => unusable(id, "it is not text"),
        Error::BadDataFormat(..) | Error::BadStoreFormat(_) => {
            unusable(id, "it has another form than the store expects")
        }
        Error::Ambiguous(_) => unusable(id, "there is more than one"),
        Error::NoDefaultStore => KeysError::Unreachable {
            reason: reason(&error),
        },
        error => KeysError::Refused {
            reason: reason(&error),
        },
    }
}

fn unusable(id: &str, reason: &str) -> KeysError {
    KeysError::Unusable {
        id: id.to_owned(),
        reason: reason.trim_end_matches('.').to_owned(),
    }
}

fn reason(error: &Error) -> String {
    let text = match error {
        Error::PlatformFailure(inner) | Error::NoStorageAccess(inner) => inner.to_string(),
        error => error.to_string(),
    };
    text.trim_end_matches('.').to_owned()
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use crate::keys::{Key, Keys, KeysError};

    const WITHOUT_BUS: &str = "keys::system::tests::without_a_bus_every_call_is_refused";

    /// Run by the test below, in a process whose D-Bus address leads nowhere.
    #[tokio::test]
    #[ignore = "needs a process of its own, without D-Bus"]
    async fn without_a_bus_every_call_is_refused() {
        let key = Key::new("sk-secret").unwrap();
        for result in [
            Keys::System.get("somewhere").map(drop),
            Keys::System.set("somewhere", &key),
            Keys::System.remove("somewhere"),
        ] {
            let error = result.unwrap_err();
            assert!(matches!(error, KeysError::Unreachable { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.starts_with("The system's key store cannot be reached"));
            assert!(!text.contains("sk-secret"), "{text}");
        }
    }

    #[tokio::test]
    async fn a_machine_without_a_key_store_gives_an_error_within_five_seconds() {
        let program = std::env::current_exe().unwrap();
        let run = tokio::task::spawn_blocking(move || {
            Command::new(program)
                .args(["--exact", WITHOUT_BUS, "--ignored"])
                .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")
                .output()
                .unwrap()
        });
        let output = tokio::time::timeout(Duration::from_secs(5), run)
            .await
            .expect("the key store hangs")
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("1 passed"),
            "{text}"
        );
    }
}
