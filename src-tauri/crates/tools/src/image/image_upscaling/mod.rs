//! `image_upscaling`: a picture at twice its size, sharp and without rings.
//!
//! Lanczos resampling of the encoded components (in linear light the rings beside dark edges would
//! be twice as strong), then a slight sharpening against the blur of any enlargement. Neither may
//! leave the range of the pixels around it, so edges get steeper and no halo appears.

mod model;

use image::{DynamicImage, Rgba32FImage};
use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image as pictures;
use patchbay_vision::bands::by_bands;
use patchbay_vision::pixels;
use rayon::prelude::*;

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageUpscaling;
inventory::submit!(Registered(&ImageUpscaling));
inventory::submit!(Registered(&model::ImageUpscaling));

/// How many times as wide and as high pictures become.
const SCALE: u32 = 2;
/// Rows of the picture beside a band that the kernels look at.
const MARGIN: u32 = 6;
/// How much of what a slight blur would take away is added.
const SHARPENING: f32 = 0.6;
/// What is smaller than this is grain and is not sharpened, in shares of full brightness.
const GRAIN: f32 = 0.012;

impl Implementation for ImageUpscaling {
    fn tool(&self) -> &'static str {
        "image_upscaling"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let (width, height) = pictures::probe(&file.path, &file.name)?;
            let most = f64::from(SCALE) * f64::from(width) * f64::from(SCALE) * f64::from(height);
            if most > pictures::MAX_PIXELS as f64 {
                return Err(ToolError::Input(format!(
                    "“{}” is {width} x {height} pixels; at twice that size it would have {:.0} million, and pictures of up to \
                     {} million can be made. Crop it to the part that matters first.",
                    file.name,
                    most / 1e6,
                    pictures::MAX_PIXELS / 1_000_000
                )));
            }
            let picture = pictures::read(&file.path, &file.name)?;
            let large = by_bands(
                &picture.pixels,
                SCALE,
                MARGIN,
                &|done| job.reach(0.1 + 0.7 * done),
                |band, _| Ok(enlarged(band)),
            )?;
            job.reach(0.8)?;
            changed::write(context, &picture, &file.name, "enlarged-2x", &large)
        })
    }
}

/// A picture at [`SCALE`] times its size.
fn enlarged(picture: &DynamicImage) -> DynamicImage {
    let (width, height) = (picture.width() * SCALE, picture.height() * SCALE);
    let large = pictures::resize(picture, width, height);
    let ranges = Ranges::around(&picture.to_rgba32f());
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

    /// The range around a pixel of the enlarged picture.
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

#[cfg(test)]
mod tests {
    use image::{
        DynamicImage, GenericImageView, ImageBuffer, Luma, Rgb, RgbImage, Rgba, RgbaImage,
    };
    use patchbay_media::image as pictures;

    use crate::image::shared::testing::{Bench, open};
    use patchbay_test_support::decibels;
    use patchbay_test_support::noise;

    /// Slanted edges, a disc, fine lines and a soft slope.
    fn scene(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            let (u, v) = (x as f32, y as f32);
            let edge = (u - 0.4 * v - 30.0).clamp(-0.5, 0.5) + 0.5;
            let disc = (32.5 - (u - 150.0).hypot(v - 70.0)).clamp(0.0, 1.0);
            let lines = if v > 120.0 {
                0.5 + 0.5 * (u * 0.55 + v * 0.2).sin()
            } else {
                0.0
            };
            let level = |ground: f32| ground + 130.0 * edge - 90.0 * disc + 40.0 * lines;
            Rgb([
                level(40.0 + u * 0.2) as u8,
                level(60.0) as u8,
                level(90.0 - v * 0.2) as u8,
            ])
        })
    }

    fn halved(pixels: &RgbImage) -> RgbImage {
        RgbImage::from_fn(pixels.width() / 2, pixels.height() / 2, |x, y| {
            let at = |dx: u32, dy: u32| pixels.get_pixel(2 * x + dx, 2 * y + dy);
            Rgb([0, 1, 2].map(|c| {
                let sum: u16 = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)]
                    .iter()
                    .map(|p| u16::from(p[c]))
                    .sum();
                ((sum + 2) / 4) as u8
            }))
        })
    }

    #[test]
    fn enlarge_photo_png() {
        let bench = Bench::new();
        let full = scene(240, 160);
        let small = halved(&full);
        let result = bench
            .run(
                "image_upscaling",
                [("image", bench.png("photo.png", &small.clone().into()))],
            )
            .unwrap();
        assert_eq!(result.files()[0].name, "photo_enlarged-2x.png");
        let large = open(result.files()[0]).into_rgb8();
        assert_eq!(large.dimensions(), (240, 160));
        let plain = pictures::resize(&small.into(), 240, 160).into_rgb8();
        let (ours, lanczos) = (decibels(&large, &full), decibels(&plain, &full));
        assert!(
            ours > lanczos + 0.5,
            "{ours:.2} dB, and Lanczos alone has {lanczos:.2}"
        );
    }

    #[test]
    fn edges_get_no_halo_and_grain_does_not_grow() {
        let bench = Bench::new();
        let step = RgbImage::from_fn(
            40,
            300,
            |x, _| if x < 20 { Rgb([60; 3]) } else { Rgb([190; 3]) },
        );
        let run = |name, pixels: DynamicImage| {
            open(
                bench
                    .run("image_upscaling", [("image", bench.png(name, &pixels))])
                    .unwrap()
                    .files()[0],
            )
        };
        let large = run("step.png", step.into()).into_rgb8();
        assert!(large.iter().all(|level| (60..=190).contains(level)));
        assert!(
            large
                .rows()
                .all(|row| row.filter(|p| (70..180).contains(&p[0])).count() <= 2),
            "the edge is soft"
        );
        let grain = RgbImage::from_fn(80, 80, |x, y| Rgb([(128 + noise(x, y, 3)) as u8; 3]));
        let deviation = |pixels: &RgbImage| {
            let squares: f32 = pixels
                .iter()
                .map(|level| (f32::from(*level) - 128.0).powi(2))
                .sum();
            (squares / pixels.len() as f32).sqrt()
        };
        let large = run("grain.png", grain.clone().into()).into_rgb8();
        assert!(deviation(&large) <= deviation(&grain));
    }

    #[test]
    fn depth_and_transparency_stay_and_too_large_is_said() {
        let bench = Bench::new();
        let run = |name, pixels: &DynamicImage| {
            bench.run("image_upscaling", [("image", bench.png(name, pixels))])
        };
        let deep = DynamicImage::ImageLuma16(ImageBuffer::from_fn(30, 20, |x, _| {
            Luma([20_000 + 37 * x as u16])
        }));
        let large = open(run("deep.png", &deep).unwrap().files()[0]).into_luma16();
        assert!(
            large.get_pixel(31, 20)[0].abs_diff(20_000 + 37 * 15) < 20,
            "{:?}",
            large.get_pixel(31, 20)
        );
        let sticker = RgbaImage::from_fn(30, 30, |x, _| {
            if x < 15 {
                Rgba([250, 210, 20, 255])
            } else {
                Rgba([0; 4])
            }
        });
        let large = open(run("sticker.png", &sticker.into()).unwrap().files()[0]);
        assert!(
            large
                .pixels()
                .filter(|(.., p)| p[3] > 20)
                .all(|(.., p)| p[0] > 235 && p[2] < 40),
            "a dark rim"
        );
        assert_eq!(
            (large.get_pixel(10, 10)[3], large.get_pixel(50, 10)[3]),
            (255, 0)
        );
        let error = run("wide.png", &DynamicImage::new_luma8(12_000, 3_000))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("wide.png") && error.contains("120 million"),
            "{error}"
        );
        assert_eq!(
            open(run("dot.png", &deep.crop_imm(0, 0, 1, 1)).unwrap().files()[0]).dimensions(),
            (2, 2)
        );
    }
}
