//! Canny, "A Computational Approach to Edge Detection" (1986): smooth, differentiate, keep ridges,
//! follow them with two thresholds. The thresholds come from the same gradients, so that neither a
//! dim nor a noisy photo needs a setting. imageproc's takes both from its caller, and smooths every photo alike.

use image::{DynamicImage, GrayImage};
use patchbay_domain::Cancelled;
use rayon::prelude::*;

use crate::Report;
use crate::bands::by_bands;
use crate::planes::{self, Plane};

/// Smoothing before differentiation, in pixels of an image of about two megapixels; larger ones are
/// smoothed more, for their grain is finer than what people call an edge.
const SIGMA: f32 = 1.4;

/// States of a pixel: no ridge, one that belongs to an edge if it hangs together with it, one that
/// begins an edge, an edge.
const NONE: u8 = 0;
const WEAK: u8 = 1;
const STRONG: u8 = 2;
const EDGE: u8 = 255;

/// Takes one byte for each pixel and works out gradients twice, row by row: to keep them would take
/// eight times as much.
pub fn canny(pixels: DynamicImage, report: &Report) -> Result<GrayImage, Cancelled> {
    let grey = smoothed(&pixels, &|done| report(0.1 + 0.4 * done))?;
    drop(pixels);
    report(0.5)?;
    let (low, high) = thresholds(&grey);
    report(0.6)?;
    let ridges = ridges(&grey, low, high);
    drop(grey);
    report(0.8)?;
    Ok(follow(ridges))
}

/// The image's brightness without its grain, in whole levels.
fn smoothed(pixels: &DynamicImage, report: &Report) -> Result<GrayImage, Cancelled> {
    let megapixels = pixels.width() as f32 * pixels.height() as f32 / 1e6;
    let sigma = SIGMA * (megapixels / 2.0).sqrt().clamp(1.0, 2.5);
    let grey = by_bands(
        pixels,
        1,
        (planes::REACH * sigma).ceil() as u32,
        report,
        |band, _| {
            let smooth = Plane::luma(&band.to_rgb8()).blurred(sigma);
            let levels = smooth
                .values
                .par_iter()
                .with_min_len(4096)
                .map(|value| (value + 0.5) as u8)
                .collect();
            let band = GrayImage::from_raw(band.width(), band.height(), levels);
            Ok(DynamicImage::ImageLuma8(
                band.expect("one level for each pixel"),
            ))
        },
    )?;
    Ok(grey.into_luma8())
}

/// Changes along a row of pixels; beyond the frame the nearest pixel counts.
#[derive(Default)]
struct Slopes {
    /// The Sobel derivatives at each pixel: to the right, and downwards.
    across: Vec<i16>,
    down: Vec<i16>,
    /// The length of both together.
    strength: Vec<f32>,
    /// Of each column its weighted sum and its difference over three rows, with one column more at
    /// either end.
    columns: Vec<(i16, i16)>,
}

impl Slopes {
    /// Works out row `y`.
    fn take(&mut self, grey: &GrayImage, y: usize) {
        let (width, height) = (grey.width() as usize, grey.height() as usize);
        let line = |y: usize| &grey.as_raw()[y * width..(y + 1) * width];
        let (above, middle, below) = (
            line(y.saturating_sub(1)),
            line(y),
            line((y + 1).min(height - 1)),
        );
        let column = |((&above, &middle), &below): ((&u8, &u8), &u8)| {
            let (above, middle, below) = (i16::from(above), i16::from(middle), i16::from(below));
            (above + 2 * middle + below, below - above)
        };
        self.columns.clear();
        self.columns.push((0, 0));
        self.columns
            .extend(above.iter().zip(middle).zip(below).map(column));
        self.columns[0] = self.columns[1];
        self.columns.extend_from_within(width..);
        self.across.clear();
        self.down.clear();
        self.strength.clear();
        self.across
            .extend(self.columns.windows(3).map(|at| at[2].0 - at[0].0));
        self.down.extend(
            self.columns
                .windows(3)
                .map(|at| at[0].1 + 2 * at[1].1 + at[2].1),
        );
        let square = |value: i16| i32::from(value) * i32::from(value);
        let both = self.across.iter().zip(&self.down);
        self.strength
            .extend(both.map(|(&across, &down)| ((square(across) + square(down)) as f32).sqrt()));
    }
}

/// Thresholds `(low, high)`: an edge begins where the gradient stands well above both the grain
/// (its median) and most of the image, and is followed down to four tenths of that.
fn thresholds(grey: &GrayImage) -> (f32, f32) {
    let none = || (vec![0_usize; 1500], Slopes::default());
    let of_row = |(mut counts, mut slopes): (Vec<usize>, Slopes), y: usize| {
        slopes.take(grey, y);
        slopes
            .strength
            .iter()
            .for_each(|&strength| counts[(strength as usize).min(1499)] += 1);
        (counts, slopes)
    };
    let sum = |a: Vec<usize>, b: Vec<usize>| a.iter().zip(&b).map(|(a, b)| a + b).collect();
    let counts = (0..grey.height() as usize)
        .into_par_iter()
        .with_min_len(ROWS)
        .fold(none, of_row);
    let counts = counts
        .map(|(counts, _)| counts)
        .reduce(|| vec![0; 1500], sum);
    let quantile = |share: f64| {
        let wanted = (grey.len() as f64 * share) as usize;
        let mut seen = 0;
        counts.iter().position(|&count| {
            seen += count;
            seen > wanted
        })
    };
    let median = quantile(0.5).unwrap_or(0) as f32;
    let upper = quantile(0.85).unwrap_or(0) as f32;
    let high = upper.max(3.0 * median).clamp(24.0, 400.0);
    (0.4 * high, high)
}

/// Rows that are looked at in one go by one core.
const ROWS: usize = 64;

/// Marks pixels where the gradient is largest across the edge: [`STRONG`] from `high`, [`WEAK`]
/// from `low`. [`NONE`] on the frame.
fn ridges(grey: &GrayImage, low: f32, high: f32) -> GrayImage {
    let (width, height) = (grey.width() as usize, grey.height() as usize);
    let mut out = GrayImage::new(grey.width(), grey.height());
    out.par_chunks_mut(width * ROWS)
        .enumerate()
        .for_each(|(chunk, rows)| {
            let [mut above, mut here, mut below] = [(); 3].map(|()| Slopes::default());
            let first = chunk * ROWS;
            above.take(grey, first.saturating_sub(1));
            here.take(grey, first);
            for (row, y) in rows.chunks_mut(width).zip(first..) {
                below.take(grey, (y + 1).min(height - 1));
                if y > 0 && y + 1 < height {
                    ridges_of_row(row, [&above, &here, &below], low, high);
                }
                std::mem::swap(&mut above, &mut here);
                std::mem::swap(&mut here, &mut below);
            }
        });
    out
}

/// The ridges of one row, which is neither the first nor the last.
fn ridges_of_row(row: &mut [u8], [above, here, below]: [&Slopes; 3], low: f32, high: f32) {
    let last = row.len() - 1;
    for (x, mark) in row.iter_mut().enumerate().take(last).skip(1) {
        let strength = here.strength[x];
        if strength < low {
            continue;
        }
        let (across, down) = (here.across[x], here.down[x]);
        let (steep, flat) = (
            u32::from(down.unsigned_abs()),
            u32::from(across.unsigned_abs()),
        );
        // tan 22.5 degrees is 0.4142; between the two limits the edge runs diagonally.
        let (before, after) = if steep * 1000 <= flat * 414 {
            (here.strength[x - 1], here.strength[x + 1])
        } else if flat * 1000 <= steep * 414 {
            (above.strength[x], below.strength[x])
        } else if (across >= 0) == (down >= 0) {
            (above.strength[x - 1], below.strength[x + 1])
        } else {
            (above.strength[x + 1], below.strength[x - 1])
        };
        // Strict on one side only: of two equal neighbours one stays.
        if strength > before && strength >= after {
            *mark = if strength >= high { STRONG } else { WEAK };
        }
    }
}

/// Strong ridges, and weak ones that hang together with them, as [`EDGE`]; the rest as 0.
fn follow(mut ridges: GrayImage) -> GrayImage {
    let width = ridges.width() as usize;
    let levels: &mut [u8] = &mut ridges;
    let mut open = Vec::new();
    let mut seen = 0;
    while let Some(next) = levels[seen..].iter().position(|&level| level == STRONG) {
        seen += next;
        levels[seen] = EDGE;
        open.push(seen);
        while let Some(at) = open.pop() {
            // A ridge never lies on the frame, so all eight neighbours exist.
            for row in [at - width, at, at + width] {
                for (offset, level) in levels[row - 1..=row + 1].iter_mut().enumerate() {
                    if matches!(*level, WEAK | STRONG) {
                        *level = EDGE;
                        open.push(row - 1 + offset);
                    }
                }
            }
        }
    }
    for level in levels {
        *level = if *level == EDGE { EDGE } else { NONE };
    }
    ridges
}
