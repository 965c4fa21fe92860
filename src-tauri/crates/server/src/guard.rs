//! Who may ask. A loopback port can be reached by every program and, through its browser, every web
//! site that the person has open.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Served;
use crate::listener::Listener;
use crate::reply;

/// Origins of the desktop window's own page, on Linux and macOS, and on Windows.
const WINDOW_ORIGINS: [&str; 3] = [
    "tauri://localhost",
    "http://tauri.localhost",
    "https://tauri.localhost",
];

/// The development server's page, which a window shows in a debug build.
const DEVELOPMENT_ORIGINS: [&str; 2] = ["http://localhost:5173", "http://127.0.0.1:5173"];

/// Conditions that a request has to meet.
#[derive(Clone)]
pub(crate) struct Door(Arc<Wanted>);

struct Wanted {
    hosts: [String; 2],
    origins: Vec<String>,
    token: String,
}

impl Door {
    pub(crate) fn new(listener: &Listener) -> Self {
        let hosts = [
            format!("127.0.0.1:{}", listener.port()),
            format!("localhost:{}", listener.port()),
        ];
        let mut origins: Vec<String> = hosts.iter().map(|host| format!("http://{host}")).collect();
        origins.extend(WINDOW_ORIGINS.map(str::to_owned));
        if cfg!(debug_assertions) {
            origins.extend(DEVELOPMENT_ORIGINS.map(str::to_owned));
        }
        Self(Arc::new(Wanted {
            hosts,
            origins,
            token: listener.token().to_owned(),
        }))
    }

    fn knows_host(&self, headers: &HeaderMap) -> bool {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.0.hosts.iter().any(|known| known == host))
    }

    /// The origin of a page that asks, where it is one of ours; an error where it is another's.
    fn origin(&self, headers: &HeaderMap) -> Result<Option<HeaderValue>, ()> {
        let Some(origin) = headers.get(header::ORIGIN) else {
            return Ok(None);
        };
        let known = origin
            .to_str()
            .is_ok_and(|origin| self.0.origins.iter().any(|known| known == origin));
        if known {
            Ok(Some(origin.clone()))
        } else {
            Err(())
        }
    }

    fn opens(&self, request: &Request) -> bool {
        let bearer = request
            .headers()
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let query = request.uri().query().unwrap_or_default();
        let asked = query
            .split('&')
            .find_map(|part| part.strip_prefix("token="));
        let shown = bearer.or(asked).unwrap_or_default();
        constant_time_eq::constant_time_eq(shown.as_bytes(), self.0.token.as_bytes())
    }
}

/// Lets through only what asks for this computer by a loopback name, from one of our own pages or
/// from no page, and says so to the browser.
pub(crate) async fn look_at_host(
    State(served): State<Served>,
    request: Request,
    next: Next,
) -> Response {
    if !served.door.knows_host(request.headers()) {
        return reply::refused(
            StatusCode::MISDIRECTED_REQUEST,
            "This server answers on 127.0.0.1 only.",
        );
    }
    let Ok(origin) = served.door.origin(request.headers()) else {
        return reply::refused(StatusCode::FORBIDDEN, "This page may not use Patchbay.");
    };
    let mut response = if request.method() == Method::OPTIONS && origin.is_some() {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            HeaderValue::from_static("authorization, content-type, range"),
        );
        headers.insert(
            header::ACCESS_CONTROL_ALLOW_METHODS,
            HeaderValue::from_static("GET, POST"),
        );
    }
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    // The token is a part of media addresses.
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    response
}

/// Lets through only what shows the token.
pub(crate) async fn ask_for_token(
    State(served): State<Served>,
    request: Request,
    next: Next,
) -> Response {
    if served.door.opens(&request) {
        next.run(request).await
    } else {
        reply::refused(
            StatusCode::UNAUTHORIZED,
            "The token is missing or from an earlier start. Open the address that Patchbay printed.",
        )
    }
}
