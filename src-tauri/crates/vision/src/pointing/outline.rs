//! Looks closer along the outline of a candidate: a cut between the pixels of the band where the
//! patches' borders may be wrong.

use rayon::prelude::*;

use super::Place;
use super::patch_cut::Models;
use crate::max_flow::Graph;
use crate::working_copy::{WorkingCopy, squared_distance};

/// The most that a pixel's colour may say for one side, as a log likelihood ratio.
const MOST_EVIDENCE: f32 = 5.0;
/// Cost of parting two neighbouring pixels of one colour, on the scale of that evidence.
const SMOOTHNESS: f32 = 12.0;
/// Fixed-point units per unit of energy.
const UNITS: f32 = 256.0;

/// In place of a node: a pixel that is decided.
const FIXED: u32 = u32::MAX;

/// Pixels of the working copy that the mask covers, given those that the patches say and what the
/// prompt says of pixels. `leaning` is what else than colour speaks for a pixel, as a log
/// likelihood ratio.
pub(super) fn refine(
    copy: &WorkingCopy,
    rough: &[bool],
    models: &Models,
    band: usize,
    sure: &[(usize, Place)],
    leaning: impl Fn(usize) -> f32 + Sync,
) -> Vec<bool> {
    let (width, height) = (copy.width, copy.height);
    let band: Vec<usize> = near_the_outline(rough, width, height, band);
    let mut nodes = vec![FIXED; rough.len()];
    for (node, &at) in band.iter().enumerate() {
        nodes[at] = node as u32;
    }
    for &(at, _) in sure {
        nodes[at] = FIXED;
    }
    let mut fixed = rough.to_vec();
    for &(at, place) in sure {
        fixed[at] = place == Place::Inside;
    }
    let evidence: Vec<f32> = band
        .par_iter()
        .map(|&at| {
            let color = copy.lab[at];
            let by_color = models.object.of_color(color) - models.rest.of_color(color);
            by_color.clamp(-MOST_EVIDENCE, MOST_EVIDENCE) + leaning(at)
        })
        .collect();
    let typical = typical_difference(copy, &band);
    let mut graph = Graph::new(band.len());
    for (node, &at) in band.iter().enumerate() {
        if nodes[at] == FIXED {
            continue;
        }
        graph.pull(node, (evidence[node] * UNITS) as i32);
        let (x, y) = (at % width, at / width);
        for (dx, dy) in [
            (-1_isize, -1_isize),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ] {
            let (Some(u), Some(v)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                continue;
            };
            if u >= width || v >= height {
                continue;
            }
            let other = v * width + u;
            let apart = if dx != 0 && dy != 0 {
                std::f32::consts::SQRT_2
            } else {
                1.0
            };
            let alike = (-squared_distance(copy.lab[at], copy.lab[other]) / (2.0 * typical)).exp();
            let capacity = ((SMOOTHNESS * alike + 0.5) / apart * UNITS) as i32;
            if nodes[other] == FIXED {
                // What lies beyond the band is decided: a tie to it is a pull to its side.
                graph.pull(node, if fixed[other] { capacity } else { -capacity });
            } else if at < other {
                graph.tie(node, nodes[other] as usize, capacity);
            }
        }
    }
    let cut = graph.cut();
    for (node, &at) in band.iter().enumerate() {
        if nodes[at] != FIXED {
            fixed[at] = cut[node];
        }
    }
    fixed
}

/// Takes away what is less than three pixels thin (an opening by a square of three): a horizon or a
/// shadow that has the object's colour runs along such lines.
pub(super) fn drop_whiskers(
    mask: &mut [bool],
    width: usize,
    height: usize,
    sure: &[(usize, Place)],
) {
    let square = |at: usize| {
        let (x, y) = (at % width, at / width);
        let columns = x.saturating_sub(1)..(x + 2).min(width);
        (y.saturating_sub(1)..(y + 2).min(height))
            .flat_map(move |v| columns.clone().map(move |u| v * width + u))
    };
    let core: Vec<bool> = (0..mask.len())
        .into_par_iter()
        .map(|at| mask[at] && square(at).all(|near| mask[near]))
        .collect();
    let opened: Vec<bool> = (0..mask.len())
        .into_par_iter()
        .map(|at| mask[at] && square(at).any(|near| core[near]))
        .collect();
    mask.copy_from_slice(&opened);
    for &(at, place) in sure {
        mask[at] |= place == Place::Inside;
    }
}

/// The pixels within `reach` steps of where the mask begins or ends.
fn near_the_outline(mask: &[bool], width: usize, height: usize, reach: usize) -> Vec<usize> {
    // Whether a run of 2 * reach + 1 pixels around each one holds both sides, first along rows,
    // then along columns.
    let mixed = |line: &mut dyn Iterator<Item = (bool, bool)>,
                 length: usize|
     -> Vec<(bool, bool)> {
        let values: Vec<_> = line.collect();
        let mut last = (None, None);
        let mut out = vec![(false, false); length];
        let near =
            |last: Option<usize>, at: usize| last.is_some_and(|last| at.abs_diff(last) <= reach);
        for pass in 0..2 {
            last = if pass == 0 { last } else { (None, None) };
            for step in 0..length {
                let at = if pass == 0 { step } else { length - 1 - step };
                if values[at].0 {
                    last.0 = Some(at);
                }
                if values[at].1 {
                    last.1 = Some(at);
                }
                out[at].0 |= near(last.0, at);
                out[at].1 |= near(last.1, at);
            }
        }
        out
    };
    let rows: Vec<(bool, bool)> = mask
        .par_chunks(width)
        .flat_map_iter(|row| mixed(&mut row.iter().map(|&inside| (inside, !inside)), width))
        .collect();
    let columns: Vec<Vec<(bool, bool)>> = (0..width)
        .into_par_iter()
        .map(|x| mixed(&mut (0..height).map(|y| rows[y * width + x]), height))
        .collect();
    (0..mask.len())
        .filter(|&at| columns[at % width][at / width] == (true, true))
        .collect()
}

/// The mean squared colour difference of neighbours in the band.
fn typical_difference(copy: &WorkingCopy, band: &[usize]) -> f32 {
    let pairs = band.iter().filter(|&&at| at + 1 < copy.lab.len());
    let (sum, count) = pairs.fold((0.0, 0.0_f32), |(sum, count), &at| {
        (
            sum + squared_distance(copy.lab[at], copy.lab[at + 1]),
            count + 1.0,
        )
    });
    (sum / count.max(1.0)).max(1.0)
}
