//! Pages as pictures: one TIFF file of all, or a file for each.

use image::DynamicImage;
use patchbay_domain::MediaFile;
use patchbay_media::image::{
    Animation, DecodedImage, Encoding, Metadata, Pages, write_dots, write_like, write_tiff,
};
use patchbay_tool_api::converting::fit_for;

use super::{Wanted, count_within, purpose};
use crate::image::shared::documents::Paged;
use crate::{Context, ToolError};

/// The most bytes of frames in memory.
const MOST_BYTES: usize = 1 << 30;

/// Writes the pages.
///
/// # Errors
/// A file cannot be read or written, or the step is to stop.
pub(super) fn written(
    files: &[Paged],
    wanted: &Wanted,
    format: &str,
    context: &Context,
) -> Result<Vec<MediaFile>, ToolError> {
    let encoding = Encoding::of_extension(format).ok_or_else(|| {
        ToolError::Refused(format!(
            "Pages cannot be written as {} here.",
            format.to_uppercase()
        ))
    })?;
    if encoding == Encoding::Tiff && !wanted.is_apart {
        let output = context.output("pages", Some(&files[0].file.name), "tiff");
        let all: usize = files.iter().map(|file| file.pages.len()).sum();
        let mut done = 0;
        let pages = files
            .iter()
            .flat_map(|file| read(file, wanted))
            .map(|page| {
                context.step(done, all)?;
                done += 1;
                let (_, image) = page?;
                Ok((image.pixels, image.metadata))
            });
        write_tiff::<ToolError>((&output.path, &output.name), dots(files, wanted), pages)?;
        return Ok(vec![output]);
    }
    let all = count_within(files)?;
    let mut made = Vec::with_capacity(all);
    for file in files {
        for page in read(file, wanted) {
            context.step(made.len(), all)?;
            let (number, image) = page?;
            let pixels = fit_for(image.pixels.clone(), encoding)?;
            let output = context.output(
                &purpose(number, file.count),
                Some(&file.file.name),
                encoding.extension(),
            );
            write_like(&image, &output.path, &pixels, encoding, &output.name)?;
            if file.is_document {
                write_dots(&output.path, &output.name, wanted.dots.unwrap_or(150.0))?;
            }
            made.push(output);
        }
    }
    Ok(made)
}

/// Dots per inch at which pages of documents are drawn; none where none is drawn.
fn dots(files: &[Paged], wanted: &Wanted) -> Option<f64> {
    let is_drawn = files.iter().any(|file| file.is_document);
    is_drawn.then(|| wanted.dots.unwrap_or(150.0))
}

/// The pages of a file that are wanted, one after the other, turned.
fn read<'a>(
    file: &'a Paged,
    wanted: &'a Wanted,
) -> Box<dyn Iterator<Item = Result<(usize, DecodedImage), ToolError>> + 'a> {
    let turned = |number: usize, image: DecodedImage| {
        let pixels = match wanted.turn {
            90 => image.pixels.rotate90(),
            180 => image.pixels.rotate180(),
            270 => image.pixels.rotate270(),
            _ => image.pixels,
        };
        (number, DecodedImage { pixels, ..image })
    };
    let opened = Pages::open(&file.file.path, &file.file.name);
    let mut pages = match opened {
        Ok(pages) => pages,
        Err(error) => return Box::new(std::iter::once(Err(error.into()))),
    };
    if pages.count() == 1 && file.count > 1 {
        return match frames(file) {
            Ok(frames) => Box::new(frames.into_iter().map(move |(number, pixels)| {
                let image = DecodedImage {
                    pixels,
                    metadata: Metadata::default(),
                };
                Ok(turned(number, image))
            })),
            Err(error) => Box::new(std::iter::once(Err(error))),
        };
    }
    Box::new(file.pages.iter().map(move |number| {
        let image = pages.read(*number, wanted.dots)?;
        Ok(turned(*number, image))
    }))
}

/// The frames of an animation that are wanted, in their order.
fn frames(file: &Paged) -> Result<Vec<(usize, DynamicImage)>, ToolError> {
    let Some(animation) = Animation::open(&file.file.path, &file.file.name)? else {
        return Ok(Vec::new());
    };
    let (mut found, mut bytes) = (Vec::new(), 0);
    for (number, frame) in animation.frames()?.enumerate() {
        let (pixels, _) = frame?;
        if file.pages.contains(&number) {
            bytes += pixels.as_bytes().len();
            if bytes > MOST_BYTES {
                return Err(ToolError::Refused(format!(
                    "“{}” has too many frames to take apart at once. Choose some of them as pages.",
                    file.file.name
                )));
            }
            found.push((number, pixels));
        }
    }
    Ok(found)
}
