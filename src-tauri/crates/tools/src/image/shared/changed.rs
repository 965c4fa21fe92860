//! Shared code of the tools that work on each of several images, and of those that leave them the
//! format that they came in.

use image::DynamicImage;
use patchbay_domain::{LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_media::image::{self as media_image, DecodedImage};
use patchbay_tool_api::each::each as each_file;

use super::job::Job;
use crate::{Context, Inputs, ToolError};

/// Makes a file out of every image of the input `image` by `make`; the results are of the type
/// `kind` and keep the labels.
///
/// # Errors
/// Returns an error if nothing can be made of any image, or the work is to stop.
pub(crate) fn each(
    inputs: &Inputs,
    context: &Context,
    kind: ResourceType,
    make: impl Fn(&MediaFile, &Job) -> Result<MediaFile, ToolError>,
) -> Result<Resource, ToolError> {
    let images = inputs.images("image")?;
    let given = inputs.get("image")?.resource_type();
    let made = for_each(&images, context, |index, LabelledImage { file, label }| {
        let job = Job::new(context, (index, images.len()), &file.name, &given);
        job.reach(0.0)?;
        Ok(LabelledImage {
            file: make(file, &job)?,
            label: label.clone(),
        })
    })?;
    let items = made.into_iter().map(|(_, image)| image).collect();
    Ok(Resource::Images { kind, items })
}

/// Makes something of each of several images, and returns it with the image; one of which nothing
/// can be made is told in the step's notes, and the rest goes on.
///
/// # Errors
/// Nothing can be made of any, and where the work is to stop.
pub(crate) fn for_each<'a, T>(
    images: &'a [LabelledImage],
    context: &Context,
    make: impl Fn(usize, &LabelledImage) -> Result<T, ToolError>,
) -> Result<Vec<(&'a LabelledImage, T)>, ToolError> {
    let names: Vec<&str> = images
        .iter()
        .map(|image| image.file.name.as_str())
        .collect();
    let made = each_file(context, &names, |index| make(index, &images[index]))?;
    Ok(made
        .into_iter()
        .map(|(index, made)| (&images[index], made))
        .collect())
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
