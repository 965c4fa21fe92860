//! An image as a video needs it: in sRGB, of even and bearable size.

use image::{RgbImage, imageops};
use patchbay_domain::MediaFile;
use patchbay_media::image::{converted, fit_within, read, resize};
use patchbay_vision::on_white::opaque;

use crate::ToolError;

/// The longest side of a video made of images, in pixels.
pub(crate) const LONGEST_SIDE: u32 = 1920;
/// The shortest side: encoders and players fail on less.
pub(crate) const SHORTEST_SIDE: u32 = 64;

/// The image at no more than [`LONGEST_SIDE`], its sides even, a very small one framed in black.
pub(crate) fn video_still(file: &MediaFile) -> Result<RgbImage, ToolError> {
    let image = read(&file.path, &file.name)?;
    let (width, height) = fit_within(image.pixels.width(), image.pixels.height(), LONGEST_SIDE);
    let small = resize(&image.pixels, width, height);
    let image = opaque(&converted(small, image.metadata.icc.as_deref(), None));
    let side = |length: u32| (length & !1).max(SHORTEST_SIDE);
    let mut still = RgbImage::new(side(width), side(height));
    let centred = |whole: u32, part: u32| (i64::from(whole) - i64::from(part)) / 2;
    let (left, top) = (
        centred(still.width(), width),
        centred(still.height(), height),
    );
    imageops::replace(&mut still, &image, left, top);
    Ok(still)
}
