//! Takes away slivers: where two regions meet, the pixels of their soft edge have a colour between
//! both and make a thin region that is no thing of its own. A wire or a mast is thin too, but its
//! colour is not between those beside it.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::graph::{Regions, numbered};
use crate::working_copy::{Lab, WorkingCopy, squared_distance};

/// Within so many pixels of the working copy around a pixel that lies deep in its region there is
/// no other region.
const DEPTH: usize = 2;
/// A region of which less than this share lies deep is thin.
const LEAST_DEEP: f32 = 0.08;
/// Maximum distance from the line between two colours at which a colour lies between them (L*a*b*
/// units).
const BETWEEN: f32 = 12.0;

/// The regions without slivers: each becomes a part of the neighbour whose colour is nearest.
pub(crate) fn absorbed(copy: &WorkingCopy, regions: &Regions) -> Regions {
    let means = means(copy, regions);
    let thin = thin(&regions.labels, copy.width, regions.count);
    let mut beside = vec![BTreeSet::new(); regions.count];
    for &(a, b) in &regions.beside {
        beside[a as usize].insert(b);
        beside[b as usize].insert(a);
    }
    let host = |sliver: u32| {
        let (thin_ones, broad): (Vec<u32>, Vec<u32>) = beside[sliver as usize]
            .iter()
            .partition(|&&next| thin[next as usize]);
        // An edge may be so soft that there are two slivers side by side, and the other one borders
        // on what is beyond.
        let beyond = thin_ones
            .iter()
            .flat_map(|&next| &beside[next as usize])
            .filter(|&&next| !thin[next as usize]);
        let around: BTreeSet<u32> = broad.iter().chain(beyond).copied().collect();
        let mean = |region: u32| means[region as usize];
        let color = mean(sliver);
        let between = around.iter().any(|&a| {
            around
                .range(..a)
                .any(|&b| from_line(color, mean(a), mean(b)) <= BETWEEN * BETWEEN)
        });
        let unlike = |region: &u32| squared_distance(color, mean(*region));
        broad
            .into_iter()
            .filter(|_| between)
            .min_by(|a, b| unlike(a).total_cmp(&unlike(b)))
    };
    let names: Vec<u32> = (0..regions.count as u32)
        .into_par_iter()
        .map(|label| {
            thin[label as usize]
                .then(|| host(label))
                .flatten()
                .unwrap_or(label)
        })
        .collect();
    let marks: Vec<u32> = regions
        .labels
        .iter()
        .map(|&label| names[label as usize])
        .collect();
    numbered(&marks, copy.width)
}

/// The mean colour of each region.
fn means(copy: &WorkingCopy, regions: &Regions) -> Vec<Lab> {
    let mut sums = vec![([0.0_f64; 3], 0.0_f64); regions.count];
    for (&label, color) in regions.labels.iter().zip(&copy.lab) {
        let (sum, count) = &mut sums[label as usize];
        sum.iter_mut()
            .zip(color)
            .for_each(|(sum, value)| *sum += f64::from(*value));
        *count += 1.0;
    }
    sums.into_iter()
        .map(|(sum, count)| sum.map(|value| (value / count.max(1.0)) as f32))
        .collect()
}

/// Whether each region is thin.
fn thin(labels: &[u32], width: usize, count: usize) -> Vec<bool> {
    let height = labels.len() / width;
    let is_deep = |at: usize| {
        let (x, y) = (at % width, at / width);
        let columns = x.saturating_sub(DEPTH)..(x + DEPTH + 1).min(width);
        (y.saturating_sub(DEPTH)..(y + DEPTH + 1).min(height)).all(|row| {
            labels[row * width..][columns.clone()]
                .iter()
                .all(|&label| label == labels[at])
        })
    };
    let deep: Vec<bool> = (0..labels.len())
        .into_par_iter()
        .with_min_len(1 << 12)
        .map(is_deep)
        .collect();
    let mut counts = vec![(0.0_f32, 0.0_f32); count];
    for (&label, deep) in labels.iter().zip(deep) {
        let (all, inner) = &mut counts[label as usize];
        *all += 1.0;
        *inner += f32::from(u8::from(deep));
    }
    counts
        .into_iter()
        .map(|(all, inner)| inner < LEAST_DEEP * all)
        .collect()
}

/// The squared distance of a colour from the line between two others.
fn from_line(color: Lab, a: Lab, b: Lab) -> f32 {
    let along = |channel: usize| (color[channel] - a[channel]) * (b[channel] - a[channel]);
    let share = ((along(0) + along(1) + along(2)) / squared_distance(a, b).max(f32::MIN_POSITIVE))
        .clamp(0.0, 1.0);
    squared_distance(
        color,
        [0, 1, 2].map(|channel| a[channel] + share * (b[channel] - a[channel])),
    )
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    /// The regions that are left of stripes, each with its width and its grey.
    fn left_of(stripes: &[(u32, u8)]) -> Regions {
        let ends: Vec<u32> = stripes
            .iter()
            .scan(0, |end, (width, _)| Some((*end += width, *end).1))
            .collect();
        let stripe = |x: u32| ends.iter().position(|&end| x < end).unwrap();
        let width = *ends.last().unwrap();
        let image = RgbImage::from_fn(width, 50, |x, _| Rgb([stripes[stripe(x)].1; 3]));
        let marks: Vec<u32> = (0..width * 50)
            .map(|at| stripe(at % width) as u32)
            .collect();
        absorbed(&WorkingCopy::new(&image), &numbered(&marks, width as usize))
    }

    #[test]
    fn soft_edges_go_and_wires_stay() {
        let edge = left_of(&[(40, 40), (3, 150), (40, 220)]);
        assert_eq!(
            (
                edge.count,
                edge.labels[39],
                edge.labels[41],
                edge.labels[43]
            ),
            (2, 0, 1, 1)
        );
        assert_eq!(
            left_of(&[(40, 40), (3, 100), (3, 160), (40, 220)]).count,
            2,
            "two slivers side by side"
        );
        assert_eq!(left_of(&[(40, 120), (3, 20), (40, 200)]).count, 3, "a wire");
        assert_eq!(
            left_of(&[(40, 40), (12, 130), (40, 220)]).count,
            3,
            "a broad stripe"
        );
        assert_eq!(left_of(&[(1, 40)]).count, 1);
    }
}
