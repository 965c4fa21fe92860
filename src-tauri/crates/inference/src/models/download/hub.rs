//! Asks a hub, or a mirror laid out as one, for a file:
//! `{base}/{repository}/resolve/{revision}/{path}`.
//!
//! Large files are sent on to other servers. The hub says on the way what the file is: its size in
//! `X-Linked-Size` and its SHA-256 in `X-Linked-Etag`. Redirects are followed here, so that these
//! can be read and no password goes elsewhere.

use std::error::Error;

use futures_util::TryFutureExt;
use reqwest::header::{
    ACCEPT_ENCODING, AUTHORIZATION, CONTENT_LENGTH, CONTENT_RANGE, ETAG, HeaderMap, HeaderName,
    IF_RANGE, LOCATION, RANGE,
};
use reqwest::{Client, Response, StatusCode, Url};

use super::error::{DownloadError, Failure};
use super::options::Options;
use super::part::Facts;
use crate::models::registry::is_sha256;

/// A chain of redirects longer than this is a loop.
const MOST_REDIRECTS: usize = 10;

const LINKED_ETAG: HeaderName = HeaderName::from_static("x-linked-etag");
const LINKED_SIZE: HeaderName = HeaderName::from_static("x-linked-size");
const COMMIT: HeaderName = HeaderName::from_static("x-repo-commit");

/// A hub that can be asked.
pub(super) struct Hub<'a> {
    client: Client,
    base: Url,
    options: &'a Options,
}

/// Answer of a hub, with the file's bytes still to come.
pub(super) struct Answer {
    pub(super) response: Response,
    /// Who sends the bytes, fit to be shown.
    pub(super) address: String,
    /// The file's SHA-256, by the hub.
    pub(super) sha256: Option<String>,
    /// The whole file's size in bytes, by the hub.
    pub(super) size: Option<u64>,
}

impl<'a> Hub<'a> {
    pub(super) fn new(options: &'a Options) -> Result<Self, DownloadError> {
        let wrong = || DownloadError::Address {
            address: without_password(&options.base),
        };
        let base = Url::parse(&options.base).map_err(|_| wrong())?;
        let (true, Some(host)) = (matches!(base.scheme(), "http" | "https"), base.host_str())
        else {
            return Err(wrong());
        };
        // An error says that there already is a provider, which does as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("patchbay/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(options.stall);
        if matches!(host, "localhost" | "127.0.0.1" | "[::1]") {
            client = client.no_proxy();
        }
        let client = client.build().map_err(|error| DownloadError::Client {
            reason: reasons(&error),
        })?;
        Ok(Self {
            client,
            base,
            options,
        })
    }

    /// The address of a file.
    pub(super) fn address(&self, repository: &str, revision: &str, path: &str) -> Url {
        let mut address = self.base.clone();
        if let Ok(mut parts) = address.path_segments_mut() {
            parts
                .pop_if_empty()
                .extend(repository.split('/'))
                .push("resolve")
                .push(revision)
                .extend(path.split('/'));
        }
        address
    }

    /// Asks for a file from a byte on; `facts` is what is known of the bytes before.
    pub(super) async fn ask(
        &self,
        file: &str,
        address: Url,
        from: u64,
        facts: &Facts,
    ) -> Result<Answer, Failure> {
        let (mut sha256, mut size) = (None, None);
        let mut at = address;
        for _ in 0..=MOST_REDIRECTS {
            let response = self.ask_once(file, &at, from, facts).await?;
            if self.is_hub(&at) {
                sha256 = sha256.or_else(|| named_sum(response.headers()));
                size = size.or_else(|| number(response.headers(), &LINKED_SIZE));
            }
            let shown = shown(&at);
            if !is_redirect(response.status()) {
                return Ok(Answer {
                    response,
                    address: shown,
                    sha256,
                    size,
                });
            }
            let location = response
                .headers()
                .get(LOCATION)
                .and_then(|location| location.to_str().ok());
            let refuse = |reason: &str| DownloadError::Redirect {
                file: file.to_owned(),
                address: shown,
                reason: reason.to_owned(),
            };
            at = next(&at, location).map_err(refuse)?;
        }
        let reason = format!("more than {MOST_REDIRECTS} times");
        Err(DownloadError::Redirect {
            file: file.to_owned(),
            address: shown(&at),
            reason,
        }
        .into())
    }

    async fn ask_once(
        &self,
        file: &str,
        at: &Url,
        from: u64,
        facts: &Facts,
    ) -> Result<Response, Failure> {
        let mut request = self
            .client
            .get(at.clone())
            .header(ACCEPT_ENCODING, "identity");
        if from > 0 {
            request = request.header(RANGE, format!("bytes={from}-"));
            if let Some(tag) = facts.strong_etag() {
                request = request.header(IF_RANGE, tag);
            }
        }
        if let Some(token) = self.options.token.as_ref().filter(|_| self.is_hub(at)) {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let failed = |reason| {
            Failure::Passing(DownloadError::Connection {
                file: file.to_owned(),
                reason,
            })
        };
        let sent = request
            .send()
            .map_err(|error| reasons(&error.without_url()));
        match tokio::time::timeout(self.options.stall, sent).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(reason)) => Err(failed(format!("{} cannot be reached: {reason}", shown(at)))),
            Err(_) => Err(failed(format!("{} does not answer", shown(at)))),
        }
    }

    /// Whether an address is the hub's own, which is told passwords and believed about files.
    fn is_hub(&self, at: &Url) -> bool {
        at.origin() == self.base.origin()
    }
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Returns the target of a redirect, or why it is not followed.
fn next(at: &Url, location: Option<&str>) -> Result<Url, &'static str> {
    let next = location
        .and_then(|location| at.join(location).ok())
        .ok_or("without saying where")?;
    match (at.scheme(), next.scheme()) {
        ("https", "http") => Err("to an address that is not secure"),
        (_, "http" | "https") => Ok(next),
        _ => Err("to something that is not on the web"),
    }
}

/// The SHA-256 that a hub names. An ordinary tag of 64 digits is one only where a hub speaks:
/// elsewhere it may be any sum.
fn named_sum(headers: &HeaderMap) -> Option<String> {
    let tag = headers
        .get(LINKED_ETAG)
        .or_else(|| headers.get(ETAG).filter(|_| headers.contains_key(COMMIT)))?;
    let digits = tag
        .to_str()
        .ok()?
        .trim_start_matches("W/")
        .trim_matches('"')
        .to_ascii_lowercase();
    is_sha256(&digits).then_some(digits)
}

fn number(headers: &HeaderMap, name: &HeaderName) -> Option<u64> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

impl Answer {
    /// The tag of who sends the bytes.
    pub(super) fn etag(&self) -> Option<String> {
        self.response
            .headers()
            .get(ETAG)?
            .to_str()
            .ok()
            .map(str::to_owned)
    }

    /// The number of bytes of the whole file, by who sends them; `None` where that is not said.
    pub(super) fn length(&self) -> Option<u64> {
        match self.range() {
            Some((_, total)) => total,
            None => number(self.response.headers(), &CONTENT_LENGTH),
        }
    }

    /// The first byte that is sent and the whole file's length, out of `Content-Range: bytes
    /// 5-9/10`.
    pub(super) fn range(&self) -> Option<(u64, Option<u64>)> {
        let range = self.response.headers().get(CONTENT_RANGE)?.to_str().ok()?;
        let (sent, total) = range.strip_prefix("bytes ")?.split_once('/')?;
        Some((
            sent.split_once('-')?.0.trim().parse().ok()?,
            total.trim().parse().ok(),
        ))
    }
}

/// An address without what is secret in it: a password, a signature.
fn shown(address: &Url) -> String {
    let host = address.host_str().unwrap_or_default();
    let port = address
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    format!("{}://{host}{port}{}", address.scheme(), address.path())
}

fn without_password(address: &str) -> String {
    address
        .rsplit_once('@')
        .map_or_else(|| address.to_owned(), |(_, rest)| rest.to_owned())
}

/// An error with its reasons: the outermost alone says too little.
pub(super) fn reasons(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(error) = next {
        text = format!("{text}: {error}");
        next = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use reqwest::Url;

    use super::{Hub, next, shown, without_password};
    use crate::models::download::Options;

    #[test]
    fn a_redirect_never_leaves_what_is_secure() {
        let at = |address: &str| Url::parse(address).unwrap();
        let secure = at("https://hub.example/a/b");
        assert_eq!(
            next(&secure, Some("/c")).unwrap(),
            at("https://hub.example/c")
        );
        assert_eq!(
            next(&secure, Some("https://files.example/c")).unwrap(),
            at("https://files.example/c")
        );
        assert_eq!(
            next(&at("http://mirror.example/a"), Some("https://x.example/")).unwrap(),
            at("https://x.example/")
        );
        assert_eq!(
            next(&secure, Some("http://hub.example/c")),
            Err("to an address that is not secure")
        );
        assert_eq!(
            next(&secure, Some("file:///etc/passwd")),
            Err("to something that is not on the web")
        );
        assert_eq!(next(&secure, None), Err("without saying where"));
    }

    #[test]
    fn an_address_is_made_of_escaped_parts_and_shown_without_secrets() {
        let options = Options {
            base: "https://me:secret@hub.example/mirror/".to_owned(),
            ..Options::default()
        };
        let address = Hub::new(&options).unwrap().address(
            "owner/name",
            "refs/pr/15",
            "folder/model.safetensors",
        );
        let path = "/mirror/owner/name/resolve/refs%2Fpr%2F15/folder/model.safetensors";
        assert_eq!(address.path(), path);
        assert_eq!(shown(&address), format!("https://hub.example{path}"));
        assert_eq!(
            without_password("ftp://me:secret@hub.example"),
            "hub.example"
        );
    }
}
