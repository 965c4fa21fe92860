//! A key that is not printed.

use std::fmt;

use thiserror::Error;

/// A key to a server: visible ASCII characters, 1 to 4096 of them; or the value of a variable. `Debug` shows nothing of it, and
/// there is no `Display` and no serde.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// Why a text is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum KeyError {
    /// Nothing but white space.
    #[error("The key is empty. Paste it as the server's owner gave it.")]
    Empty,
    /// It has characters that no HTTP header can carry.
    #[error(
        "The key has a space, a line break or another character that no key has. Paste it again, without the text around it."
    )]
    Characters,
    /// It has more than 4096 characters.
    #[error("The key is longer than 4096 characters, as no key is. Paste the key alone.")]
    TooLong,
}

const LONGEST: usize = 4096;

impl Key {
    /// `text` without the white space around it.
    pub fn new(text: &str) -> Result<Self, KeyError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(KeyError::Empty);
        }
        if text.len() > LONGEST {
            return Err(KeyError::TooLong);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(KeyError::Characters);
        }
        Ok(Self(text.to_owned()))
    }

    /// A value that a program is given in a variable of its environment: anything that is no control
    /// character, spaces too.
    pub fn variable(text: &str) -> Result<Self, KeyError> {
        if text.trim().is_empty() {
            return Err(KeyError::Empty);
        }
        if text.len() > LONGEST {
            return Err(KeyError::TooLong);
        }
        if text.chars().any(char::is_control) {
            return Err(KeyError::Characters);
        }
        Ok(Self(text.to_owned()))
    }

    /// The key itself: for the header of a request and for the key store, for nothing that people
    /// read.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Key(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, KeyError};

    #[test]
    fn a_key_is_trimmed_checked_and_never_printed() {
        let key = Key::new("  sk-secret-1\n").unwrap();
        assert_eq!(key.reveal(), "sk-secret-1");
        assert!(!format!("{key:?} {:#?}", Some(&key)).contains("secret"));
        assert_eq!(Key::new(" \n"), Err(KeyError::Empty));
        assert_eq!(Key::new("a b"), Err(KeyError::Characters));
        assert_eq!(Key::new("a\r\nHost: b"), Err(KeyError::Characters));
        assert_eq!(Key::new("schlüssel"), Err(KeyError::Characters));
        assert_eq!(Key::new(&"k".repeat(4097)), Err(KeyError::TooLong));
    }
}
