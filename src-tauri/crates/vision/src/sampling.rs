//! Colours between pixels.
//!
//! Keys, "Cubic Convolution Interpolation for Digital Image Processing" (1981), equation 4 with a =
//! -1/2: keeps straight ramps as they are and detail almost as well as longer kernels.

use image::{DynamicImage, ImageBuffer, Pixel};

use crate::pixels::{self, Depth, each_kind};

/// The colours (RGBA from 0 to 1) of an image at places, `(0, 0)` being the middle of its first
/// pixel; clear and black where there is no place. Beyond the frame the colours of its edge go on.
pub(crate) fn sample(
    image: &DynamicImage,
    places: impl Iterator<Item = Option<(f32, f32)>>,
    out: &mut [[f32; 4]],
) {
    each_kind!(image, pixels => {
        for (color, place) in out.iter_mut().zip(places) {
            *color = place.map_or([0.0; 4], |(x, y)| cubic(pixels, x, y));
        }
    });
}

/// Share of a pixel at a place that lies on an image of that size, from 0 to 1: its edge is soft.
pub(crate) fn cover((x, y): (f32, f32), (width, height): (f32, f32)) -> f32 {
    let within = |at: f32, length: f32| (at + 1.0).clamp(0.0, 1.0) * (length - at).clamp(0.0, 1.0);
    within(x, width) * within(y, height)
}

fn cubic<P: Pixel<Subpixel: Depth>>(
    pixels: &ImageBuffer<P, Vec<P::Subpixel>>,
    x: f32,
    y: f32,
) -> [f32; 4] {
    let (right, bottom) = (pixels.width() as i32 - 1, pixels.height() as i32 - 1);
    let (x, y) = (
        x.clamp(-4.0, right as f32 + 4.0),
        y.clamp(-4.0, bottom as f32 + 4.0),
    );
    let (left, top) = (x.floor(), y.floor());
    let (across, down) = (weights(x - left), weights(y - top));
    let (left, top) = (left as i32 - 1, top as i32 - 1);
    let mut sum = [0.0_f32; 4];
    for (row, weight_down) in down.iter().enumerate() {
        let v = (top + row as i32).clamp(0, bottom) as u32;
        for (column, weight_across) in across.iter().enumerate() {
            let u = (left + column as i32).clamp(0, right) as u32;
            let [r, g, b, alpha] = pixels::get(pixels.get_pixel(u, v));
            // Clear pixels have no say in the colour.
            let weight = weight_down * weight_across * alpha;
            sum[0] += weight * r;
            sum[1] += weight * g;
            sum[2] += weight * b;
            sum[3] += weight;
        }
    }
    let [r, g, b, alpha] = sum;
    if alpha <= 1e-4 {
        [0.0; 4]
    } else {
        [r / alpha, g / alpha, b / alpha, alpha].map(|value| value.clamp(0.0, 1.0))
    }
}

/// The shares of the four pixels around a place that lies `t` (0 to 1) after the second of them.
fn weights(t: f32) -> [f32; 4] {
    [
        ((-0.5 * t + 1.0) * t - 0.5) * t,
        (1.5 * t - 2.5) * t * t + 1.0,
        ((-1.5 * t + 2.0) * t + 0.5) * t,
        (0.5 * t - 0.5) * t * t,
    ]
}

#[cfg(test)]
mod tests {
    use image::{Luma, Rgba, RgbaImage};

    use super::*;

    #[test]
    fn ramps_stay_straight_and_clear_pixels_lend_no_colour() {
        let ramp =
            DynamicImage::ImageLuma16(ImageBuffer::from_fn(9, 9, |x, _| Luma([x as u16 * 4_000])));
        let mut out = [[0.0; 4]; 4];
        sample(
            &ramp,
            [
                Some((3.25, 4.6)),
                None,
                Some((-5.0, 40.0)),
                Some((8.0, 8.0)),
            ]
            .into_iter(),
            &mut out,
        );
        assert!(
            (out[0][0] - 3.25 * 4_000.0 / 65_535.0).abs() < 1e-4,
            "{out:?}"
        );
        assert_eq!((out[1], out[2][0]), ([0.0; 4], 0.0));
        assert!((out[3][0] - 32_000.0 / 65_535.0).abs() < 1e-5);
        let edge = RgbaImage::from_fn(6, 1, |x, _| {
            if x < 3 {
                Rgba([200, 0, 0, 255])
            } else {
                Rgba([0, 255, 0, 0])
            }
        });
        sample(&edge.into(), std::iter::once(Some((2.5, 0.0))), &mut out);
        assert!(
            (out[0][0] - 200.0 / 255.0).abs() < 0.01
                && out[0][1] == 0.0
                && (out[0][3] - 0.5).abs() < 1e-4
        );
    }
}
