//! Errors as the web knows them.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use patchbay_app::api::{AppError, ErrorCode};
use serde_json::json;

/// A request that was not let in.
pub(crate) fn refused(status: StatusCode, message: &str) -> Response {
    (
        status,
        Json(json!({ "code": "refused", "message": message, "hint": "" })),
    )
        .into_response()
}

/// An error of the application, as JSON of the form `{code, message, hint}`.
pub(crate) fn error(error: AppError) -> Response {
    let status = match error.code {
        ErrorCode::UnknownOperation | ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::BadArguments => StatusCode::BAD_REQUEST,
        ErrorCode::Stale | ErrorCode::Withdrawn => StatusCode::CONFLICT,
        ErrorCode::UnreadableFile | ErrorCode::Unsuitable => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::Unwritable => StatusCode::INSUFFICIENT_STORAGE,
        ErrorCode::Storage | ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    };
    (status, Json(error)).into_response()
}
