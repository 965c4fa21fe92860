//! A picture as a film needs it: in sRGB, of even and bearable size.

use image::{DynamicImage, Rgb, RgbImage, imageops};
use patchbay_domain::MediaFile;
use patchbay_media::image::{converted, fit_within, read, resize};

use crate::ToolError;

/// The longest side of a film made of pictures, in pixels.
pub(super) const LONGEST_SIDE: u32 = 1920;
/// The shortest side: encoders and players fail on less.
pub(super) const SHORTEST_SIDE: u32 = 64;

/// The picture at no more than [`LONGEST_SIDE`], its sides even, a very small one framed in black.
pub(super) fn film_still(file: &MediaFile) -> Result<RgbImage, ToolError> {
    let picture = read(&file.path, &file.name)?;
    let (width, height) = fit_within(picture.pixels.width(), picture.pixels.height(), LONGEST_SIDE);
    let small = resize(&picture.pixels, width, height);
    let picture = opaque(&converted(small, picture.metadata.icc.as_deref(), None));
    let side = |length: u32| (length & !1).max(SHORTEST_SIDE);
    let mut still = RgbImage::new(side(width), side(height));
    let centred = |whole: u32, part: u32| (i64::from(whole) - i64::from(part)) / 2;
    let (left, top) = (centred(still.width(), width), centred(still.height(), height));
    imageops::replace(&mut still, &picture, left, top);
    Ok(still)
}

/// A picture on white where it is transparent.
pub(crate) fn opaque(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let pixels = picture.to_rgba8();
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [red, green, blue, alpha] = pixels.get_pixel(x, y).0.map(u32::from);
        let on_white = |channel: u32| ((channel * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
        Rgb([on_white(red), on_white(green), on_white(blue)])
    })
}
