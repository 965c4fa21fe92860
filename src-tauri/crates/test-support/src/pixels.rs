//! Grain for images, and how little two images differ.

use image::RgbImage;

/// Grain that looks random and is the same in every run, from `-amplitude` to `amplitude`.
pub fn noise(x: u32, y: u32, amplitude: i32) -> i32 {
    let mut bits = x.wrapping_mul(0x9E37_79B9) ^ y.wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    ((bits ^ (bits >> 15)) % (2 * amplitude as u32 + 1)) as i32 - amplitude
}

/// The peak signal-to-noise ratio of two images in dB: how little they differ.
pub fn decibels(a: &RgbImage, b: &RgbImage) -> f64 {
    let squares: f64 = a
        .iter()
        .zip(b.iter())
        .map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2))
        .sum();
    10.0 * (255.0_f64.powi(2) * a.len() as f64 / squares.max(1.0)).log10()
}
