//! The address and the token. Both are needed before the application opens, because it tells its
//! fronts about them.

use std::net::{Ipv4Addr, TcpListener};

use patchbay_app::api::plain;
use thiserror::Error;
use uuid::Uuid;

/// Why no address could be had.
#[derive(Debug, Error)]
#[error(
    "Port {port} of this computer cannot be listened on: {reason}. Choose another one, or 0 for any."
)]
pub struct BindError {
    /// The port asked for.
    pub port: u16,
    /// The system's reason.
    pub reason: String,
}

/// A place on this computer where a server is about to answer.
#[derive(Debug)]
pub struct Listener {
    pub(crate) socket: TcpListener,
    port: u16,
    token: String,
}

impl Listener {
    /// Takes a port of 127.0.0.1, 0: any free one, and makes a token.
    pub fn bind(port: u16) -> Result<Self, BindError> {
        let refused = |error: std::io::Error| BindError {
            port,
            reason: plain(&error.to_string()),
        };
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(refused)?;
        socket.set_nonblocking(true).map_err(refused)?;
        let port = socket.local_addr().map_err(refused)?.port();
        let token = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        Ok(Self {
            socket,
            port,
            token,
        })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the beginning of every address that is served, such as `http://127.0.0.1:40123`.
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Returns the token that the server asks for: 64 hexadecimal digits from the system's
    /// randomness.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The page that a browser opens, with the token: for the owner's eyes alone, and never among a
    /// program's arguments, which every user of the computer can read.
    pub fn page(&self) -> String {
        format!("{}/?token={}", self.base(), self.token)
    }
}
