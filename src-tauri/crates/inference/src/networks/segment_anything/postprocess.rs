//! The decoder's logits as masks of the image: brought to the square's size, cut where the image
//! ends, brought to the image's size, all linearly, and cut off at zero.

use image::GrayImage;
use rayon::prelude::*;

use super::preprocess::Placement;

/// A mask of the image's size.
#[derive(Debug, Clone)]
pub struct Mask {
    /// 255 where the thing is, 0 elsewhere.
    pub pixels: GrayImage,
    /// From 0 to 1: how little the mask changes when it is cut off at a logit one higher or lower
    /// (Kirillov et al. 2023, appendix B, "Stability"). 1 for an empty mask that stays empty.
    pub stability: f32,
    /// The box around it, `[left, top, right, bottom]` in pixels, all within; none where it is
    /// empty.
    pub bounds: Option<[u32; 4]>,
}

/// Logits `(size, size)`, row by row, of a square with `side` pixels, to the image's mask.
pub fn mask(logits: &[f32], size: usize, side: usize, placement: &Placement) -> Mask {
    let (scaled_width, scaled_height) = (placement.scaled.0 as usize, placement.scaled.1 as usize);
    let (width, height) = (placement.image.0 as usize, placement.image.1 as usize);
    let square = Interpolation {
        from: (size, size),
        scale: (size as f64 / side as f64, size as f64 / side as f64),
    };
    let mut scaled = vec![0.0; scaled_width * scaled_height];
    let across = square.across(scaled_width);
    let rows = scaled.par_chunks_mut(scaled_width.max(1)).enumerate();
    rows.for_each(|(line, row)| square.row(logits, line, &across, row));
    let scale = (
        scaled_width as f64 / width as f64,
        scaled_height as f64 / height as f64,
    );
    let image = Interpolation {
        from: (scaled_width, scaled_height),
        scale,
    };
    let across = image.across(width);
    let mut pixels = vec![0; width * height];
    let rows = pixels.par_chunks_mut(width.max(1)).enumerate();
    let counts = rows.map_init(
        || vec![0.0; width],
        |values, (line, pixels)| {
            image.row(&scaled, line, &across, values);
            let mut counts = Counts::default();
            for (column, (value, pixel)) in values.iter().zip(pixels).enumerate() {
                counts.high += u64::from(*value > 1.0);
                counts.low += u64::from(*value > -1.0);
                if *value > 0.0 {
                    *pixel = 255;
                    counts.include(column as u32, line as u32);
                }
            }
            counts
        },
    );
    let counts = counts.reduce(Counts::default, Counts::and);
    let stability = if counts.low == 0 {
        1.0
    } else {
        counts.high as f32 / counts.low as f32
    };
    let pixels = GrayImage::from_raw(width as u32, height as u32, pixels).unwrap_or_default();
    Mask {
        pixels,
        stability,
        bounds: counts.bounds,
    }
}

/// Counts of a mask's pixels, and its bounds.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    /// Pixels with a logit above 1, and above -1.
    high: u64,
    low: u64,
    bounds: Option<[u32; 4]>,
}

impl Counts {
    fn include(&mut self, x: u32, y: u32) {
        self.bounds = joined(self.bounds, Some([x, y, x, y]));
    }

    fn and(self, other: Self) -> Self {
        let bounds = joined(self.bounds, other.bounds);
        Self {
            high: self.high + other.high,
            low: self.low + other.low,
            bounds,
        }
    }
}

fn joined(one: Option<[u32; 4]>, other: Option<[u32; 4]>) -> Option<[u32; 4]> {
    match (one, other) {
        (Some(a), Some(b)) => Some([
            a[0].min(b[0]),
            a[1].min(b[1]),
            a[2].max(b[2]),
            a[3].max(b[3]),
        ]),
        (a, b) => a.or(b),
    }
}

/// Bilinear interpolation with pixels as areas, as `PyTorch` does without `align_corners` and
/// antialiasing.
struct Interpolation {
    /// Width and height of what is read.
    from: (usize, usize),
    /// Number of its pixels that make one, in x and y.
    scale: (f64, f64),
}

/// Two neighbours, and how much the second counts.
#[derive(Debug, Clone, Copy)]
struct Between {
    first: usize,
    second: usize,
    weight: f32,
}

impl Between {
    fn new(index: usize, scale: f64, length: usize) -> Self {
        let at = ((index as f64 + 0.5) * scale - 0.5).max(0.0);
        let last = length.saturating_sub(1);
        let first = (at as usize).min(last);
        Self {
            first,
            second: (first + 1).min(last),
            weight: (at - first as f64) as f32,
        }
    }

    fn mix(self, first: f32, second: f32) -> f32 {
        first * (1.0 - self.weight) + second * self.weight
    }
}

impl Interpolation {
    fn across(&self, width: usize) -> Vec<Between> {
        (0..width)
            .map(|column| Between::new(column, self.scale.0, self.from.0))
            .collect()
    }

    fn row(&self, values: &[f32], line: usize, across: &[Between], row: &mut [f32]) {
        let down = Between::new(line, self.scale.1, self.from.1);
        let (above, below) = (
            &values[down.first * self.from.0..],
            &values[down.second * self.from.0..],
        );
        for (value, side) in row.iter_mut().zip(across) {
            let above = side.mix(above[side.first], above[side.second]);
            let below = side.mix(below[side.first], below[side.second]);
            *value = down.mix(above, below);
        }
    }
}
