//! `image_compression`: a JPEG or WebP of an image that is as good as a number of bytes allows. Its pixels
//! stay as many as they are unless the file would look bad then; where a size is asked for, the file
//! has that.

mod limits;
mod packing;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use image::DynamicImage;
use patchbay_domain::{Resource, ResourceType};
use patchbay_media::MediaError;
use patchbay_media::image::{self as media_image, Encoding};
use patchbay_tool_api::converting::fit_for;
use patchbay_tool_api::services::Limits;
use patchbay_values::adjustments::Adjustment;
use patchbay_values::data::written_bytes;
use patchbay_vision::editing::{apply, geometry};

use self::limits::{fitting, format, squared};
use self::packing::packed;
use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageCompression;
inventory::submit!(Registered(&ImageCompression));

impl Implementation for ImageCompression {
    fn tool(&self) -> &'static str {
        "image_compression"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let limits = Limits::of_image(inputs);
        let asked = inputs.bytes("target")?;
        let most = asked.into_iter().chain(limits.bytes).min();
        // Where no number of bytes is asked for.
        let quality = match inputs.value("quality").as_deref() {
            Some("small") => 50,
            Some("high") => 88,
            _ => 75,
        };
        let format = format(inputs, &limits)?;
        let encoding = format.as_deref().and_then(Encoding::of_extension);
        let size = inputs.size("size")?;
        let resize: Vec<_> = size.into_iter().map(Adjustment::Resize).collect();
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let is_sized = Cell::new(false);
            let wanted = |own| match resize.first() {
                Some(Adjustment::Resize(size)) => {
                    is_sized.set(true);
                    geometry::sides(*size, own)
                }
                _ => own,
            };
            let image = media_image::read_sized(&file.path, &file.name, wanted, &|done| {
                job.reach(0.3 * done).map_err(|_| MediaError::Cancelled)
            })?;
            let mut pixels = image.pixels.clone();
            let fitted = fitting(&limits, &resize, (pixels.width(), pixels.height()));
            let left = resize.iter().skip(usize::from(is_sized.get()));
            for adjustment in left.chain(&fitted) {
                pixels = apply(adjustment, pixels, &|done| job.reach(0.3 * done))?;
            }
            if limits.is_square {
                pixels = squared(&pixels);
            }
            let encoding = encoding.unwrap_or_else(|| usual(&file.name));
            if encoding == Encoding::Jpeg && is_clear_somewhere(&pixels) {
                context.progress.say(format!(
                    "What was clear in “{}” is white: a JPEG holds no transparency.",
                    file.name
                ));
            }
            let pixels = fit_for(pixels, encoding)?;
            let output = context.output("compressed", Some(&file.name), encoding.extension());
            let write = |pixels: &_, quality| {
                job.reach(0.5)?;
                let packed = (encoding, quality);
                media_image::write_packed(&image, &output.path, pixels, packed, &output.name)?;
                let facts = std::fs::metadata(&output.path);
                Ok::<_, ToolError>(facts.map_or(u64::MAX, |facts| facts.len()))
            };
            let Some(most) = most else {
                write(&pixels, quality)?;
                return Ok(output);
            };
            let before = (pixels.width(), pixels.height());
            let may_shrink = resize.is_empty() && !limits.is_exact;
            let made = packed(pixels, most, may_shrink, write).inspect_err(|_| {
                let _ = std::fs::remove_file(&output.path);
            })?;
            let (width, height) = (made.width(), made.height());
            if (width, height) != before {
                context.progress.say(format!(
                    "To fit into {} without looking bad, “{}” became {width} × {height} pixels.",
                    written_bytes(most),
                    file.name
                ));
            }
            Ok(output)
        })
    }
}

/// Default encoding of a file: a WebP as WebP, all others as JPEG.
fn usual(name: &str) -> Encoding {
    if name.to_lowercase().ends_with(".webp") {
        Encoding::WebP
    } else {
        Encoding::Jpeg
    }
}

/// Whether anything shows through an image.
fn is_clear_somewhere(pixels: &DynamicImage) -> bool {
    pixels.color().has_alpha() && pixels.to_rgba8().pixels().any(|pixel| pixel[3] < u8::MAX)
}
