//! What the tools have in common that change images and leave them the format that they came in.

use image::DynamicImage;
use patchbay_domain::{LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_media::image::{self as media_image, DecodedImage};

use super::job::Job;
use crate::{Context, Inputs, ToolError};

/// Makes a file out of every image of the input `image` by `make`; the results are of the type
/// `kind` and keep the labels.
///
/// # Errors
/// What `make` says, and where the work is to stop.
pub(crate) fn each(
    inputs: &Inputs,
    context: &Context,
    kind: ResourceType,
    make: impl Fn(&MediaFile, &Job) -> Result<MediaFile, ToolError>,
) -> Result<Resource, ToolError> {
    let images = inputs.images("image")?;
    let given = inputs.get("image")?.resource_type();
    let mut items = Vec::with_capacity(images.len());
    for (index, LabelledImage { file, label }) in images.iter().enumerate() {
        let job = Job::new(context, (index, images.len()), &file.name, &given);
        job.reach(0.0)?;
        items.push(LabelledImage {
            file: make(file, &job)?,
            label: label.clone(),
        });
    }
    context.progress.set(1.0);
    Ok(Resource::Images { kind, items })
}

/// Writes what was made of an image, encoded as that was where the format can hold it, as
/// `<image>_<operation>`; `name` is what people know the image by.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write(
    context: &Context,
    image: &DecodedImage,
    name: &str,
    operation: &str,
    changed: &DynamicImage,
) -> Result<MediaFile, ToolError> {
    let encoding = image.encoding_for(changed);
    let output = context.output(operation, Some(name), encoding.extension());
    media_image::write_like(image, &output.path, changed, encoding, &output.name)?;
    Ok(output)
}
