//! Strokes as somebody would draw them who sketches an image with one pen.
//!
//! Winnemöller, Kyprianidis and Olsen, "`XDoG`: An eXtended difference-of-Gaussians compendium
//! including advanced image stylization", Computers & Graphics 36(6), 2012: differences of
//! Gaussians across the flow of edges, smoothed along it (section 2.6), under a soft threshold
//! (equation 5). The tone that their equation 7 adds is left out: a sketch has lines, not shades.
//! Additions to theirs: the grey that is worked on keeps colours apart ([`contrast`]), and a stroke
//! stands only where [`soft_edges`](super::soft_edges) see an outline, not in grass and hair.

mod contrast;
mod flow;

use image::{DynamicImage, GrayImage, Luma, RgbImage};
use imageproc::region_labelling::{Connectivity, connected_components};
use patchbay_domain::Cancelled;
use patchbay_media::image as media_image;
use rayon::prelude::*;

use self::flow::Flow;
use crate::Report;
use crate::on_white::opaque;
use crate::planes::Plane;
use crate::soft_edges::soft_edges;

/// The longer side that strokes are looked for at, in pixels: what is smaller than a few pixels of
/// it is detail.
const LOOKED_AT: u32 = 768;
/// Maximum rise or fall of the ink within one pixel of an edge of a stroke, in the unit of [`INK`].
const SLOPE: f32 = 0.008;
/// The narrower Gaussian's deviation, as a share of the longer side and in pixels at least.
const SIGMA: (f32, f32) = (1.0 / 480.0, 0.9);
/// The wider Gaussian's deviation over the narrower's.
const RATIO: f32 = 1.6;
/// The deviation of the smoothing along the flow over the narrower Gaussian's.
const ALONG: f32 = 2.2;
/// Level at which ink begins, in shares of the distance from black to white.
const INK: f32 = 0.006;
/// Level that a stroke has to reach somewhere, in the same unit.
const SURE: f32 = 0.016;
/// The shortest stroke, as a share of the longer side.
const SHORTEST: f32 = 0.035;
/// Reach of the soft side of a stroke, in pixels.
const SIDE: usize = 2;
/// Between these two a soft edge begins to count and counts fully.
const OUTLINE: (f32, f32) = (0.12, 0.45);

/// An image's strokes at its size, white on black, their edges one pixel soft. `report` is told
/// which share of the work (0 to 1) is done.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn strokes(image: &DynamicImage, report: &Report) -> Result<GrayImage, Cancelled> {
    let (full_width, full_height) = (image.width(), image.height());
    let (width, height) = media_image::fit_within(full_width, full_height, LOOKED_AT);
    let copy = opaque(&media_image::resize(image, width, height));
    let ink = ink(&copy, &mut |fraction| report(0.8 * fraction))?;
    // Enlarged while it is soft and cut afterwards: strokes of a large image have smooth edges, not
    // those of a copy.
    let soft = Plane::from_fn(ink.width, ink.height, |at| {
        0.5 + (ink.values[at] - INK) / (2.0 * SLOPE)
    });
    let mut strokes = soft.to_grey(full_width, full_height);
    report(0.9)?;
    let steepness = 1.5 * full_width as f32 / width as f32;
    strokes.par_iter_mut().for_each(|level| {
        let inside = f32::from(*level) / 255.0 - 0.5;
        *level = ((0.5 + steepness * inside).clamp(0.0, 1.0) * 255.0).round() as u8;
    });
    Ok(strokes)
}

/// Amount of ink at each pixel of an image in sRGB: a stroke is where it is more than [`INK`].
/// Meant for images of 500 to 1000 pixels. `reach` is told which share of the work (0 to 1) is
/// done.
///
/// # Errors
/// Returns an error if `reach` stops it.
fn ink(
    image: &RgbImage,
    reach: &mut dyn FnMut(f64) -> Result<(), Cancelled>,
) -> Result<Plane, Cancelled> {
    let longer_side = image.width().max(image.height()) as f32;
    let sigma = (SIGMA.0 * longer_side).max(SIGMA.1);
    let outlines = soft_edges(image, &mut |fraction| reach(0.4 * fraction))?;
    let grey = contrast::grey(image);
    reach(0.5)?;
    let flow = Flow::of(&grey, sigma);
    let across = flow.difference_across(&grey, sigma, RATIO * sigma);
    reach(0.7)?;
    let difference = flow.smoothed_along(&across, ALONG * sigma);
    reach(0.9)?;
    // A stroke lies on the darker side of its edge, so it is allowed as far from the outline as it
    // is wide.
    let near_outlines = outlines.blurred(sigma);
    let ink = Plane::from_fn(grey.width, grey.height, |at| {
        let outline = 1.6 * near_outlines.values[at];
        -difference.values[at] * ((outline - OUTLINE.0) / (OUTLINE.1 - OUTLINE.0)).clamp(0.0, 1.0)
    });
    Ok(without_specks(ink, SHORTEST * longer_side))
}

/// Strokes that reach [`SURE`] somewhere and from one end to the other over `shortest` pixels.
fn without_specks(mut ink: Plane, shortest: f32) -> Plane {
    let inked = GrayImage::from_fn(ink.width as u32, ink.height as u32, |x, y| {
        Luma([u8::from(
            ink.values[y as usize * ink.width + x as usize] > INK,
        )])
    });
    let strokes = connected_components(&inked, Connectivity::Eight, Luma([0]));
    let count = strokes
        .pixels()
        .map(|p| p[0] as usize + 1)
        .max()
        .unwrap_or(1);
    // The most ink, and left, top, right and bottom.
    let mut found = vec![(0.0_f32, [u32::MAX, u32::MAX, 0, 0]); count];
    for ((x, y, stroke), &amount) in strokes.enumerate_pixels().zip(&ink.values) {
        let (most, [left, top, right, bottom]) = &mut found[stroke[0] as usize];
        *most = most.max(amount);
        (*left, *top, *right, *bottom) = (
            (*left).min(x),
            (*top).min(y),
            (*right).max(x),
            (*bottom).max(y),
        );
    }
    let stays = |stroke: u32| {
        let (most, [left, top, right, bottom]) = found[stroke as usize];
        let long = (right.saturating_sub(left) as f32).hypot(bottom.saturating_sub(top) as f32)
            >= shortest;
        stroke != 0 && long && most >= SURE
    };
    // Less ink than a stroke has is the soft side of one: around what goes, it would stay as a grey
    // crumb.
    let kept: Vec<bool> = strokes.pixels().map(|stroke| stays(stroke[0])).collect();
    let (width, height) = (ink.width, ink.height);
    for (at, amount) in ink
        .values
        .iter_mut()
        .enumerate()
        .filter(|(_, amount)| **amount > 0.0)
    {
        let (x, y) = (at % width, at / width);
        let columns = x.saturating_sub(SIDE)..(x + SIDE + 1).min(width);
        let near = |row: usize| kept[row * width..][columns.clone()].contains(&true);
        let is_side =
            *amount <= INK && (y.saturating_sub(SIDE)..(y + SIDE + 1).min(height)).any(near);
        if !(kept[at] || is_side) {
            *amount = 0.0;
        }
    }
    ink
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn a_stroke_runs_along_the_darker_side_of_an_edge() {
        let image = RgbImage::from_fn(
            480,
            320,
            |x, _| if x < 240 { Rgb([60; 3]) } else { Rgb([180; 3]) },
        );
        let ink = ink(&image, &mut |_| Ok(())).expect("nobody stops it");
        for y in [10, 160, 310] {
            let inked: Vec<usize> = (0..480).filter(|x| ink.values[y * 480 + x] > INK).collect();
            assert!(
                (2..8).contains(&inked.len()) && inked.iter().all(|x| (234..240).contains(x)),
                "{y}: {inked:?}"
            );
        }
    }

    #[test]
    fn specks_go_and_strokes_stay() {
        let mut plane = Plane {
            width: 60,
            height: 30,
            values: vec![0.0; 1800],
        };
        (5..45).for_each(|x| plane.values[10 * 60 + x] = 0.01);
        plane.values[10 * 60 + 30] = 0.05;
        plane.values[20 * 60 + 20] = 0.05;
        (5..45).for_each(|x| plane.values[25 * 60 + x] = 0.01);
        for row in [11, 21] {
            plane.values[row * 60 + 20] = 0.5 * INK;
        }
        let kept = without_specks(plane, 15.0);
        assert!(kept.values[10 * 60 + 6] > INK, "a long stroke");
        assert!(kept.values[20 * 60 + 20] == 0.0, "a speck");
        assert!(
            kept.values[11 * 60 + 20] > 0.0 && kept.values[21 * 60 + 20] == 0.0,
            "soft sides go with their strokes"
        );
        assert!(kept.values[25 * 60 + 6] == 0.0, "nowhere sure");
    }
}
