//! Settings of a server.

use std::net::IpAddr;

use reqwest::Url;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A server that speaks as OpenAI's do, as a person has set it. It is written to disk, so it holds
/// no key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// Id under which its key is kept: 1 to 64 ASCII letters, digits, `-`, `_` or `.`.
    pub id: String,
    /// Name for people: 1 to 80 characters. Every error gives it.
    pub name: String,
    /// The address before `/chat/completions`, such as `https://api.openai.com/v1` or
    /// `http://localhost:11434/v1`. Plain `http` is taken, since servers at home speak nothing else;
    /// [`Endpoint::is_encrypted`] tells. User names and passwords in it are refused.
    pub address: String,
    /// The model's name there. Empty where the server has one model and needs no name.
    #[serde(default)]
    pub model: String,
    /// Whether it answers only to who has a key.
    #[serde(default)]
    pub needs_key: bool,
    /// How long it is waited for.
    #[serde(default)]
    pub limits: Limits,
}

/// How long a server is waited for, and how often it is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Milliseconds until it has to be connected, 1 to 10 minutes.
    pub connect_ms: u64,
    /// Milliseconds until the answer to one request has to be whole, 1 to 24 hours. Retries and
    /// repairs each have as long.
    pub answer_ms: u64,
    /// How often a request is tried again, 0 to 10.
    pub retries: u32,
    /// Milliseconds before the first retry; each further wait is twice as long, up to 30 seconds.
    pub first_wait_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect_ms: 10_000,
            answer_ms: 600_000,
            retries: 3,
            first_wait_ms: 500,
        }
    }
}

/// A setting that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{sentence}")]
pub struct SettingError {
    /// The field of [`Endpoint`] or [`Limits`].
    pub field: &'static str,
    /// Sentence that says what is wrong and what to do.
    pub sentence: String,
}

impl Endpoint {
    /// Checks every field; the error is about the first that cannot be used.
    pub fn check(&self) -> Result<(), SettingError> {
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let (id, name, model) = (&self.id, &self.name, &self.model);
        if !(1..=64).contains(&id.len()) || !id.chars().all(known) {
            return wrong(
                "id",
                format!(
                    "The id “{}” has to be 1 to 64 letters, digits, “-”, “_” or “.”.",
                    id.escape_debug()
                ),
            );
        }
        if name.trim().is_empty() || name.chars().count() > 80 || name.chars().any(char::is_control)
        {
            return wrong(
                "name",
                "Give the server a name of 1 to 80 characters on one line.",
            );
        }
        if model.chars().count() > 200 || model.chars().any(char::is_control) {
            return wrong(
                "model",
                "The model's name has to be one line of at most 200 characters, as the server lists it.",
            );
        }
        self.base()?;
        self.limits.check()
    }

    /// Host and port as they stand in the address; empty where it cannot be read.
    pub fn host(&self) -> String {
        self.base().map(|base| host(&base)).unwrap_or_default()
    }

    /// Whether nobody on the way can read what is sent (`https`).
    pub fn is_encrypted(&self) -> bool {
        self.base().is_ok_and(|base| base.scheme() == "https")
    }

    /// Whether it runs on this computer, so that nothing leaves it.
    pub fn is_here(&self) -> bool {
        self.base().is_ok_and(|base| is_loopback(&base))
    }

    /// The address, checked.
    pub(super) fn base(&self) -> Result<Url, SettingError> {
        let address = self.address.trim();
        let Ok(base) = Url::parse(address) else {
            return wrong(
                "address",
                "The address cannot be read. It has to look like https://api.openai.com/v1 or http://localhost:11434/v1.",
            );
        };
        if !base.username().is_empty() || base.password().is_some() {
            return wrong(
                "address",
                "The address has a user name or a password in it. Take them out, and enter the key where keys are entered.",
            );
        }
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
            return wrong(
                "address",
                "The address has to begin with https:// or http:// and name a host.",
            );
        }
        if base.query().is_some() || base.fragment().is_some() {
            return wrong(
                "address",
                "The address must not have a “?” or “#” in it. It most often ends in /v1.",
            );
        }
        Ok(base)
    }
}

impl Limits {
    fn check(&self) -> Result<(), SettingError> {
        if !(1..=600_000).contains(&self.connect_ms) {
            return wrong(
                "connect_ms",
                "The time to connect has to be from 1 ms to 10 minutes.",
            );
        }
        if !(1..=86_400_000).contains(&self.answer_ms) {
            return wrong(
                "answer_ms",
                "The time for an answer has to be from 1 ms to 24 hours.",
            );
        }
        if self.retries > 10 {
            return wrong("retries", "A request can be tried again at most 10 times.");
        }
        if self.first_wait_ms > 30_000 {
            return wrong(
                "first_wait_ms",
                "The wait before the first retry can be at most 30 seconds.",
            );
        }
        Ok(())
    }
}

fn wrong<T>(field: &'static str, sentence: impl Into<String>) -> Result<T, SettingError> {
    Err(SettingError {
        field,
        sentence: sentence.into(),
    })
}

/// An address's host, with its port where it is not the usual one.
pub(super) fn host(address: &Url) -> String {
    let host = address.host_str().unwrap_or_default();
    match address.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// Whether an address is on this computer.
pub(super) fn is_loopback(address: &Url) -> bool {
    let host = address.host_str().unwrap_or_default();
    let ip = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::{Endpoint, Limits};

    fn endpoint(address: &str) -> Endpoint {
        Endpoint {
            id: "home".into(),
            name: "At home".into(),
            address: address.into(),
            model: "qwen".into(),
            needs_key: false,
            limits: Limits::default(),
        }
    }

    #[test]
    fn addresses_are_told_apart() {
        for (address, host, encrypted, here) in [
            ("https://api.openai.com/v1", "api.openai.com", true, false),
            ("http://localhost:11434/v1/", "localhost:11434", false, true),
            ("http://127.0.0.1:8080", "127.0.0.1:8080", false, true),
            ("http://[::1]:8080/v1", "[::1]:8080", false, true),
            (" http://192.168.1.5/v1 ", "192.168.1.5", false, false),
        ] {
            let endpoint = endpoint(address);
            assert_eq!(endpoint.check(), Ok(()), "{address}");
            assert_eq!(endpoint.host(), host);
            assert_eq!(endpoint.is_encrypted(), encrypted, "{address}");
            assert_eq!(endpoint.is_here(), here, "{address}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_named_and_no_password_repeated() {
        for address in [
            "",
            "api.openai.com/v1",
            "ftp://host/v1",
            "https://",
            "https://me:hunter2@host/v1",
            "https://hunter2@host/v1",
            "https://host/v1?key=hunter2",
            "https://host/#hunter2",
        ] {
            let error = endpoint(address).check().unwrap_err();
            assert_eq!(error.field, "address", "{address}");
            assert!(!format!("{error} {error:?}").contains("hunter2"));
        }
        let change = |change: fn(&mut Endpoint)| {
            let mut endpoint = endpoint("https://host/v1");
            change(&mut endpoint);
            endpoint.check().unwrap_err().field
        };
        assert_eq!(change(|e| e.id = "a/b".into()), "id");
        assert_eq!(change(|e| e.id = String::new()), "id");
        assert_eq!(change(|e| e.name = " ".into()), "name");
        assert_eq!(change(|e| e.name = "a\nb".into()), "name");
        assert_eq!(change(|e| e.model = "a\nb".into()), "model");
        assert_eq!(change(|e| e.limits.connect_ms = 0), "connect_ms");
        assert_eq!(change(|e| e.limits.answer_ms = 0), "answer_ms");
        assert_eq!(change(|e| e.limits.retries = 11), "retries");
        assert_eq!(change(|e| e.limits.first_wait_ms = 30_001), "first_wait_ms");
    }

    #[test]
    fn settings_come_back_from_disk_and_limits_may_be_left_out() {
        let endpoint = endpoint("https://host/v1");
        let written = serde_json::to_string(&endpoint).unwrap();
        assert_eq!(
            serde_json::from_str::<Endpoint>(&written).unwrap(),
            endpoint
        );
        let short = r#"{"id":"home","name":"At home","address":"https://host/v1","model":"qwen"}"#;
        assert_eq!(serde_json::from_str::<Endpoint>(short).unwrap(), endpoint);
    }
}
