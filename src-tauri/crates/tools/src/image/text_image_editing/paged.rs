//! The same adjustments on every page of a scan.

use patchbay_domain::MediaFile;
use patchbay_media::image::{Contents, Pages, write_tiff};
use patchbay_values::adjustments::Adjustment;
use patchbay_vision::Report;
use patchbay_vision::editing::apply;

use crate::{Context, ToolError};

/// Writes a TIFF file of several pages with each page adjusted; none where the file is no such one.
///
/// # Errors
/// As [`apply`], a page is broken, or the file cannot be written.
pub(super) fn adjust(
    file: &MediaFile,
    adjustments: &[Adjustment],
    operation: &str,
    report: &Report,
    context: &Context,
) -> Result<Option<MediaFile>, ToolError> {
    if Contents::of(&file.path, &file.name)?.pages < 2 {
        return Ok(None);
    }
    let mut pages = Pages::open(&file.path, &file.name)?;
    if !pages.is_tiff() {
        return Ok(None);
    }
    let output = context.output(operation, Some(&file.name), "tiff");
    let count = pages.count();
    let all = (count * adjustments.len().max(1)) as f64;
    let adjusted = (0..count).map(|number| {
        let image = pages.read(number, None)?;
        let mut pixels = image.pixels;
        for (step, adjustment) in adjustments.iter().enumerate() {
            let before = (number * adjustments.len() + step) as f64;
            pixels = apply(adjustment, pixels, &|done| report((before + done) / all))?;
        }
        Ok((pixels, image.metadata))
    });
    write_tiff::<ToolError>((&output.path, &output.name), None, adjusted)?;
    Ok(Some(output))
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView, Rgb, RgbImage};
    use patchbay_domain::{MediaFile, Resource};
    use patchbay_media::image::{Metadata, Pages, write_tiff};

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn every_page_of_a_scan_is_edited_and_stays_one() {
        let bench = Bench::new();
        let fax = MediaFile {
            path: bench.context().folder.join("fax.tif"),
            name: "fax.tif".to_owned(),
        };
        // Each wider than the one before, and redder.
        let page = |number: u8| {
            let pixels =
                RgbImage::from_pixel(60 + 10 * u32::from(number), 40, Rgb([50 * number, 90, 30]));
            Ok::<_, ToolError>((DynamicImage::from(pixels), Metadata::default()))
        };
        write_tiff((&fax.path, "fax.tif"), None, (0..3).map(page)).unwrap();
        let edit = |words: &str| {
            let inputs = [
                ("image", Resource::image(fax.clone())),
                ("text", Resource::Text(words.to_owned())),
            ];
            bench.run("text_image_editing", inputs).unwrap().files()[0].clone()
        };
        let edited = edit("invert it and rotate it 90 degrees");
        assert_eq!(edited.name, "fax_edited.tiff");
        let mut pages = Pages::open(&edited.path, &edited.name).unwrap();
        assert_eq!(pages.count(), 3);
        for number in 0..3_u8 {
            let pixels = pages.read(number.into(), None).unwrap().pixels;
            assert_eq!(pixels.dimensions(), (40, 60 + 10 * u32::from(number)));
            let seen = pixels.to_rgb8().get_pixel(20, 30).0;
            let expected = [255 - 50 * number, 165, 225];
            let is_so = seen.iter().zip(expected).all(|(a, b)| a.abs_diff(b) < 3);
            assert!(is_so, "page {number}: {seen:?}");
        }
        // What holds no pages has the first.
        let png = edit("convert it to png");
        assert_eq!(open(&png).dimensions(), (60, 40));
    }
}
