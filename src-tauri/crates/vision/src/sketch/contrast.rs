//! A grey that keeps apart what colour keeps apart: lightness, and a part of the colour that
//! changes most in the image. After Grundland and Dodgson, "Decolorize: Fast, Contrast Enhancing,
//! Color to Grayscale Conversion", 2007 (sections 3.3 to 3.5), with CIE L*a*b* for their colour
//! space.

use image::RgbImage;

use crate::planes::Plane;
use crate::working_copy::lab_colors;

/// Share of the colour that is added to the lightness.
const COLOR: f32 = 0.6;
/// The distance in pixels at which colours are compared.
const APART: usize = 4;

/// The grey of each pixel, mostly 0 to 1.
pub(super) fn grey(image: &RgbImage) -> Plane {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let colors = lab_colors(image);
    // The covariance of differences: of both axes of colour, and of each of them with lightness.
    let (mut aa, mut ab, mut bb, mut la, mut lb) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    for at in 0..colors.len() {
        let right = (at % width + APART < width).then_some(at + APART);
        let below = (at / width + APART < height).then_some(at + APART * width);
        for other in [right, below].into_iter().flatten() {
            let [l, a, b] =
                [0, 1, 2].map(|channel| f64::from(colors[other][channel] - colors[at][channel]));
            (aa, ab, bb, la, lb) = (aa + a * a, ab + a * b, bb + b * b, la + l * a, lb + l * b);
        }
    }
    let angle = 0.5 * (2.0 * ab).atan2(aa - bb);
    let (mut a, mut b) = (angle.cos(), angle.sin());
    // Lighter things get lighter by it.
    if a * la + b * lb < 0.0 {
        (a, b) = (-a, -b);
    }
    let (a, b) = (COLOR * a as f32, COLOR * b as f32);
    Plane::from_fn(width, height, |at| {
        (colors[at][0] + a * colors[at][1] + b * colors[at][2]) / 100.0
    })
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn colours_of_one_lightness_get_different_greys() {
        let image = RgbImage::from_fn(60, 40, |x, _| {
            if x < 30 {
                Rgb([200, 80, 80])
            } else {
                Rgb([60, 121, 80])
            }
        });
        let plane = grey(&image);
        assert!((plane.values[10] - plane.values[50]).abs() > 0.3);
        let plain = grey(&RgbImage::from_pixel(3, 3, Rgb([119; 3])));
        assert!(plain.values.iter().all(|value| (value - 0.5).abs() < 0.01));
    }
}
