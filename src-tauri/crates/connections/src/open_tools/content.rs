//! Answers of tools as plain values. Nothing in them is obeyed or fetched.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use patchbay_domain::ResourceType;

use super::json_schema::kind_of_media_type;
use super::untrusted;

/// The longest text of an answer, in characters.
pub const TEXT: usize = 400_000;

/// A part of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Words.
    Text(String),
    /// A file.
    File {
        /// `image`, `audio`, `video` or `document`; none: another one.
        kind: Option<ResourceType>,
        /// Its media type, such as `image/png`.
        media_type: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// A link. It is shown, and not fetched.
    Link {
        /// Its address.
        address: String,
        /// Its name.
        name: String,
    },
}

impl Content {
    /// Words of a server.
    pub(super) fn text(text: &str) -> Self {
        Self::Text(untrusted::lines(text, TEXT))
    }

    /// A file of a server.
    pub(super) fn file(media_type: &str, bytes: Vec<u8>) -> Self {
        let media_type = untrusted::line(media_type, 100);
        Self::File {
            kind: kind_of_media_type(&media_type),
            media_type,
            bytes,
        }
    }

    /// A file of a server in base64. `Err`: it is not.
    pub(super) fn encoded(media_type: &str, base64: &str) -> Result<Self, String> {
        let bytes = STANDARD.decode(base64.trim());
        let bytes = bytes.map_err(|_| "a file in its answer is not base64".to_owned())?;
        Ok(Self::file(media_type, bytes))
    }

    /// Creates a link out of the words of a server.
    pub(super) fn link(address: &str, name: &str) -> Self {
        Self::Link {
            address: untrusted::line(address, 2_000),
            name: untrusted::line(name, 200),
        }
    }
}
