//! An image at twice its size, sharp and without rings.
//!
//! Lanczos resampling of the encoded components (in linear light the rings beside dark edges would
//! be twice as strong), then a slight sharpening against the blur of any enlargement. Neither may
//! leave the range of the pixels around it, so edges get steeper and no halo appears.

use image::{DynamicImage, Rgba32FImage};
use patchbay_domain::Cancelled;
use patchbay_media::image as media_image;
use rayon::prelude::*;

use crate::Report;
use crate::bands::by_bands;
use crate::pixels;

/// Factor by which images become wider and higher.
pub const SCALE: u32 = 2;
/// Rows of the image beside a band that the kernels look at.
const MARGIN: u32 = 6;
/// Share of what a slight blur would take away that is added.
const SHARPENING: f32 = 0.6;
/// Detail below which all is grain and is not sharpened, in shares of full brightness.
const GRAIN: f32 = 0.012;

/// An image at [`SCALE`] times its size.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn enlarged(image: &DynamicImage, report: &Report) -> Result<DynamicImage, Cancelled> {
    by_bands(image, SCALE, MARGIN, report, |band, _| {
        Ok(band_enlarged(band))
    })
}

fn band_enlarged(image: &DynamicImage) -> DynamicImage {
    let (width, height) = (image.width() * SCALE, image.height() * SCALE);
    let large = media_image::resize(image, width, height);
    let ranges = Ranges::around(&image.to_rgba32f());
    let soft = large.to_rgba32f();
    pixels::map(large, |x, y, color| {
        let Some((least, most)) = ranges.at(x, y) else {
            return color;
        };
        let mean = neighbourhood(&soft, x, y);
        [0, 1, 2].map(|channel| {
            let detail = color[channel] - mean[channel];
            let above_grain = (detail.abs() / GRAIN).min(1.0);
            (color[channel] + SHARPENING * above_grain * detail)
                .clamp(least[channel], most[channel])
        })
    })
}

/// The mean of a pixel and its eight neighbours, nearer ones counting more (1 2 1, both ways).
fn neighbourhood(pixels: &Rgba32FImage, x: u32, y: u32) -> [f32; 3] {
    let (right, bottom) = (pixels.width() - 1, pixels.height() - 1);
    let rows = [
        (y.saturating_sub(1), 1.0),
        (y, 2.0),
        ((y + 1).min(bottom), 1.0),
    ];
    let columns = [
        (x.saturating_sub(1), 1.0),
        (x, 2.0),
        ((x + 1).min(right), 1.0),
    ];
    let mut sum = [0.0; 3];
    for (row, down) in rows {
        for (column, across) in columns {
            let pixel = pixels.get_pixel(column, row);
            (0..3).for_each(|channel| sum[channel] += down * across / 16.0 * pixel[channel]);
        }
    }
    sum
}

/// The least and the greatest of the four by four pixels around each place between four pixels.
struct Ranges {
    width: usize,
    /// `(least, greatest)`; none where a pixel is clear, so that its colour means nothing.
    cells: Vec<Option<Range>>,
}

type Range = ([f32; 3], [f32; 3]);

impl Ranges {
    fn around(pixels: &Rgba32FImage) -> Self {
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let near =
            |at: usize, step: usize, length: usize| (at + step).saturating_sub(2).min(length - 1);
        let mut across: Vec<Option<Range>> = vec![None; (width + 1) * height];
        across
            .par_chunks_mut(width + 1)
            .enumerate()
            .for_each(|(y, row)| {
                let pixel = |x: usize| {
                    let pixel = pixels.get_pixel(x as u32, y as u32);
                    let color = [pixel[0], pixel[1], pixel[2]];
                    (pixel[3] >= 1.0).then_some((color, color))
                };
                for (x, range) in row.iter_mut().enumerate() {
                    *range = joined((0..4).map(|step| pixel(near(x, step, width))));
                }
            });
        let mut cells = vec![None; (width + 1) * (height + 1)];
        cells
            .par_chunks_mut(width + 1)
            .enumerate()
            .for_each(|(y, row)| {
                for (x, range) in row.iter_mut().enumerate() {
                    *range =
                        joined((0..4).map(|step| across[near(y, step, height) * (width + 1) + x]));
                }
            });
        Self { width, cells }
    }

    /// The range around a pixel of the enlarged image.
    fn at(&self, x: u32, y: u32) -> Option<Range> {
        let cell = |at: u32| ((at + SCALE / 2) / SCALE) as usize;
        self.cells[cell(y) * (self.width + 1) + cell(x)]
    }
}

fn joined(mut ranges: impl Iterator<Item = Option<Range>>) -> Option<Range> {
    let first = ranges.next()??;
    ranges.try_fold(first, |(least, most), range| {
        let (lower, upper) = range?;
        Some((
            [0, 1, 2].map(|i| least[i].min(lower[i])),
            [0, 1, 2].map(|i| most[i].max(upper[i])),
        ))
    })
}
