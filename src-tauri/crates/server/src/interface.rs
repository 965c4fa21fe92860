//! The web interface's own files, embedded when the program was built (in a debug build read from
//! where they lie).

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../../ui/dist"]
#[allow_missing = true]
struct Interface;

/// Content security policy of the interface: it may use this server and what it carries itself.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self' 'unsafe-inline'; \
                      font-src 'self' data:; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Instructions for a build without the interface.
pub const NOT_BUILT: &str = "This build of Patchbay has no web interface. Run `npm ci && npm run build` in the folder `ui`, then \
                             build Patchbay again.";

/// Whether the interface is there to be shown.
pub fn is_built() -> bool {
    Interface::get("index.html").is_some()
}

/// `GET /…`: a file of the interface; its first page for `/`.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Interface::get(path) else {
        return if path == "index.html" {
            let page = format!("<!doctype html><title>Patchbay</title><p>{NOT_BUILT}");
            (StatusCode::SERVICE_UNAVAILABLE, Html(page)).into_response()
        } else {
            (StatusCode::NOT_FOUND, "There is nothing here.").into_response()
        };
    };
    let mut response = file.data.into_owned().into_response();
    let headers = response.headers_mut();
    let mime = HeaderValue::from_str(file.metadata.mimetype());
    headers.insert(
        header::CONTENT_TYPE,
        mime.unwrap_or(HeaderValue::from_static("application/octet-stream")),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    );
    // Names of the build's files change with their content; only the page itself keeps its name.
    let cache = if path.starts_with("assets/") {
        "private, max-age=31536000, immutable"
    } else {
        "no-store"
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}
