//! Adjustments that look at a pixel's surroundings or place.

use image::DynamicImage;
use patchbay_media::image as pictures;

use crate::image::pixels;

/// Blurs by a Gaussian with a deviation of `share` of the longer side.
pub fn blur(picture: &DynamicImage, share: f32) -> DynamicImage {
    let sigma = (share * picture.width().max(picture.height()) as f32).max(0.3);
    // A wide blur of a small copy looks the same and takes a fraction of the time.
    let shrink = (sigma / 3.0).floor().max(1.0);
    if shrink < 2.0 {
        return picture.fast_blur(sigma);
    }
    let side = |length: u32| ((length as f32 / shrink).round() as u32).max(1);
    let small = pictures::resize(picture, side(picture.width()), side(picture.height()));
    pictures::resize(&small.fast_blur(sigma / shrink), picture.width(), picture.height())
}

/// Adds `strength` times what a slight blur would take away, where it is more than grain.
pub fn sharpen(picture: &DynamicImage, strength: f32) -> DynamicImage {
    let sigma = (picture.width().max(picture.height()) as f32 / 1500.0).clamp(0.8, 3.0);
    let smooth = picture.fast_blur(sigma);
    pixels::map(picture.clone(), |x, y, sharp| {
        let smooth = pixels::at(&smooth, x, y);
        [0, 1, 2].map(|channel| {
            let detail = sharp[channel] - smooth[channel];
            let above_grain = (detail.abs() / 0.01).min(1.0);
            sharp[channel] + strength * above_grain * detail
        })
    })
}

/// Darkens towards the corners, there by `strength` (0 to 1).
pub fn vignette(picture: DynamicImage, strength: f32) -> DynamicImage {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    pixels::map(picture, |x, y, color| {
        let (u, v) = ((2.0 * x as f32 + 1.0) / width - 1.0, (2.0 * y as f32 + 1.0) / height - 1.0);
        let edge = ((u.hypot(v) / std::f32::consts::SQRT_2 - 0.35) / 0.65).clamp(0.0, 1.0);
        let light = 1.0 - strength * edge * edge * (3.0 - 2.0 * edge);
        color.map(|value| value * light)
    })
}

/// Square blocks of one colour, each `share` of the longer side wide.
pub fn pixelate(picture: &DynamicImage, share: f32) -> DynamicImage {
    let (width, height) = (picture.width(), picture.height());
    let block = (share * width.max(height) as f32).round().max(2.0);
    let side = |length: u32| ((length as f32 / block).round() as u32).max(1);
    let small = picture.resize_exact(side(width), side(height), image::imageops::FilterType::Triangle);
    small.resize_exact(width, height, image::imageops::FilterType::Nearest)
}
