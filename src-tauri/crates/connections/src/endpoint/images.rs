//! Pictures: `POST /images/generations` and `POST /images/edits`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use patchbay_inference::Watch;
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;
use tokio_util::bytes::Bytes;

use super::body::MOST_MEDIA;
use super::media::{Form, picture_kind};
use super::{Client, EndpointError};

/// A picture that is asked for in words.
#[derive(Debug, Clone, Copy)]
pub struct ImageRequest<'a> {
    /// Description of the picture.
    pub prompt: &'a str,
    /// Width and height in pixels; the server's choice where there is none. Servers take few sizes.
    pub size: Option<(u32, u32)>,
}

/// A picture that is to be changed as words say.
#[derive(Debug, Clone, Copy)]
pub struct ImageEdit<'a> {
    /// Description of the new picture.
    pub prompt: &'a str,
    /// The picture: the bytes of a PNG, JPEG or WebP file.
    pub image: &'a [u8],
    /// Area that may change: a PNG file of the same size, transparent there; none: everywhere.
    pub mask: Option<&'a [u8]>,
    /// Width and height of the new picture, as in [`ImageRequest`].
    pub size: Option<(u32, u32)>,
}

#[derive(Deserialize)]
struct Pictures {
    data: Vec<Picture>,
}

#[derive(Deserialize)]
struct Picture {
    b64_json: Option<String>,
    url: Option<String>,
}

/// The field that says how the picture comes back. Models that know one way refuse it.
const FORMAT: &str = "response_format";
const AS_BASE64: &str = "b64_json";

impl Client {
    /// Makes a picture: the bytes of a PNG, JPEG or WebP file, at most 256 MB with what is around it.
    pub fn image(
        &self,
        request: &ImageRequest<'_>,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, EndpointError> {
        let mut body = json!({"prompt": request.prompt, "n": 1, FORMAT: AS_BASE64});
        let model = &self.link.endpoint.model;
        if !model.is_empty() {
            body["model"] = json!(model);
        }
        if let Some(size) = request.size {
            body["size"] = json!(size_text(size));
        }
        let path = "images/generations";
        let answer = match self.post(watch, MOST_MEDIA, path, &body) {
            Err(error) if refuses_format(&error) => {
                if let Some(fields) = body.as_object_mut() {
                    fields.remove(FORMAT);
                }
                self.post(watch, MOST_MEDIA, path, &body)?
            }
            answer => answer?,
        };
        self.picture(&answer, watch)
    }

    /// Changes a picture; what comes back is as of [`Client::image`].
    pub fn edit_image(
        &self,
        edit: &ImageEdit<'_>,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, EndpointError> {
        let mut form = Form::default().text("prompt", edit.prompt).text("n", "1");
        let model = &self.link.endpoint.model;
        if !model.is_empty() {
            form = form.text("model", model);
        }
        if let Some(size) = edit.size {
            form = form.text("size", size_text(size));
        }
        for (field, bytes) in [("image", Some(edit.image)), ("mask", edit.mask)] {
            let Some(bytes) = bytes else { continue };
            let Some((ending, mime)) = picture_kind(bytes) else {
                return Err(EndpointError::File {
                    path: field.into(),
                    reason: "it is no PNG, JPEG or WebP file".to_owned(),
                });
            };
            let name = format!("{field}.{ending}");
            form = form.file(field, name, mime, Bytes::copy_from_slice(bytes));
        }
        let path = "images/edits";
        let first = form.clone().text(FORMAT, AS_BASE64);
        let answer = match self.post_form(watch, MOST_MEDIA, path, first) {
            Err(error) if refuses_format(&error) => {
                self.post_form(watch, MOST_MEDIA, path, form)?
            }
            answer => answer?,
        };
        self.picture(&answer, watch)
    }

    /// The picture in an answer, or at the address that it names, if that is the server's own.
    fn picture(&self, answer: &[u8], watch: Watch<'_>) -> Result<Vec<u8>, EndpointError> {
        let bad = |reason: &str| self.link.bad(reason);
        let pictures: Pictures = self.json(answer)?;
        let first = pictures.data.into_iter().next();
        let bytes = match first.ok_or_else(|| bad("it has no picture"))? {
            Picture {
                b64_json: Some(text),
                ..
            } => {
                let decoded = STANDARD.decode(text.trim().as_bytes());
                decoded.map_err(|error| bad(&format!("its picture is not base64 ({error})")))?
            }
            Picture { url: Some(url), .. } => self.fetch(&url, watch)?,
            Picture { .. } => return Err(bad("it has no picture")),
        };
        if picture_kind(&bytes).is_none() {
            return Err(bad(
                "what it has for a picture is no PNG, JPEG or WebP file",
            ));
        }
        Ok(bytes)
    }

    fn fetch(&self, url: &str, watch: Watch<'_>) -> Result<Vec<u8>, EndpointError> {
        let Some(address) = self.link.own_address(url) else {
            return Err(self
                .link
                .bad("its picture lies on another server, from which nothing is fetched"));
        };
        self.exchange(watch, MOST_MEDIA, move |link| {
            link.request(Method::GET, &address)
        })
    }
}

fn size_text((width, height): (u32, u32)) -> String {
    format!("{width}x{height}")
}

fn refuses_format(error: &EndpointError) -> bool {
    matches!(error, EndpointError::Refused { status: 400 | 422, words, .. } if words.contains(FORMAT))
}
