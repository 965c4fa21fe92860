//! Assets, with byte ranges, and their small images and drawn audio.

use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use patchbay_app::api::AppError;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::{Served, reply};

/// Content security policy of a page that a tool made: it may show what is inside it, and nothing
/// else. No scripts, no network, no forms.
const PAGE_POLICY: &str = "sandbox; default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; font-src data:";

/// Form in which an asset is wanted.
#[derive(Deserialize)]
pub(crate) struct Form {
    /// A small image, so many pixels on its longer side.
    thumbnail: Option<u32>,
    /// Its audio in so many columns.
    waveform: Option<usize>,
    /// Anything: to be saved, not shown.
    download: Option<String>,
}

/// `GET /media/{asset}/{name}`: the file. The name only says what the browser is to call it.
pub(crate) async fn media(
    State(served): State<Served>,
    Path((asset, name)): Path<(String, String)>,
    Query(form): Query<Form>,
    request: Request,
) -> Response {
    let app = &served.app;
    let found = match (form.thumbnail, form.waveform) {
        (Some(side), _) => app
            .thumbnail(asset, name.clone(), side)
            .await
            .map(|(path, mime)| (path, mime.to_owned())),
        (None, Some(columns)) => app
            .waveform(asset, name.clone(), columns)
            .await
            .map(|path| (path, "application/json".to_owned())),
        (None, None) => app.media(&asset, &name),
    };
    let (path, mime) = match found {
        Ok(found) => found,
        Err(error) => return reply::error(AppError::from(error)),
    };
    let is_page = mime.starts_with("text/html");
    let framed = request
        .headers()
        .get("sec-fetch-dest")
        .is_some_and(|dest| dest == "iframe");
    let Ok(media_type) = mime.parse() else {
        return reply::refused(
            axum::http::StatusCode::INTERNAL_SERVER_ERROR,
            "The file has no media type.",
        );
    };
    let service = ServeFile::new_with_mime(path, &media_type);
    let mut response = match service.oneshot(request).await {
        Ok(response) => response.into_response(),
        Err(never) => match never {},
    };
    let headers = response.headers_mut();
    // An asset's address is the hash of its content: what was fetched once stays true.
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, max-age=31536000, immutable"),
    );
    headers.insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("cross-origin"),
    );
    if is_page {
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(PAGE_POLICY),
        );
    }
    if form.download.is_some() || (is_page && !framed) {
        attach(headers, &name);
    }
    response
}

/// Makes a browser save the file under that name.
fn attach(headers: &mut HeaderMap, name: &str) {
    let encoded = utf8_percent_encode(name, NON_ALPHANUMERIC);
    let value = HeaderValue::from_str(&format!("attachment; filename*=UTF-8''{encoded}"));
    headers.insert(
        header::CONTENT_DISPOSITION,
        value.unwrap_or(HeaderValue::from_static("attachment")),
    );
}
