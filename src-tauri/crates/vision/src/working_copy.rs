//! The image as pointing looks at it: small enough to be fast, smoothed against grain, in a space
//! where distances are as large as they look.

use image::{DynamicImage, RgbImage};
use imageproc::filter::gaussian_blur_f32;
use patchbay_media::image as media_image;
use rayon::prelude::*;

/// The longer side of the working copy in pixels.
const SIDE: u32 = 1024;

/// A colour in CIE L*a*b* (D65): lightness 0 to 100, and two axes of roughly -100 to 100.
pub(crate) type Lab = [f32; 3];

/// An image of at most [`SIDE`] pixels.
pub(crate) struct WorkingCopy {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The pixels, row by row.
    pub(crate) rgb: RgbImage,
    /// The smoothed pixels' colours, row by row.
    pub(crate) lab: Vec<Lab>,
}

impl WorkingCopy {
    pub(crate) fn new(full: &RgbImage) -> Self {
        let (width, height) = size(full.dimensions());
        let rgb = if (width, height) == full.dimensions() {
            full.clone()
        } else {
            media_image::resize(&DynamicImage::ImageRgb8(full.clone()), width, height).into_rgb8()
        };
        let lab = lab_colors(&gaussian_blur_f32(&rgb, 1.0));
        Self {
            width: width as usize,
            height: height as usize,
            lab,
            rgb,
        }
    }
}

/// The working copy's size for an image's.
pub(crate) fn size((width, height): (u32, u32)) -> (u32, u32) {
    media_image::fit_within(width, height, SIDE)
}

/// The colours of an image in sRGB, row by row.
pub(crate) fn lab_colors(image: &RgbImage) -> Vec<Lab> {
    let linear = linear_levels();
    let pixels = image.as_raw().par_chunks_exact(3);
    pixels
        .map(|p| {
            lab([
                linear[p[0] as usize],
                linear[p[1] as usize],
                linear[p[2] as usize],
            ])
        })
        .collect()
}

/// The linear light of an sRGB component, both from 0 to 1 (IEC 61966-2-1).
pub(crate) fn linear_light(component: f32) -> f32 {
    if component <= 0.040_45 {
        component / 12.92
    } else {
        ((component + 0.055) / 1.055).powf(2.4)
    }
}

/// [`linear_light`] of each level of 8 bits.
pub(crate) fn linear_levels() -> Vec<f32> {
    (0..256)
        .map(|level| linear_light(level as f32 / 255.0))
        .collect()
}

/// CIE L*a*b* of linear sRGB from 0 to 1, white point D65.
pub(crate) fn lab([r, g, b]: [f32; 3]) -> Lab {
    let curve = |t: f32| {
        if t > 0.008_856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    };
    let x = curve((0.412_4 * r + 0.357_6 * g + 0.180_5 * b) / 0.950_47);
    let y = curve(0.212_6 * r + 0.715_2 * g + 0.072_2 * b);
    let z = curve((0.019_3 * r + 0.119_2 * g + 0.950_5 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The squared distance of two colours.
pub(crate) fn squared_distance(a: Lab, b: Lab) -> f32 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) + (a[2] - b[2]).powi(2)
}
