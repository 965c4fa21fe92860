//! One request to a server and what its status means.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, LOCATION, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response, Url};

use super::retry::Failure;
use super::settings::{host, is_loopback};
use super::{Endpoint, EndpointError, words};
use crate::keys::Key;

/// The most bytes of an error that are looked at.
const MOST_ERROR: usize = 64 << 10;

/// A server, ready to be asked.
pub(super) struct Link {
    pub(super) endpoint: Endpoint,
    pub(super) key: Option<Key>,
    base: Url,
    http: Client,
}

impl Link {
    /// Checks the settings; nothing is sent yet.
    pub(super) fn new(endpoint: Endpoint, key: Option<Key>) -> Result<Self, EndpointError> {
        endpoint.check()?;
        let name = || endpoint.name.clone();
        if endpoint.needs_key && key.is_none() {
            return Err(EndpointError::KeyMissing { name: name() });
        }
        let base = endpoint.base()?;
        // An error says that there already is a provider, which does as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut http = Client::builder()
            .redirect(Policy::none())
            .user_agent(concat!("patchbay/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(Duration::from_millis(endpoint.limits.connect_ms));
        if is_loopback(&base) {
            http = http.no_proxy();
        }
        let http = http.build().map_err(|error| EndpointError::Unreachable {
            name: name(),
            reason: reasons(&error),
        })?;
        Ok(Self {
            endpoint,
            key,
            base,
            http,
        })
    }

    /// The address of `path` (such as `chat/completions`) under the server's.
    pub(super) fn address(&self, path: &str) -> Url {
        let mut address = self.base.clone();
        if let Ok(mut parts) = address.path_segments_mut() {
            parts.pop_if_empty().extend(path.split('/'));
        }
        address
    }

    /// The address that a server names in an answer, if it is the same server's.
    pub(super) fn own_address(&self, named: &str) -> Option<Url> {
        let address = self.base.join(named).ok()?;
        (address.origin() == self.base.origin()).then_some(address)
    }

    /// A request with the key.
    pub(super) fn request(&self, method: Method, address: &Url) -> RequestBuilder {
        let request = self.http.request(method, address.clone());
        let header = self.key.as_ref().and_then(|key| {
            let mut value = HeaderValue::from_str(&format!("Bearer {}", key.reveal())).ok()?;
            value.set_sensitive(true);
            Some(value)
        });
        match header {
            Some(value) => request.header(AUTHORIZATION, value),
            None => request,
        }
    }

    /// Sends a request; the answer has a status of success and its body still to come.
    pub(super) async fn send(&self, request: RequestBuilder) -> Result<Response, Failure> {
        let response = request.send().await.map_err(|error| {
            let (name, connect) = (self.name(), error.is_connect());
            let reason = reasons(&error.without_url());
            let error = if connect {
                EndpointError::Unreachable { name, reason }
            } else {
                EndpointError::BrokenOff { name, reason }
            };
            Failure::Passing(error, None)
        })?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(self.failure(response).await)
    }

    /// Returns the failure that a status other than success means.
    async fn failure(&self, response: Response) -> Failure {
        let (name, status) = (self.name(), response.status().as_u16());
        if matches!(status, 300..=399) {
            let to = response.headers().get(LOCATION);
            let to = to
                .and_then(|to| response.url().join(to.to_str().ok()?).ok())
                .map_or_else(
                    || "an address that it does not name".to_owned(),
                    |to| host(&to),
                );
            let to = words::shown(&to, self.key.as_ref());
            return EndpointError::SentOn { name, to }.into();
        }
        let path = response.url().path().to_owned();
        let wait = retry_after(response.headers());
        let words = words::of_body(&beginning(response).await, self.key.as_ref());
        match status {
            401 | 403 if self.key.is_none() => EndpointError::KeyMissing { name }.into(),
            401 | 403 => EndpointError::KeyRefused { name, words }.into(),
            404 => EndpointError::ModelUnknown {
                name,
                model: self.endpoint.model.clone(),
                path,
                words,
            }
            .into(),
            429 | 503 => {
                let seconds = wait.map(|wait| wait.as_secs_f64().ceil() as u64);
                let error = EndpointError::Busy {
                    name,
                    words,
                    wait: seconds,
                };
                Failure::Passing(error, wait)
            }
            501 => EndpointError::Refused {
                name,
                status,
                words,
            }
            .into(),
            408 | 409 | 500.. => Failure::Passing(
                EndpointError::Failed {
                    name,
                    status,
                    words,
                },
                None,
            ),
            _ => EndpointError::Refused {
                name,
                status,
                words,
            }
            .into(),
        }
    }

    /// An answer that cannot be used, and why.
    pub(super) fn bad(&self, reason: &str) -> EndpointError {
        EndpointError::BadAnswer {
            name: self.name(),
            reason: words::shown(reason, self.key.as_ref()),
        }
    }

    /// An answer that broke off.
    pub(super) fn broken(&self, reason: &str) -> EndpointError {
        EndpointError::BrokenOff {
            name: self.name(),
            reason: reason.to_owned(),
        }
    }

    pub(super) fn name(&self) -> String {
        self.endpoint.name.clone()
    }
}

/// The wait that a server asks for, in seconds; a date is not understood.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: f64 = headers
        .get(RETRY_AFTER)?
        .to_str()
        .ok()?
        .trim()
        .parse()
        .ok()?;
    Duration::try_from_secs_f64(seconds).ok()
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

/// Returns as much of the beginning of an error's body as can be had, at most [`MOST_ERROR`] bytes.
async fn beginning(mut response: Response) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(bytes)) = response.chunk().await {
        body.extend_from_slice(&bytes);
        if body.len() >= MOST_ERROR {
            body.truncate(MOST_ERROR);
            break;
        }
    }
    body
}
