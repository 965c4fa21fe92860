//! Options of downloads: the source of models, and the number of attempts.

use std::time::Duration;

/// The hub that the registry's repositories lie on.
pub const HUB: &str = "https://huggingface.co";

/// How models are got.
#[derive(Clone)]
pub struct Options {
    /// The address of the hub or of a mirror that is laid out as it is. May carry a name and
    /// password.
    pub base: String,
    /// The hub's token, for private models. Sent to the hub only, not to where it sends on.
    pub token: Option<String>,
    /// Nothing is asked over the network.
    pub offline: bool,
    /// A connection over which nothing came for so long has failed.
    pub stall: Duration,
    /// Maximum number of failures in a row that are answered by another attempt; one after which a
    /// mebibyte more is there counts as none.
    pub retries: u32,
    /// The wait before the second attempt, doubled before each one after it up to half a minute.
    pub first_wait: Duration,
}

impl Options {
    /// As the environment says: `PATCHBAY_HUB` names a mirror, `HF_TOKEN` is the hub's token.
    pub fn from_environment() -> Self {
        let word = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let base = word("PATCHBAY_HUB").unwrap_or_else(|| HUB.to_owned());
        Self {
            base,
            token: word("HF_TOKEN"),
            ..Self::default()
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            base: HUB.to_owned(),
            token: None,
            offline: false,
            stall: Duration::from_secs(30),
            retries: 5,
            first_wait: Duration::from_secs(1),
        }
    }
}
