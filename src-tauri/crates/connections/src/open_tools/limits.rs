//! How long and how much is waited for, and the client for HTTP.

use std::future::Future;
use std::time::Duration;

use reqwest::{Client, redirect};
use tokio_util::sync::CancellationToken;

use super::error::OpenToolError;

/// How long and how much of a server is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// To connect and to list the tools.
    pub connecting: Duration,
    /// For one call.
    pub call: Duration,
    /// The longest answer, in bytes.
    pub answer: usize,
    /// Maximum number of tools of a server.
    pub tools: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connecting: Duration::from_secs(30),
            call: Duration::from_mins(5),
            answer: 64 << 20,
            tools: 20_000,
        }
    }
}

/// Waits until something is done, its time is over, or the person stops it.
pub(super) async fn within<T>(
    server: &str,
    limit: Duration,
    stop: &CancellationToken,
    work: impl Future<Output = Result<T, OpenToolError>>,
) -> Result<T, OpenToolError> {
    let server = || server.to_owned();
    tokio::select! {
        biased;
        () = stop.cancelled() => Err(OpenToolError::Stopped { server: server() }),
        done = tokio::time::timeout(limit, work) => {
            done.unwrap_or_else(|_| Err(OpenToolError::TimedOut { server: server(), limit }))
        }
    }
}

/// A client that follows no redirect: those may lead to where nobody agreed to.
pub(super) fn http(server: &str) -> Result<Client, OpenToolError> {
    // Refused where one was installed before, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .redirect(redirect::Policy::none())
        .pool_max_idle_per_host(0)
        .build()
        .map_err(|error| OpenToolError::Broken {
            server: server.to_owned(),
            reason: format!("no connection can be made ({error})"),
        })
}
