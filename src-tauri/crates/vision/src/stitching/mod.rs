//! One image of two: a panorama where they overlap, side by side where they do not.
//!
//! - [`features`], [`matching`], [`homography`]: how one image lies on the other
//! - [`surface`]: what the panorama is drawn on: a [`shape`], by what two views tell of the
//!   [`camera`]
//! - [`small`], [`seam`], [`blend`]: exposures, where one ends and the other begins, and how they
//!   pass over
//! - [`frame`]: what of it is worth keeping

mod blend;
mod camera;
mod features;
mod frame;
mod homography;
mod matching;
mod seam;
mod shape;
mod small;
mod surface;

use image::DynamicImage;
use patchbay_domain::Cancelled;
use patchbay_media::image as media_image;

use self::blend::Blend;
use self::small::Small;
use self::surface::Surface;
use crate::bands::by_rows;
use crate::pixels;
use crate::sampling;
use crate::{Report, VisionError};

/// About how many pixels the small canvas has.
const SMALL: f64 = 400_000.0;
/// The least that two images share, of the smaller one, to be a panorama.
const LEAST_SHARED: f64 = 0.04;
/// Minimum factor by which a panorama shows more than the larger image alone; less is the same view
/// twice, to be compared.
const LEAST_MORE: f64 = 1.1;
/// Minimum share of a panorama that is kept when it is cut to a rectangle.
const LEAST_KEPT: f64 = 0.72;

/// Two images as one view, cut to a rectangle where that keeps most of it, else with transparent
/// corners. None where they do not overlap, or show the same.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn panorama(
    first: &DynamicImage,
    second: &DynamicImage,
    seed: u64,
    report: &Report,
) -> Result<Option<DynamicImage>, Cancelled> {
    report(0.0)?;
    let Some(matrix) = matching::aligned(first, second, seed) else {
        return Ok(None);
    };
    report(0.2)?;
    let sides = |image: &DynamicImage| (f64::from(image.width()), f64::from(image.height()));
    let most = media_image::MAX_PIXELS as f64;
    let Some(surface) = Surface::of(&matrix, sides(first), sides(second), most) else {
        return Ok(None);
    };
    let shrink = (f64::from(surface.width) * f64::from(surface.height) / SMALL)
        .sqrt()
        .max(1.0);
    let side = |length: u32| ((f64::from(length) / shrink).round() as usize).max(1);
    let (width, height) = (side(surface.width), side(surface.height));
    let canvas = surface.at_size(width as u32, height as u32);
    let laid = [(first, 0), (second, 1)]
        .map(|(image, which)| Small::laid(image, which, &canvas, width, height, shrink));
    report(0.3)?;
    if !is_panorama(&laid) {
        return Ok(None);
    }
    let gains = small::exposures(&laid[0], &laid[1]);
    let [one, other] = laid;
    let laid = [one.lighter(gains[0]), other.lighter(gains[1])];
    let sides = seam::seam(&laid[0], &laid[1]);
    report(0.4)?;
    let blend = blend::blended(&laid[0], &laid[1], &sides);
    report(0.5)?;
    let area = kept(&laid, &surface);
    drawn([first, second], &surface, &blend, gains, area, &|done| {
        report(0.5 + 0.5 * done)
    })
    .map(Some)
}

fn is_panorama([first, second]: &[Small; 2]) -> bool {
    let (mut of_first, mut of_second, mut of_both) = (0, 0, 0);
    for at in 0..first.width * first.height {
        let (one, other) = (first.shows(at), second.shows(at));
        of_first += usize::from(one);
        of_second += usize::from(other);
        of_both += usize::from(one && other);
    }
    let shown = (of_first + of_second - of_both) as f64;
    of_both as f64 >= LEAST_SHARED * of_first.min(of_second) as f64
        && shown >= LEAST_MORE * of_first.max(of_second) as f64
}

/// The part of the canvas that is kept (left, top, width, height in its pixels); none where all of
/// it is.
fn kept([first, second]: &[Small; 2], surface: &Surface) -> Option<(u32, u32, u32, u32)> {
    let covered: Vec<bool> = (0..first.width * first.height)
        .map(|at| first.shows(at) || second.shows(at))
        .collect();
    let (left, top, width, height) = frame::largest(&covered, first.width)?;
    let shown = covered.iter().filter(|covered| **covered).count();
    if ((width * height) as f64) < LEAST_KEPT * shown as f64 || width < 4 || height < 4 {
        return None;
    }
    // A pixel of the small canvas that is covered in its middle may not be at its edge.
    let scaled = |first: usize, count: usize, small: usize, full: u32| {
        let scale = f64::from(full) / small as f64;
        let inset = usize::from(scale > 1.0);
        let (from, to) = (
            (first + inset) as f64 * scale,
            (first + count - inset) as f64 * scale,
        );
        (
            from.ceil() as u32,
            ((to.floor() as u32).min(full))
                .saturating_sub(from.ceil() as u32)
                .max(1),
        )
    };
    let (left, width) = scaled(left, width, first.width, surface.width);
    let (top, height) = scaled(top, height, first.height, surface.height);
    Some((left, top, width, height))
}

/// The panorama at full size, row by row.
fn drawn(
    of: [&DynamicImage; 2],
    surface: &Surface,
    blend: &Blend,
    gains: [[f32; 3]; 2],
    area: Option<(u32, u32, u32, u32)>,
    report: &Report,
) -> Result<DynamicImage, Cancelled> {
    let canvas = surface.at_size(surface.width, surface.height);
    let alpha = area.is_none() || of.iter().any(|image| image.color().has_alpha());
    let kind = pixels::kind(
        of.iter().any(|image| pixels::is_deep(image)),
        of.iter().any(|image| image.color().has_color()),
        alpha,
    );
    let (left, top, width, height) = area.unwrap_or((0, 0, surface.width, surface.height));
    let (across, down) = (
        blend.share.width as f32 / surface.width as f32,
        blend.share.height as f32 / surface.height as f32,
    );
    let sides = of.map(|image| (image.width() as f32, image.height() as f32));
    by_rows((width, height), kind, report, |y, row| {
        let mut places = [vec![None; row.len()], vec![None; row.len()]];
        let mut weights = vec![[0.0_f32; 2]; row.len()];
        let small = |x: usize| {
            (
                ((left as usize + x) as f32 + 0.5) * across - 0.5,
                ((top + y) as f32 + 0.5) * down - 0.5,
            )
        };
        for (x, weight) in weights.iter_mut().enumerate() {
            let found = canvas
                .places(left + x as u32, top + y)
                .map(|place| place.map(|(u, v)| (u as f32, v as f32)));
            let cover = [0, 1].map(|which| {
                found[which].map_or(0.0, |place| sampling::cover(place, sides[which]))
            });
            let share = match cover {
                [one, other] if one > 0.0 && other > 0.0 => {
                    let (u, v) = small(x);
                    blend.share.between(u, v)
                }
                [one, _] => {
                    if one > 0.0 {
                        1.0
                    } else {
                        0.0
                    }
                }
            };
            *weight = [cover[0] * share, cover[1] * (1.0 - share)];
            (0..2)
                .for_each(|which| places[which][x] = found[which].filter(|_| weight[which] > 0.0));
        }
        let mut colors = vec![[0.0; 4]; row.len()];
        let mut most = vec![0.0_f32; row.len()];
        for which in 0..2 {
            sampling::sample(of[which], places[which].iter().copied(), &mut colors);
            for (x, (sum, color)) in row.iter_mut().zip(&colors).enumerate() {
                let weight = weights[x][which] * color[3];
                if weight > 0.0 {
                    let (u, v) = small(x);
                    for channel in 0..3 {
                        let change = blend.changes[which][channel].between(u, v);
                        sum[channel] += weight * (color[channel] * gains[which][channel] + change);
                    }
                    sum[3] += weight;
                    most[x] = most[x].max(color[3]);
                }
            }
        }
        for (color, most) in row.iter_mut().zip(most) {
            let weight = color[3];
            if weight > 0.0 {
                (0..3).for_each(|channel| color[channel] /= weight);
                color[3] = weight.min(most);
            }
        }
    })
}

/// Two images beside each other, brought to one height: that of the higher one, unless the other
/// would grow to more than twice its size.
///
/// # Errors
/// The result would be too large even at the smaller height, or what `report` says.
pub fn side_by_side(
    first: &DynamicImage,
    second: &DynamicImage,
    report: &Report,
) -> Result<DynamicImage, VisionError> {
    let (low, high) = (
        first.height().min(second.height()),
        first.height().max(second.height()),
    );
    let width_at = |image: &DynamicImage, height: f64| {
        f64::from(image.width()) * height / f64::from(image.height())
    };
    let total_at = |height: f64| width_at(first, height) + width_at(second, height);
    let wanted = f64::from(high.min(2 * low));
    let largest = (media_image::MAX_PIXELS as f64 * wanted / total_at(wanted)).sqrt();
    let height = wanted.min(largest * 0.999).floor().max(1.0);
    pixels::check_size(total_at(height), height)?;
    let [left, right] = [first, second].map(|image| {
        media_image::resize(
            image,
            (width_at(image, height).round() as u32).max(1),
            height as u32,
        )
    });
    report(0.3)?;
    let of = [&left, &right];
    let kind = pixels::kind(
        of.iter().any(|image| pixels::is_deep(image)),
        of.iter().any(|image| image.color().has_color()),
        of.iter().any(|image| image.color().has_alpha()),
    );
    let joined = by_rows(
        (left.width() + right.width(), height as u32),
        kind,
        &|done| report(0.3 + 0.7 * done),
        |y, row| {
            for (x, color) in row.iter_mut().enumerate() {
                let x = x as u32;
                *color = if x < left.width() {
                    pixels::at(&left, x, y)
                } else {
                    pixels::at(&right, x - left.width(), y)
                };
            }
        },
    )?;
    Ok(joined)
}
