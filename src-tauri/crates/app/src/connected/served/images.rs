//! Images by a server: made from words, and edited as words say.

use std::fs;

use patchbay_connections::endpoint::{ImageEdit, ImageRequest};
use patchbay_domain::{MediaFile, Resource};
use patchbay_inference::Models;
use patchbay_media::image;
use patchbay_tool_api::{Context, Implementation, Inputs, ToolError};

use super::{ask, sends};
use crate::connected::servers::ServerLink;

/// `text_to_image` by a server.
pub(super) struct MakesImages(pub(super) ServerLink);

impl Implementation for MakesImages {
    fn tool(&self) -> &'static str {
        "text_to_image"
    }

    fn label(&self) -> &'static str {
        "server"
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn sends(&self, _: &Inputs, _: &Models) -> Option<String> {
        sends("The description", &self.0)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let prompt = inputs.text("text")?;
        let request = ImageRequest {
            prompt: &prompt,
            size: None,
        };
        let bytes = ask(&self.0, context, |client, watch| {
            client.image(&request, watch)
        })?;
        kept(&bytes, "image", None, context)
    }
}

/// `text_image_editing` by a server, where words say what no parameter takes.
pub(super) struct EditsImages(pub(super) ServerLink);

impl Implementation for EditsImages {
    fn tool(&self) -> &'static str {
        "text_image_editing"
    }

    fn label(&self) -> &'static str {
        "server"
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn suits(&self, inputs: &Inputs) -> bool {
        // What parameters say is done exactly here.
        inputs
            .names()
            .all(|name| matches!(name, "image" | "text" | "format"))
    }

    fn sends(&self, inputs: &Inputs, _: &Models) -> Option<String> {
        let name = inputs.image("image").ok()?.name;
        sends(&format!("“{name}” with what to do"), &self.0)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (file, prompt) = (inputs.image("image")?, inputs.text("text")?);
        // Servers take few formats, none with an orientation of its own.
        let upright = context.output("upright", None, "png");
        let seen = image::read(&file.path, &file.name)?;
        image::write_png(&upright.path, &seen.pixels, &upright.name)?;
        let bytes = fs::read(&upright.path).map_err(|error| unwritten(&upright, &error))?;
        let edit = ImageEdit {
            prompt: &prompt,
            image: &bytes,
            mask: None,
            size: None,
        };
        let bytes = ask(&self.0, context, |client, watch| {
            client.edit_image(&edit, watch)
        })?;
        kept(&bytes, "edited", Some(&file.name), context)
    }
}

/// A server's picture as a file: a PNG, JPEG or WebP that can be read.
fn kept(
    bytes: &[u8],
    operation: &str,
    origin: Option<&str>,
    context: &Context,
) -> Result<Resource, ToolError> {
    let ending = infer::get(bytes).map_or("png", |found| found.extension());
    let file = context.output(operation, origin, ending);
    fs::write(&file.path, bytes).map_err(|error| unwritten(&file, &error))?;
    image::read(&file.path, &file.name)?;
    Ok(Resource::image(file))
}

fn unwritten(file: &MediaFile, error: &std::io::Error) -> ToolError {
    ToolError::Failed(format!("“{}” cannot be written ({error}).", file.name))
}
