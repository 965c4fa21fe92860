//! A server that can be asked.

use std::sync::Arc;

use patchbay_inference::Watch;
use reqwest::{Method, RequestBuilder, Url};
use serde::Deserialize;

use super::body::{self, MOST_TEXT};
use super::follow::follow;
use super::link::Link;
use super::retry::with_retries;
use super::{Endpoint, EndpointError};
use crate::keys::Key;

/// A server that can be asked. Every call blocks until the answer is there or the watch stops it,
/// which ends the request within 100 ms; it may be made from any thread, but holds up the one that
/// makes it.
pub struct Client {
    pub(super) link: Arc<Link>,
}

#[derive(Deserialize)]
struct Models {
    data: Vec<Model>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
}

impl Client {
    /// A client of `endpoint`, whose settings are checked. Nothing is sent yet.
    /// [`EndpointError::KeyMissing`] where it needs a key and none is given.
    pub fn new(endpoint: Endpoint, key: Option<Key>) -> Result<Self, EndpointError> {
        let link = Arc::new(Link::new(endpoint, key)?);
        Ok(Self { link })
    }

    /// Returns the server's settings.
    pub fn endpoint(&self) -> &Endpoint {
        &self.link.endpoint
    }

    /// The names of the models that it has, as it orders them (`GET /models`). Also a test of address
    /// and key that costs nothing.
    pub fn models(&self, watch: Watch<'_>) -> Result<Vec<String>, EndpointError> {
        let address = self.link.address("models");
        let body = self.exchange(watch, MOST_TEXT, move |link| {
            link.request(Method::GET, &address)
        })?;
        let models: Models = self.json(&body)?;
        Ok(models.data.into_iter().map(|model| model.id).collect())
    }

    /// The body of the answer to a request, of at most `most` bytes. `request` makes it anew for each
    /// attempt.
    pub(super) fn exchange(
        &self,
        watch: Watch<'_>,
        most: usize,
        request: impl Fn(&Link) -> RequestBuilder + Send + Sync + 'static,
    ) -> Result<Vec<u8>, EndpointError> {
        let link = Arc::clone(&self.link);
        let name = self.link.name();
        follow(&name, watch, 1, &mut |_| {}, |_| async move {
            let (link, request) = (&*link, &request);
            let attempt = || async move {
                let response = link.send(request(link)).await?;
                body::whole(link, response, most).await
            };
            with_retries(&link.endpoint, attempt).await
        })
    }

    /// The same for JSON that is posted to `path`.
    pub(super) fn post(
        &self,
        watch: Watch<'_>,
        most: usize,
        path: &str,
        body: &serde_json::Value,
    ) -> Result<Vec<u8>, EndpointError> {
        let (address, body) = (self.link.address(path), body.to_string());
        self.exchange(watch, most, move |link| {
            with_json(link, &address, body.clone())
        })
    }

    /// An answer as JSON of a certain form.
    pub(super) fn json<'a, T: Deserialize<'a>>(&self, body: &'a [u8]) -> Result<T, EndpointError> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Err(self.link.bad("it is empty"));
        }
        serde_json::from_slice(body).map_err(|error| {
            let reason = if error.is_data() {
                format!("it is JSON, but not as a server of this kind answers ({error})")
            } else {
                format!("it is not JSON ({error})")
            };
            self.link.bad(&reason)
        })
    }
}

/// A request that posts JSON.
pub(super) fn with_json(
    link: &Link,
    address: &Url,
    body: impl Into<reqwest::Body>,
) -> RequestBuilder {
    link.request(Method::POST, address)
        .header(reqwest::header::CONTENT_TYPE, "application/json")
        .body(body)
}
