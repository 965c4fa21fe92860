//! Adjustments that look at a pixel's surroundings or place.

use image::DynamicImage;
use patchbay_domain::Cancelled;
use patchbay_media::image as media_image;

use crate::Report;
use crate::bands::by_bands;
use crate::pixels;
use crate::sketch;

/// Lightness of a pencil's stroke, from 0 to 1.
const GRAPHITE: f32 = 0.2;

/// Blurs by a Gaussian with that deviation in pixels.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn blur(
    image: &DynamicImage,
    deviation: f32,
    report: &Report,
) -> Result<DynamicImage, Cancelled> {
    let deviation = deviation.clamp(0.3, image.width().max(image.height()) as f32);
    // A wide blur of a small copy looks the same and takes a fraction of the time.
    let shrink = (deviation / 3.0).floor();
    if shrink < 2.0 {
        return by_bands(image, 1, margin(deviation), report, |band, _| {
            Ok(blurred(band, deviation))
        });
    }
    let side = |length: u32| ((length as f32 / shrink).round() as u32).max(1);
    let small = media_image::resize(image, side(image.width()), side(image.height()));
    report(0.5)?;
    Ok(media_image::resize(
        &blurred(&small, deviation / shrink),
        image.width(),
        image.height(),
    ))
}

/// Distance that a blur reaches, in pixels.
fn margin(deviation: f32) -> u32 {
    (4.0 * deviation).ceil() as u32 + 2
}

/// A blurred copy in which clear pixels lend no colour to their neighbours.
fn blurred(image: &DynamicImage, deviation: f32) -> DynamicImage {
    if !image.color().has_alpha() {
        return image.fast_blur(deviation);
    }
    let mut premultiplied = image.to_rgba32f();
    premultiplied
        .pixels_mut()
        .for_each(|pixel| (0..3).for_each(|channel| pixel[channel] *= pixel[3]));
    let mut soft = image::imageops::fast_blur(&premultiplied, deviation);
    for pixel in soft.pixels_mut() {
        let alpha = pixel[3].max(1e-4);
        (0..3).for_each(|channel| pixel[channel] /= alpha);
    }
    let soft = pixels::from_float(soft, pixels::is_deep(image));
    if image.color().has_color() {
        return soft;
    }
    if pixels::is_deep(image) {
        soft.into_luma_alpha16().into()
    } else {
        soft.into_luma_alpha8().into()
    }
}

/// Adds `strength` times what a slight blur would take away, where it is more than grain.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn sharpen(
    image: &DynamicImage,
    strength: f32,
    report: &Report,
) -> Result<DynamicImage, Cancelled> {
    let deviation = (image.width().max(image.height()) as f32 / 1500.0).clamp(0.8, 3.0);
    by_bands(image, 1, margin(deviation), report, |band, _| {
        let smooth = blurred(band, deviation);
        Ok(pixels::map(band.clone(), |x, y, sharp| {
            let smooth = pixels::at(&smooth, x, y);
            [0, 1, 2].map(|channel| {
                let detail = sharp[channel] - smooth[channel];
                let above_grain = (detail.abs() / 0.01).min(1.0);
                sharp[channel] + strength * above_grain * detail
            })
        }))
    })
}

/// Darkens towards the corners, there by `strength` (0 to 1).
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn vignette(
    image: &DynamicImage,
    strength: f32,
    report: &Report,
) -> Result<DynamicImage, Cancelled> {
    let (width, height) = (image.width() as f32, image.height() as f32);
    by_bands(image, 1, 0, report, |band, top| {
        Ok(pixels::map(band.clone(), |x, y, color| {
            let (u, v) = (
                (2.0 * x as f32 + 1.0) / width - 1.0,
                (2.0 * (top + y) as f32 + 1.0) / height - 1.0,
            );
            let edge = ((u.hypot(v) / std::f32::consts::SQRT_2 - 0.35) / 0.65).clamp(0.0, 1.0);
            let light = 1.0 - strength * edge * edge * (3.0 - 2.0 * edge);
            color.map(|value| value * light)
        }))
    })
}

/// Film grain: noise that lightens and darkens all channels alike, the same each time; at `strength` 1 with a deviation
/// of a fifth of white.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn grain(
    image: &DynamicImage,
    strength: f32,
    report: &Report,
) -> Result<DynamicImage, Cancelled> {
    by_bands(image, 1, 0, report, |band, top| {
        Ok(pixels::map(band.clone(), |x, y, color| {
            let light = 0.2 * strength * noise(x, top + y);
            color.map(|value| value + light)
        }))
    })
}

/// Noise of a pixel, about normally distributed with deviation 1: the sum of four even ones, drawn by a hash of the place
/// (the finaliser of `MurmurHash3`).
fn noise(x: u32, y: u32) -> f32 {
    let mut hash = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77);
    for factor in [0x85eb_ca6b, 0xc2b2_ae35] {
        hash = (hash ^ (hash >> 16)).wrapping_mul(factor);
    }
    let bytes = (hash ^ (hash >> 16)).to_le_bytes();
    let sum: f32 = bytes.iter().map(|byte| f32::from(*byte) / 255.0).sum();
    (sum - 2.0) * 3_f32.sqrt()
}

/// Square blocks of one colour, each about so many pixels wide.
pub fn pixelate(image: &DynamicImage, block: f32) -> DynamicImage {
    let (width, height) = (image.width(), image.height());
    let block = block.round().clamp(2.0, width.max(height).max(2) as f32);
    let side = |length: u32| ((length as f32 / block).round() as u32).max(1);
    let small = image.resize_exact(
        side(width),
        side(height),
        image::imageops::FilterType::Triangle,
    );
    small.resize_exact(width, height, image::imageops::FilterType::Nearest)
}

/// Pencil strokes on white paper, clear where the image is.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn sketch(image: DynamicImage, report: &Report) -> Result<DynamicImage, Cancelled> {
    let strokes = sketch::strokes(&image, report)?;
    Ok(pixels::map(image, |x, y, _| {
        let stroke = f32::from(strokes.get_pixel(x, y)[0]) / 255.0;
        [1.0 - (1.0 - GRAPHITE) * stroke; 3]
    }))
}
