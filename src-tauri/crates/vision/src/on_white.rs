//! Images without transparency.

use image::{DynamicImage, Rgb, RgbImage};

/// An image on white where it is transparent.
pub fn opaque(image: &DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.to_rgb8();
    }
    let pixels = image.to_rgba8();
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [red, green, blue, alpha] = pixels.get_pixel(x, y).0.map(u32::from);
        let on_white = |channel: u32| ((channel * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
        Rgb([on_white(red), on_white(green), on_white(blue)])
    })
}
