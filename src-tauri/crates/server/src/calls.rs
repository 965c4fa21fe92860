//! Operations and events.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use serde_json::Value;
use tokio::sync::broadcast;

use crate::{Served, reply};

/// `POST /api/call/{name}`: the arguments as JSON, the reply or the error as JSON. The desktop window
/// does not come this way, so nothing with paths or programs of this computer is let in.
pub(crate) async fn call(
    State(served): State<Served>,
    Path(name): Path<String>,
    Json(arguments): Json<Value>,
) -> Response {
    match served.app.call_from_browser(&name, arguments).await {
        Ok(value) => Json(value).into_response(),
        Err(error) => reply::error(error),
    }
}

/// `GET /api/events`: every event as a server-sent event with JSON. A front that is too slow is cut
/// off, connects again and reloads what it shows.
pub(crate) async fn events(
    State(served): State<Served>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = stream::unfold(served.app.subscribe(), |mut receiver| async move {
        match receiver.recv().await {
            Ok(event) => {
                let event = Event::default()
                    .json_data(&event)
                    .unwrap_or_else(|_| Event::default().comment("unreadable"));
                Some((Ok(event), receiver))
            }
            Err(broadcast::error::RecvError::Lagged(_) | broadcast::error::RecvError::Closed) => {
                None
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}
