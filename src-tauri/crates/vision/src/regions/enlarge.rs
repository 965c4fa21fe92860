//! From regions of the working copy to a map of the image's full size.
//!
//! Kopf, Cohen, Lischinski and Uyttendaele, "Joint Bilateral Upsampling" (2007), with regions for
//! values: a pixel belongs to the region that has most of the pixels of the working copy around it,
//! each counting by how near it is and by how alike it looks.

use std::sync::atomic::{AtomicUsize, Ordering};

use image::RgbImage;
use patchbay_domain::Cancelled;
use rayon::prelude::*;

use crate::Report;
use crate::working_copy::{Lab, WorkingCopy, lab, linear_levels, squared_distance};

/// Distances that count as near, in pixels of the working copy, and as alike, in L*a*b* units.
const NEAR: f32 = 0.9;
const ALIKE: f32 = 8.0;
/// Pixels of the working copy across and down that have a say.
const WINDOW: usize = 4;

/// The map: each region in its colour.
///
/// # Errors
/// Returns an error if `report` stops it.
pub(crate) fn paint(
    image: &RgbImage,
    copy: &WorkingCopy,
    labels: &[u32],
    colors: &[[u8; 3]],
    report: &Report,
) -> Result<RgbImage, Cancelled> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let (scale_x, scale_y) = (
        copy.width as f32 / width as f32,
        copy.height as f32 / height as f32,
    );
    let linear = linear_levels();
    let done = AtomicUsize::new(0);
    let mut map = RgbImage::new(image.width(), image.height());
    map.par_chunks_mut(3 * width)
        .zip(image.par_chunks(3 * width))
        .enumerate()
        .try_for_each(|(y, (row, given))| -> Result<(), Cancelled> {
            report(done.fetch_add(1, Ordering::Relaxed) as f64 / height as f64)?;
            let v = ((y as f32 + 0.5) * scale_y - 0.5).max(0.0);
            for (x, (color, given)) in row
                .chunks_exact_mut(3)
                .zip(given.chunks_exact(3))
                .enumerate()
            {
                let u = ((x as f32 + 0.5) * scale_x - 0.5).max(0.0);
                let look = || lab([0, 1, 2].map(|channel| linear[usize::from(given[channel])]));
                let region = if (copy.width, copy.height) == (width, height) {
                    labels[y * width + x]
                } else {
                    region(copy, labels, (u, v), look)
                };
                color.copy_from_slice(&colors[region as usize]);
            }
            Ok(())
        })?;
    Ok(map)
}

/// The region of a place on the working copy, in pixels from the middle of its first one.
fn region(copy: &WorkingCopy, labels: &[u32], (u, v): (f32, f32), look: impl Fn() -> Lab) -> u32 {
    let first = |place: f32, length: usize| {
        (place as usize)
            .saturating_sub(1)
            .min(length.saturating_sub(WINDOW))
    };
    let (left, top) = (first(u, copy.width), first(v, copy.height));
    let columns = left..(left + WINDOW).min(copy.width);
    let rows = top..(top + WINDOW).min(copy.height);
    let places = || {
        rows.clone()
            .flat_map(|y| columns.clone().map(move |x| (x, y)))
    };
    let label = |(x, y): (usize, usize)| labels[y * copy.width + x];
    let corner = label((left, top));
    if places().all(|place| label(place) == corner) {
        return corner;
    }
    let color = look();
    let mut votes = [(corner, 0.0_f32); WINDOW * WINDOW];
    let mut known = 0;
    for (x, y) in places() {
        let apart = ((x as f32 - u).powi(2) + (y as f32 - v).powi(2)) / (NEAR * NEAR);
        let unlike = squared_distance(color, copy.lab[y * copy.width + x]) / (ALIKE * ALIKE);
        let weight = (-(apart + unlike) / 2.0).exp() + 1e-9 / (1.0 + apart);
        let own = label((x, y));
        if let Some((_, sum)) = votes[..known].iter_mut().find(|(label, _)| *label == own) {
            *sum += weight;
        } else {
            votes[known] = (own, weight);
            known += 1;
        }
    }
    votes[..known]
        .iter()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map_or(corner, |(label, _)| *label)
}
