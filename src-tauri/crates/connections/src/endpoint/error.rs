//! Why a server did not do what it was asked.

use std::path::PathBuf;

use thiserror::Error;

use super::settings::SettingError;

/// Why a server did not do what it was asked. Each message names the server as people call it and
/// says what to do. Words of the server in it have no control characters, at most 300 characters and
/// never the key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EndpointError {
    /// The person stopped it.
    #[error("Stopped.")]
    Cancelled,
    /// A setting cannot be used.
    #[error("The settings of this server cannot be used: {0}")]
    Setting(#[from] SettingError),
    /// It needs a key, and there is none.
    #[error("“{name}” needs a key, and none is stored. Enter it in the settings of this server.")]
    KeyMissing {
        /// The server.
        name: String,
    },
    /// It did not accept the key, or the key may not do this (401, 403).
    #[error(
        "“{name}” refused the key{}. Enter a valid key in the settings of this server, or ask its owner whether the key may use this model.",
        answered(words)
    )]
    KeyRefused {
        /// The server.
        name: String,
        /// Its own words.
        words: String,
    },
    /// There is no such model, or nothing at the address (404).
    #[error(
        "“{name}” found no model “{model}”, or nothing at {path}{}. Choose a model that it lists, or correct its address, which most often ends in /v1.",
        answered(words)
    )]
    ModelUnknown {
        /// The server.
        name: String,
        /// The model.
        model: String,
        /// Path under its address that was asked for.
        path: String,
        /// Its own words.
        words: String,
    },
    /// It cannot be connected: name, network, certificate.
    #[error(
        "“{name}” cannot be reached: {reason}. See whether it runs, whether its address is right and whether this computer is online."
    )]
    Unreachable {
        /// The server.
        name: String,
        /// The reason why it failed.
        reason: String,
    },
    /// The connection ended before the answer was whole.
    #[error(
        "The connection to “{name}” broke off before its answer was whole: {reason}. Try again."
    )]
    BrokenOff {
        /// The server.
        name: String,
        /// The reason why it failed.
        reason: String,
    },
    /// The answer was not whole in time.
    #[error(
        "“{name}” did not answer within {seconds} seconds. Try again, choose a smaller model, or allow it more time in its settings."
    )]
    TimedOut {
        /// The server.
        name: String,
        /// The time limit, in seconds, rounded up.
        seconds: u64,
    },
    /// It has too much to do, or a limit on how much it may be asked was reached (429, 503).
    #[error("“{name}” is busy, or was asked more than its limits allow{}. {}", answered(words), later(*wait))]
    Busy {
        /// The server.
        name: String,
        /// Its own words.
        words: String,
        /// The seconds after which it wants to be asked again, where it says so.
        wait: Option<u64>,
    },
    /// It failed (408, 409, 500, 502, 504) after every retry.
    #[error(
        "“{name}” failed (HTTP {status}){}. Try again later, or look into its log.",
        answered(words)
    )]
    Failed {
        /// The server.
        name: String,
        /// The HTTP status.
        status: u16,
        /// Its own words.
        words: String,
    },
    /// It does not accept what was asked (400, 422 and what else has no variant of its own).
    #[error(
        "“{name}” refused the request (HTTP {status}){}. Change what is asked of it, or choose another model.",
        answered(words)
    )]
    Refused {
        /// The server.
        name: String,
        /// The HTTP status; 200 where it refused in an answer.
        status: u16,
        /// Its own words.
        words: String,
    },
    /// It sends requests on to another address, which is not followed: the key would go there.
    #[error(
        "“{name}” sends requests on to {to}, which is not followed, so that neither key nor contents go where you did not choose. If that is right, enter the new address in its settings."
    )]
    SentOn {
        /// The server.
        name: String,
        /// Host and port of where to.
        to: String,
    },
    /// Its answer cannot be used: not JSON, not as the schema wants it, empty, too large.
    #[error(
        "The answer of “{name}” cannot be used: {reason}. Try again, choose another model, or see whether its address leads to a server of this kind."
    )]
    BadAnswer {
        /// The server.
        name: String,
        /// The reason why it cannot be used.
        reason: String,
    },
    /// A file that was to be sent cannot be read.
    #[error("{path} cannot be sent: {reason}. Choose another file.", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason why it cannot be read.
        reason: String,
    },
}

fn answered(words: &str) -> String {
    match words {
        "" => String::new(),
        words => format!(" and says: “{words}”"),
    }
}

fn later(wait: Option<u64>) -> String {
    match wait {
        Some(seconds) => format!("It wants to be asked again in {seconds} seconds."),
        None => "Try again later.".to_owned(),
    }
}
