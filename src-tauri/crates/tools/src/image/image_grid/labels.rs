//! Words in the corners of the images of a collage.

use image::{DynamicImage, GrayImage, Luma};
use patchbay_vision::lettering;
use patchbay_vision::pixels::{blend, unit, with_color};

/// Height of letters, of the shorter side of an image.
const LETTERS: f32 = 0.07;
/// Letters are never lower, in pixels.
const SMALLEST: f32 = 12.0;

/// The image with a word in its top left corner: white on black.
pub(super) fn labelled(image: &DynamicImage, word: &str) -> DynamicImage {
    let image = with_color(image.clone());
    let (wide, high) = (image.width(), image.height());
    let mut letters = (wide.min(high) as f32 * LETTERS).max(SMALLEST);
    let room = wide as f32 * 0.9;
    let width = lettering::width(word, letters) + letters;
    if width > room {
        letters *= room / width;
    }
    let (across, down) = (
        (lettering::width(word, letters) + letters).ceil() as u32,
        (lettering::line_height(letters) + letters * 0.4).ceil() as u32,
    );
    let size = (across.clamp(1, wide), down.clamp(1, high));
    let plate = GrayImage::from_pixel(size.0, size.1, Luma([170]));
    let dark = blend(&image, (0, 0), &plate, |_, _| [0.0, 0.0, 0.0, 1.0]);
    let mut ink = GrayImage::new(size.0, size.1);
    let corner = (letters * 0.5, letters * 0.2);
    lettering::draw(word, letters, corner, |x, y, cover| {
        if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
            && let Some(pixel) = ink.get_pixel_mut_checked(x, y)
        {
            pixel.0[0] = pixel.0[0].max((cover * 255.0) as u8);
        }
    });
    let [red, green, blue] = unit([255; 3]);
    blend(&dark, (0, 0), &ink, |_, _| [red, green, blue, 1.0])
}
