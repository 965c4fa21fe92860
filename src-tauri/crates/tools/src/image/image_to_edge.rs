//! `image_to_edge`: Canny edges, thin and white on black, at the picture's size.
//!
//! Canny, "A Computational Approach to Edge Detection" (1986): smooth, differentiate, keep ridges, follow them with two
//! thresholds. The thresholds come from the same gradients, so that neither a dim nor a noisy photo needs a setting.

use image::{DynamicImage, GrayImage, Luma};
use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image as pictures;
use rayon::prelude::*;

use super::bands::{Report, by_bands};
use super::changed;
use super::maps::Job;
use super::planes::{self, Plane};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageToEdge;
inventory::submit!(Registered(&ImageToEdge));

impl Implementation for ImageToEdge {
    fn tool(&self) -> &'static str {
        "image_to_edge"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        changed::each(inputs, context, ResourceType::new("edge"), |file, job| {
            let picture = pictures::read(&file.path, &file.name)?;
            let edges = canny(picture.pixels, job)?;
            let output = context.output("edges", Some(&file.name), "png");
            pictures::write_png(&output.path, &DynamicImage::ImageLuma8(edges), &output.name)?;
            Ok(output)
        })
    }
}

/// Smoothing before differentiation, in pixels of a picture of about two megapixels; larger ones are smoothed more, for
/// their grain is finer than what people call an edge.
const SIGMA: f32 = 1.4;

/// What a pixel is: no ridge, one that belongs to an edge if it hangs together with it, one that begins an edge, an edge.
const NONE: u8 = 0;
const WEAK: u8 = 1;
const STRONG: u8 = 2;
const EDGE: u8 = 255;

/// Takes one byte for each pixel and works out gradients twice: to keep them would take four times as much.
fn canny(pixels: DynamicImage, job: &Job) -> Result<GrayImage, ToolError> {
    let grey = smoothed(&pixels, &|done| job.reach(0.1 + 0.4 * done))?;
    drop(pixels);
    job.reach(0.5)?;
    let (low, high) = thresholds(&grey);
    job.reach(0.6)?;
    let ridges = ridges(&grey, low, high);
    drop(grey);
    job.reach(0.8)?;
    Ok(follow(ridges))
}

/// The picture's brightness without its grain, in whole levels.
fn smoothed(pixels: &DynamicImage, report: &Report) -> Result<GrayImage, ToolError> {
    let megapixels = pixels.width() as f32 * pixels.height() as f32 / 1e6;
    let sigma = SIGMA * (megapixels / 2.0).sqrt().clamp(1.0, 2.5);
    let grey = by_bands(pixels, 1, (planes::REACH * sigma).ceil() as u32, report, |band, _| {
        let smooth = Plane::luma(&band.to_rgb8()).blurred(sigma);
        let levels = smooth.values.par_iter().with_min_len(4096).map(|value| (value + 0.5) as u8).collect();
        let band = GrayImage::from_raw(band.width(), band.height(), levels);
        Ok(DynamicImage::ImageLuma8(band.expect("one level for each pixel")))
    })?;
    Ok(grey.into_luma8())
}

/// Brightness row by row; beyond the frame the nearest pixel counts.
struct Slopes<'a> {
    levels: &'a [u8],
    width: usize,
    height: usize,
}

impl<'a> Slopes<'a> {
    fn of(grey: &'a GrayImage) -> Self {
        Self { levels: grey.as_raw(), width: grey.width() as usize, height: grey.height() as usize }
    }

    /// The Sobel derivatives at a pixel: to the right, and downwards.
    fn at(&self, x: usize, y: usize) -> (i16, i16) {
        let line = |y: usize| &self.levels[y * self.width..(y + 1) * self.width];
        let (above, middle, below) = (line(y.saturating_sub(1)), line(y), line((y + 1).min(self.height - 1)));
        let (left, right) = (x.saturating_sub(1), (x + 1).min(self.width - 1));
        let at = |line: &[u8], x: usize| i16::from(line[x]);
        let across = at(above, right) + 2 * at(middle, right) + at(below, right)
            - (at(above, left) + 2 * at(middle, left) + at(below, left));
        let down = at(below, left) + 2 * at(below, x) + at(below, right)
            - (at(above, left) + 2 * at(above, x) + at(above, right));
        (across, down)
    }
}

fn strength((across, down): (i16, i16)) -> f32 {
    let square = |value: i16| i32::from(value) * i32::from(value);
    ((square(across) + square(down)) as f32).sqrt()
}

/// Thresholds `(low, high)`: an edge begins where the gradient stands well above both the grain (its median) and most of
/// the picture, and is followed down to four tenths of that.
fn thresholds(grey: &GrayImage) -> (f32, f32) {
    let slopes = Slopes::of(grey);
    let of_row = |mut counts: Vec<usize>, y: usize| {
        (0..slopes.width).for_each(|x| counts[(strength(slopes.at(x, y)) as usize).min(1499)] += 1);
        counts
    };
    let none = || vec![0_usize; 1500];
    let sum = |a: Vec<usize>, b: Vec<usize>| a.iter().zip(&b).map(|(a, b)| a + b).collect();
    let counts = (0..slopes.height).into_par_iter().fold(none, of_row).reduce(none, sum);
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

/// Where the gradient is largest across the edge: [`STRONG`] from `high`, [`WEAK`] from `low`. [`NONE`] on the frame.
fn ridges(grey: &GrayImage, low: f32, high: f32) -> GrayImage {
    let slopes = Slopes::of(grey);
    let mut out = GrayImage::new(grey.width(), grey.height());
    out.par_chunks_mut(slopes.width).enumerate().for_each(|(y, row)| {
        if y == 0 || y + 1 >= slopes.height {
            return;
        }
        let inner = slopes.width.saturating_sub(1);
        for (x, ridge) in row.iter_mut().enumerate().take(inner).skip(1) {
            let gradient = slopes.at(x, y);
            let here = strength(gradient);
            if here < low {
                continue;
            }
            let (steep, flat) = (gradient.1.unsigned_abs(), gradient.0.unsigned_abs());
            // tan 22.5 degrees is 0.4142; between the two limits the edge runs diagonally.
            let (before, after) = if u32::from(steep) * 1000 <= u32::from(flat) * 414 {
                ((x - 1, y), (x + 1, y))
            } else if u32::from(flat) * 1000 <= u32::from(steep) * 414 {
                ((x, y - 1), (x, y + 1))
            } else if (gradient.0 >= 0) == (gradient.1 >= 0) {
                ((x - 1, y - 1), (x + 1, y + 1))
            } else {
                ((x + 1, y - 1), (x - 1, y + 1))
            };
            let beside = |(x, y)| strength(slopes.at(x, y));
            // Strict on one side only: of two equal neighbours one stays.
            if here > beside(before) && here >= beside(after) {
                *ridge = if here >= high { STRONG } else { WEAK };
            }
        }
    });
    out
}

/// Strong ridges, and weak ones that hang together with them, as [`EDGE`]; the rest as 0.
fn follow(mut ridges: GrayImage) -> GrayImage {
    let mut open = Vec::new();
    let width = ridges.width();
    for at in 0..ridges.len() as u32 {
        let start = (at % width, at / width);
        if ridges.get_pixel(start.0, start.1)[0] != STRONG {
            continue;
        }
        ridges.put_pixel(start.0, start.1, Luma([EDGE]));
        open.push(start);
        while let Some((x, y)) = open.pop() {
            // A ridge never lies on the frame, so all eight neighbours exist.
            for (next_x, next_y) in (y - 1..=y + 1).flat_map(|row| (x - 1..=x + 1).map(move |column| (column, row))) {
                let next = ridges.get_pixel_mut(next_x, next_y);
                if next[0] == WEAK || next[0] == STRONG {
                    next[0] = EDGE;
                    open.push((next_x, next_y));
                }
            }
        }
    }
    ridges.par_iter_mut().for_each(|level| *level = if *level == EDGE { EDGE } else { NONE });
    ridges
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use crate::image::testing::{Bench, noise, open};

    #[test]
    fn show_me_the_edges_of_photo_jpg() {
        let bench = Bench::new();
        let disc = |x: u32, y: u32| (x as f32 - 100.0).hypot(y as f32 - 80.0) < 50.0;
        let scene = RgbImage::from_fn(200, 160, |x, y| {
            let level = if disc(x, y) { 190 } else { 70 } + noise(x, y, 12);
            Rgb([level as u8; 3])
        });
        let photo = bench.jpeg("photo.jpg", &scene);
        let result = bench.run("image_to_edge", [("image", photo)]).unwrap();
        assert_eq!(result.resource_type().as_str(), "edge");
        assert_eq!(result.files()[0].name, "photo_edges.png");
        let edges = open(result.files()[0]).into_luma8();
        assert_eq!(edges.dimensions(), (200, 160));
        let white: Vec<f32> = edges
            .enumerate_pixels()
            .filter(|(_, _, p)| p[0] > 0)
            .map(|(x, y, _)| ((x as f32 - 100.0).hypot(y as f32 - 80.0) - 50.0).abs())
            .collect();
        let near = white.iter().filter(|&&distance| distance < 3.0).count();
        assert!(near >= 250 && near * 10 >= white.len() * 9, "{near} of {} edge pixels lie on the rim", white.len());
    }

    #[test]
    fn bands_meet_without_a_trace() {
        // Three bands of rows; slanted lines run through all of them.
        let scene = RgbImage::from_fn(3_000, 2_400, |x, y| Rgb([if (x + y / 3) % 200 < 100 { 60 } else { 190 }; 3]));
        let bench = Bench::new();
        let result = bench.run("image_to_edge", [("image", bench.png("lines.png", &scene.into()))]).unwrap();
        let edges = open(result.files()[0]).into_luma8();
        let in_row = |y: u32| (8..2_992).filter(|x| edges.get_pixel(*x, y)[0] == 255).count();
        for y in 8..2_392 {
            assert!((29..=32).contains(&in_row(y)), "{} edges in row {y}", in_row(y));
        }
    }

    #[test]
    fn an_even_picture_and_a_tiny_one_have_no_edges() {
        let bench = Bench::new();
        for (width, height) in [(64, 64), (1, 1), (2, 1)] {
            let even = bench.png("even.png", &RgbImage::from_pixel(width, height, Rgb([90; 3])).into());
            let result = bench.run("image_to_edge", [("image", even)]).unwrap();
            assert!(open(result.files()[0]).into_luma8().pixels().all(|p| p[0] == 0));
        }
    }
}
