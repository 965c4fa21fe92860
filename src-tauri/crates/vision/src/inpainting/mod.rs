//! Fills a hole in an image from the rest of it.
//!
//! Wexler, Shechtman and Irani, "Space-Time Completion of Video" (2007), section 3: from coarse to
//! fine, each patch that touches the hole looks for its like outside ([`patch_match`]), and the
//! pixels of the hole become what those say ([`voting`]), over and over; then seams are evened out
//! ([`seams`]). Where a place is blank and nothing is to be removed, what comes nearest to what was
//! there is wanted, and the filling is drawn towards what its rim tells ([`plate`]). The image is
//! taken in a window around the hole, so a photo of any size takes about as long as the hole is
//! large.

mod patch_match;
mod plate;
mod pyramid;
mod rim;
mod seams;
mod voting;

use image::{DynamicImage, GrayImage, Rgba32FImage, imageops};
use imageproc::contrast::{ThresholdType, threshold};
use imageproc::distance_transform::Norm;
use imageproc::morphology;

use self::patch_match::Field;
use self::pyramid::Level;
use crate::masks;
use crate::pixels;
use crate::{VisionError, Watch};

/// A premultiplied colour: red, green, blue and alpha from 0 to 1.
type Color = [f32; 4];

/// Weights of the mask above this one are to be filled.
const COVERED: u8 = 32;
/// Distance from the middle of a patch to its edge, in pixels.
const RADIUS: usize = 3;
/// The window around the hole reaches this share of the hole's longer side further, and at least so
/// many pixels.
const MARGIN: f32 = 0.75;
const LEAST_MARGIN: u32 = 120;
/// Rounds of searching and voting on the coarsest level; each finer one takes three fewer, down to
/// [`LEAST_ROUNDS`].
const ROUNDS: usize = 14;
const LEAST_ROUNDS: usize = 2;
/// Maximum distance of guesses on the finer levels, in pixels.
const NEAR: i32 = 24;

/// The image with what `mask` covers (above an eighth) filled; every pixel away from the hole stays
/// as it is. `seed` makes the choice among equally good fillings.
///
/// # Errors
/// The mask covers nothing, or so much that nothing is left to fill it with; or `progress` was
/// cancelled.
pub fn fill(
    image: &DynamicImage,
    mask: &GrayImage,
    seed: u64,
    progress: &dyn Watch,
) -> Result<DynamicImage, VisionError> {
    let mask = threshold(mask, COVERED, ThresholdType::Binary);
    let wide = morphology::dilate(&mask, Norm::L2, reach(&mask));
    let (left, top, width, height) = window(&wide).ok_or_else(|| {
        VisionError::Unusable("The mask covers nothing, so there is nothing to remove.".to_owned())
    })?;
    let colors: Rgba32FImage = image.crop_imm(left, top, width, height).into_rgba32f();
    let colors: Vec<Color> = colors
        .pixels()
        .map(|p| [p[0] * p[3], p[1] * p[3], p[2] * p[3], p[3]])
        .collect();
    let covered = |mask: &GrayImage| -> Vec<bool> {
        imageops::crop_imm(mask, left, top, width, height)
            .to_image()
            .pixels()
            .map(|p| p[0] > 0)
            .collect()
    };
    let is_blank = rim::is_blank(&colors, &covered(&mask));
    let hole = covered(if is_blank { &mask } else { &wide });
    let weights = hole
        .iter()
        .map(|&hole| if hole { 255 } else { 0 })
        .collect();
    let weights =
        GrayImage::from_vec(width, height, weights).expect("one for each pixel of the window");
    let full = Level {
        width: width as usize,
        height: height as usize,
        colors,
        hole,
    };
    let mut filled = solve(full, seed, progress)?;
    if is_blank {
        plate::settle(&mut filled, progress)?;
    }
    Ok(pixels::blend(image, (left, top), &weights, |x, y| {
        let [r, g, b, alpha] = filled.colors[y as usize * filled.width + x as usize];
        let straight = |value: f32| if alpha > 1e-4 { value / alpha } else { 0.0 };
        [straight(r), straight(g), straight(b), alpha]
    }))
}

/// Distance that what is removed may shine over the outline of its mask, in pixels.
fn reach(mask: &GrayImage) -> u8 {
    let megapixels = mask.len() as f32 / 1e6;
    (3.0 + 1.5 * megapixels.sqrt()).min(12.0) as u8
}

/// The part of the image to look at, `(left, top, width, height)`.
fn window(hole: &GrayImage) -> Option<(u32, u32, u32, u32)> {
    let (_, _, width, height) = masks::extent(hole, 0)?;
    masks::extent(
        hole,
        ((MARGIN * width.max(height) as f32) as u32).max(LEAST_MARGIN),
    )
}

fn solve(full: Level, seed: u64, progress: &dyn Watch) -> Result<Level, VisionError> {
    let mut levels = pyramid::levels(full);
    let coarsest = levels.len() - 1;
    let rounds = |index: usize| {
        ROUNDS
            .saturating_sub(3 * (coarsest - index))
            .max(LEAST_ROUNDS)
    };
    let work: Vec<f64> = levels
        .iter()
        .enumerate()
        .map(|(index, level)| {
            (level.hole.iter().filter(|&&hole| hole).count() * rounds(index)) as f64
        })
        .collect();
    let total: f64 = work.iter().sum();
    let mut done = 0.0;
    levels[coarsest].flood();
    let mut field: Option<Field> = None;
    for (index, level) in levels.iter_mut().enumerate().rev() {
        let trust = level.trust();
        let mut current = match &field {
            None => Field::random(level, seed)?,
            Some(coarser) => {
                let finer = Field::finer(coarser, level, seed)?;
                voting::vote(level, &finer, &trust, voting::Choice::Mean);
                finer
            }
        };
        for round in 0..rounds(index) {
            // What goes where is settled on the coarsest level; on the finer ones only its
            // surroundings can be better.
            let reach = if index == coarsest {
                level.width.max(level.height) as i32
            } else {
                NEAR
            };
            current.improve(
                level,
                reach,
                seed ^ ((index * 100 + round) as u64),
                progress,
            )?;
            let last = index == 0 && round + 1 == rounds(index);
            voting::vote(
                level,
                &current,
                &trust,
                if last {
                    voting::Choice::Best
                } else {
                    voting::Choice::Mean
                },
            );
            done += work[index] / rounds(index) as f64;
            progress.set(done / total);
        }
        if index == 0 {
            seams::even_out(level, &current, progress)?;
        }
        field = Some(current);
    }
    Ok(levels.swap_remove(0))
}
