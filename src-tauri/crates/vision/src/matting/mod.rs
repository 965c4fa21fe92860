//! Soft outlines: from a mask that says yes or no to one that follows hair and blur, and the
//! colours of what is cut out without what was behind it.
//!
//! - [`guided`]: edges of a mask drawn after the image
//! - [`foreground`]: colours under a soft edge

pub mod foreground;
pub(crate) mod guided;

use image::{DynamicImage, GrayImage};
use patchbay_media::image as media_image;

/// The longer side, in pixels, of the copy on which the edge of a mask is drawn anew.
const SIDE: u32 = 1536;

/// A mask with steps for edges, drawn softly after the image; one that is soft already as it is.
/// Both have the same size.
pub fn softened(mask: GrayImage, image: &DynamicImage) -> GrayImage {
    let between = mask.pixels().filter(|p| (1..255).contains(&p[0])).count();
    let steps = mask.rows().map(|row| {
        let levels: Vec<u8> = row.map(|p| p[0]).collect();
        levels
            .windows(2)
            .filter(|pair| pair[0].abs_diff(pair[1]) > 200)
            .count()
    });
    if between >= steps.sum() {
        return mask;
    }
    let full = image.to_rgb8();
    let (width, height) = media_image::fit_within(full.width(), full.height(), SIDE);
    let small = media_image::resize(image, width, height).into_rgb8();
    let small_mask =
        media_image::resize(&DynamicImage::ImageLuma8(mask), width, height).into_luma8();
    let inside: Vec<bool> = small_mask.pixels().map(|p| p[0] > 127).collect();
    guided::Guide::new(&small).soften(&inside, &full)
}
