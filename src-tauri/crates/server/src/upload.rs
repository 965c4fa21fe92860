//! Taking in a file from a browser, which has no paths.

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use patchbay_app::api::{AppError, ErrorCode};
use serde::Deserialize;
use tokio::io::AsyncWriteExt;

use crate::{Served, reply};

/// The largest file that is taken in, in bytes: an hour of 4K video.
const LARGEST: u64 = 32 << 30;

#[derive(Deserialize)]
pub(crate) struct Target {
    conversation: String,
    name: String,
}

/// `POST /api/upload?conversation=…&name=…`: the file as the body, written to disk as it comes; the
/// artifact as JSON.
pub(crate) async fn upload(
    State(served): State<Served>,
    Query(target): Query<Target>,
    body: Body,
) -> Response {
    match take_in(&served, target, body).await {
        Ok(artifact) => artifact,
        Err(error) => reply::error(error),
    }
}

async fn take_in(served: &Served, target: Target, body: Body) -> Result<Response, AppError> {
    let unwritable = |error: std::io::Error| {
        let full = error.kind() == std::io::ErrorKind::StorageFull;
        let message = if full {
            "The disk is full, so the file was not taken in.".to_owned()
        } else {
            format!("The file could not be written: {error}.")
        };
        AppError::new(ErrorCode::Unwritable, message).with_hint("Free some space and add it again.")
    };
    let folder = served.app.upload_folder();
    // Removed when dropped, unless the store took it over.
    let file = tempfile::Builder::new()
        .prefix("upload-")
        .tempfile_in(folder)
        .map_err(unwritable)?;
    let mut writer = tokio::fs::File::from_std(file.reopen().map_err(unwritable)?);
    let mut stream = body.into_data_stream();
    let mut bytes = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| {
            AppError::new(ErrorCode::UnreadableFile, "The file did not arrive whole.")
                .with_hint("Add it again.")
        })?;
        bytes += chunk.len() as u64;
        if bytes > LARGEST {
            let message = format!("The file is larger than {} GB.", LARGEST >> 30);
            return Err(AppError::new(ErrorCode::UnreadableFile, message)
                .with_hint("Make it smaller first."));
        }
        writer.write_all(&chunk).await.map_err(unwritable)?;
    }
    writer.flush().await.map_err(unwritable)?;
    drop(writer);
    let path = file.path().to_owned();
    let artifact = served
        .app
        .import_upload(target.conversation, target.name, path)
        .await?;
    Ok(Json(artifact).into_response())
}
