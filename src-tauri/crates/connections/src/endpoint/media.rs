//! Pictures and sound as parts of a form.

use reqwest::Body;
use reqwest::multipart::Part;
use tokio_util::bytes::Bytes;

use super::link::Link;
use super::{Client, EndpointError};

/// A form to be posted, made anew for each attempt: its bytes are shared.
#[derive(Debug, Clone, Default)]
pub(super) struct Form {
    texts: Vec<(&'static str, String)>,
    files: Vec<(&'static str, String, &'static str, Bytes)>,
}

impl Form {
    pub(super) fn text(mut self, field: &'static str, text: impl Into<String>) -> Self {
        self.texts.push((field, text.into()));
        self
    }

    /// `name` is what the server takes the file's kind from: no name of a person's file.
    pub(super) fn file(
        mut self,
        field: &'static str,
        name: impl Into<String>,
        mime: &'static str,
        bytes: Bytes,
    ) -> Self {
        self.files.push((field, name.into(), mime, bytes));
        self
    }

    fn made(&self) -> reqwest::multipart::Form {
        let mut form = reqwest::multipart::Form::new();
        for (field, text) in &self.texts {
            form = form.text(*field, text.clone());
        }
        for (field, name, mime, bytes) in &self.files {
            let part = || {
                let length = bytes.len() as u64;
                Part::stream_with_length(Body::from(bytes.clone()), length).file_name(name.clone())
            };
            // Every kind here is one that can be written so.
            let typed = part().mime_str(mime).unwrap_or_else(|_| part());
            form = form.part(*field, typed);
        }
        form
    }
}

impl Client {
    /// The body of the answer to a form that is posted to `path`.
    pub(super) fn post_form(
        &self,
        watch: patchbay_inference::Watch<'_>,
        most: usize,
        path: &str,
        form: Form,
    ) -> Result<Vec<u8>, EndpointError> {
        let address = self.link.address(path);
        self.exchange(watch, most, move |link: &Link| {
            link.request(reqwest::Method::POST, &address)
                .multipart(form.made())
        })
    }
}

/// The ending of a file's name and the kind of a picture, by its first bytes; `None` where it is none
/// that servers take.
pub(super) fn picture_kind(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some(("png", "image/png")),
        [0xff, 0xd8, 0xff, ..] => Some(("jpg", "image/jpeg")),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some(("webp", "image/webp")),
        _ => None,
    }
}

/// The kind of a sound, by the ending of its file's name.
pub(super) fn sound_kind(extension: &str) -> &'static str {
    match extension {
        "wav" => "audio/wav",
        "mp3" | "mpga" | "mpeg" => "audio/mpeg",
        "m4a" | "mp4" => "audio/mp4",
        "ogg" | "oga" | "opus" => "audio/ogg",
        "flac" => "audio/flac",
        "webm" => "audio/webm",
        _ => "application/octet-stream",
    }
}
