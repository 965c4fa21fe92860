//! Sends an operation's request and reads the answer.

use reqwest::header::CONTENT_TYPE;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, Response};
use tokio_util::sync::CancellationToken;

use super::document::{Operation, Service};
use super::request::{Body, Request};
use crate::keys::Key;
use crate::open_tools::content::Content;
use crate::open_tools::error::OpenToolError;
use crate::open_tools::json_schema::Arguments;
use crate::open_tools::limits::{self, Limits};
use crate::open_tools::server::Granted;
use crate::open_tools::untrusted;

/// Calls an operation. `key`: sent as a bearer key where there is one.
pub async fn call(
    granted: Granted<'_>,
    service: &Service,
    operation: &Operation,
    arguments: &Arguments,
    key: Option<&Key>,
    limits: &Limits,
    stop: &CancellationToken,
) -> Result<Vec<Content>, OpenToolError> {
    let (server, tool) = (service.server.as_str(), operation.tool.tool.name.as_str());
    granted.covers(server, &operation.tool, arguments.sends_files())?;
    let broken = |reason: String| OpenToolError::Broken {
        server: server.to_owned(),
        reason,
    };
    let request = service.request(operation, arguments)?;
    let client = limits::http(server)?;
    let mut request = built(&client, request).map_err(broken)?;
    if let Some(key) = key {
        request = request.bearer_auth(key.reveal());
    }
    limits::within(server, limits.call, stop, async {
        // What went wrong is told without the address, in which values stand.
        let response = request
            .send()
            .await
            .map_err(|e| broken(e.without_url().to_string()))?;
        let status = response.status();
        let media_type = response.headers().get(CONTENT_TYPE);
        let media_type = media_type
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let media_type = media_type.to_owned();
        let bytes = body(response, limits.answer).await.map_err(broken)?;
        if status.is_success() {
            return Ok(vec![content(&media_type, bytes)]);
        }
        let said = untrusted::line(&String::from_utf8_lossy(&bytes), untrusted::MESSAGE);
        Err(OpenToolError::Failed {
            server: server.to_owned(),
            tool: tool.to_owned(),
            message: format!("{status}: {said}"),
        })
    })
    .await
}

fn built(client: &Client, request: Request) -> Result<RequestBuilder, String> {
    let method = Method::from_bytes(request.method.as_bytes());
    let method = method.map_err(|_| "its method is none of HTTP".to_owned())?;
    let mut builder = client.request(method, request.url);
    for (name, value) in request.headers {
        builder = builder.header(name, value);
    }
    Ok(match request.body {
        Body::Empty => builder,
        Body::Json(value) => builder
            .header(CONTENT_TYPE, "application/json")
            .body(value.to_string()),
        Body::Form(pairs) => {
            let mut written =
                reqwest::Url::parse("http://localhost/").map_err(|e| e.to_string())?;
            written.query_pairs_mut().extend_pairs(pairs);
            builder
                .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
                .body(written.query().unwrap_or_default().to_owned())
        }
        Body::Multipart(pairs, files) => {
            let mut form = Form::new();
            for (name, value) in pairs {
                form = form.text(name, value);
            }
            for (name, file) in files {
                let part = Part::bytes(file.bytes).file_name(file.name);
                let part = part.mime_str(&file.media_type);
                form = form.part(
                    name,
                    part.map_err(|_| "a file's media type is none".to_owned())?,
                );
            }
            builder.multipart(form)
        }
        Body::Bytes(file) => builder
            .header(CONTENT_TYPE, file.media_type)
            .body(file.bytes),
    })
}

/// A body of at most so many bytes.
async fn body(mut response: Response, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|e| e.without_url().to_string())?
    {
        if bytes.len() + chunk.len() > most {
            return Err(format!("its answer is longer than {most} bytes"));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn content(media_type: &str, bytes: Vec<u8>) -> Content {
    let kind = media_type.split(';').next().unwrap_or_default().trim();
    let is_text = kind.is_empty()
        || kind.starts_with("text/")
        || kind.ends_with("json")
        || kind.ends_with("xml");
    match String::from_utf8(bytes) {
        Ok(text) if is_text => Content::text(&text),
        Ok(text) => Content::file(kind, text.into_bytes()),
        Err(error) => Content::file(kind, error.into_bytes()),
    }
}
