//! The loopback server. The desktop window gets its media from it (WebKit plays audio and video
//! only from a server that answers byte ranges); a browser gets the whole interface.
//!
//! It listens on 127.0.0.1 only, answers only requests that name it by a loopback address (so that
//! no web site can reach it by rebinding a name), and asks for a token that changes with every
//! start for everything but the interface's own files.
//!
//! - [`listener`]: the address and the token, taken before the application opens
//! - `guard`: who may ask; `media`, `calls`, `upload`, `interface`: what is answered

mod calls;
mod guard;
pub mod interface;
pub mod listener;
mod media;
mod reply;
mod upload;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use patchbay_app::App;

pub use listener::{BindError, Listener};

/// Bytes of a call's arguments, at most.
const LARGEST_CALL: usize = 16 << 20;

/// State from which every answer is made.
#[derive(Clone)]
struct Served {
    app: App,
    door: guard::Door,
}

/// Serves an application for as long as the future is polled.
pub async fn serve(listener: Listener, app: App) -> std::io::Result<()> {
    let served = Served {
        app,
        door: guard::Door::new(&listener),
    };
    let guarded = Router::new()
        .route("/api/call/{name}", post(calls::call))
        .route("/api/events", get(calls::events))
        .route("/api/upload", post(upload::upload))
        .route("/media/{asset}/{name}", get(media::media))
        .layer(middleware::from_fn_with_state(
            served.clone(),
            guard::ask_for_token,
        ));
    let router = guarded
        .fallback(interface::file)
        .layer(DefaultBodyLimit::max(LARGEST_CALL))
        .layer(middleware::from_fn_with_state(
            served.clone(),
            guard::look_at_host,
        ))
        .with_state(served);
    let socket = tokio::net::TcpListener::from_std(listener.socket)?;
    axum::serve(socket, router).await
}
