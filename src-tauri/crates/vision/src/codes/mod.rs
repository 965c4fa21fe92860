//! QR codes and bar codes on images, read with `rxing` (a port of `ZXing`). A code counts as found
//! where its content can be read: its check digits leave no doubt.
//!
//! - [`squares`]: QR codes
//! - [`bars`]: bar codes, at any angle
//! - [`strip`]: how tall a bar code is, given one line across it

mod bars;
mod squares;
mod strip;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use image::{DynamicImage, GrayImage};
use patchbay_domain::Cancelled;
use patchbay_media::image as media_image;
use rayon::prelude::*;
use rxing::common::HybridBinarizer;
use rxing::{BinaryBitmap, Luma8Source};

use crate::Report;

/// Larger images are looked at in this size: the smallest code that can be read on them is one
/// pixel in a thousand.
const LONGER_SIDE: u32 = 4096;
/// A smaller copy evens out grain and blur; below this size it would lose the code.
const LEAST_SIDE: u32 = 400;

/// Kind of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A QR code, also a small one (Micro QR).
    Square,
    /// A bar code: EAN, UPC, Code 39, 93 or 128, ITF, Codabar, GS1 `DataBar`.
    Bars,
}

/// A code on an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Code {
    /// Kind of the code.
    pub kind: Kind,
    /// Its corners in pixels, in order around it.
    pub corners: [(f32, f32); 4],
    /// Text that it encodes.
    pub content: String,
}

impl Code {
    /// The upright box around it: left, top, right and bottom, in pixels.
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        let start = (
            f32::INFINITY,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NEG_INFINITY,
        );
        self.corners
            .iter()
            .fold(start, |(left, top, right, bottom), &(x, y)| {
                (left.min(x), top.min(y), right.max(x), bottom.max(y))
            })
    }

    fn scaled(mut self, scale: f32) -> Self {
        self.corners = self.corners.map(|(x, y)| (x * scale, y * scale));
        self
    }

    /// Whether both are the same code, found twice.
    fn covers(&self, other: &Self) -> bool {
        let (a, b) = (self.bounds(), other.bounds());
        let across = (a.2.min(b.2) - a.0.max(b.0)).max(0.0);
        let down = (a.3.min(b.3) - a.1.max(b.1)).max(0.0);
        let area =
            |(left, top, right, bottom): (f32, f32, f32, f32)| (right - left) * (bottom - top);
        across * down > 0.3 * area(a).min(area(b))
    }
}

/// One way to look for codes.
#[derive(Debug, Clone, Copy)]
enum Look {
    Squares { inverted: bool },
    Bars { slanted: bool },
}

/// The codes on an image, from top to bottom.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn find(image: &DynamicImage, report: &Report) -> Result<Vec<Code>, Cancelled> {
    const LOOKS: [Look; 4] = [
        Look::Squares { inverted: false },
        Look::Bars { slanted: false },
        Look::Squares { inverted: true },
        Look::Bars { slanted: true },
    ];
    let grey = DynamicImage::ImageLuma8(image.to_luma8());
    let (width, height) = media_image::fit_within(grey.width(), grey.height(), LONGER_SIDE);
    let mut copies = vec![media_image::resize(&grey, width, height).into_luma8()];
    while let Some(last) = copies
        .last()
        .filter(|last| last.width().max(last.height()) / 2 >= LEAST_SIDE)
    {
        let (width, height) = (last.width().div_ceil(2), last.height().div_ceil(2));
        copies.push(
            media_image::resize(&DynamicImage::ImageLuma8(last.clone()), width, height)
                .into_luma8(),
        );
    }
    report(0.1)?;
    let tasks: Vec<(&GrayImage, Look)> = copies
        .iter()
        .flat_map(|copy| LOOKS.map(|look| (copy, look)))
        .collect();
    let done = AtomicUsize::new(0);
    let check = || report(0.1 + 0.9 * done.load(Ordering::Relaxed) as f64 / tasks.len() as f64);
    let found: Vec<Vec<Code>> = tasks
        .par_iter()
        .map(|&(copy, look)| {
            check()?;
            let scale = image.width() as f32 / copy.width() as f32;
            let codes = match look {
                Look::Squares { inverted } => squares::find(copy, inverted),
                Look::Bars { slanted } => bars::find(copy, slanted, &check)?,
            };
            done.fetch_add(1, Ordering::Relaxed);
            Ok(codes.into_iter().map(|code| code.scaled(scale)).collect())
        })
        .collect::<Result<_, Cancelled>>()?;
    let mut codes: Vec<Code> = Vec::new();
    for code in found.into_iter().flatten() {
        if !codes
            .iter()
            .any(|known| known.kind == code.kind && known.covers(&code))
        {
            codes.push(code);
        }
    }
    codes.sort_by(|a, b| {
        a.bounds()
            .1
            .total_cmp(&b.bounds().1)
            .then(a.bounds().0.total_cmp(&b.bounds().0))
    });
    Ok(codes)
}

/// Has `rxing` look at an image; none where it finds nothing. Some of its readers trip over rare
/// patterns, which is no reason to give up on the others.
fn attempt<T>(
    grey: &GrayImage,
    look: impl FnOnce(&mut BinaryBitmap<HybridBinarizer<Luma8Source>>) -> rxing::common::Result<T>,
) -> Option<T> {
    let source = Luma8Source::new_with_slice(grey.as_raw(), grey.width(), grey.height()).ok()?;
    let mut bitmap = BinaryBitmap::new(HybridBinarizer::new(source));
    catch_unwind(AssertUnwindSafe(|| look(&mut bitmap).ok()))
        .ok()
        .flatten()
}
