//! Joins regions that lie beside each other and look alike: what the light or the grain has broken
//! up.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use patchbay_domain::Cancelled;

use super::graph::{Regions, numbered};
use crate::Report;
use crate::working_copy::{Lab, WorkingCopy, squared_distance};

/// Regions whose colours, and whose pixels along the border, differ by less than this (L*a*b*
/// units) are one.
const ALIKE: f32 = 8.0;
/// Maximum difference of two regions' colours that counts where nothing is to be seen across their
/// border, and its growth for each unit of the step there.
const GRADIENT: (f32, f32) = (4.0, 2.5);
/// A region of less than this share of the image joins others that differ up to twice as much.
const SMALL: f32 = 0.004;
/// Distance from a border at which its step is measured, in pixels of the working copy: a soft edge
/// is passed from one side to the other within so many.
const REACH: usize = 2;
/// More regions than this are no help to anyone: the most alike ones are joined whatever they
/// differ by.
const MOST_REGIONS: usize = 250;

#[derive(Debug, Clone, Copy, Default)]
struct Border {
    length: f32,
    /// Sum of the differences across it.
    contrast: f32,
    /// Sum of what the colours are more on its far side, [`REACH`] pixels from it: grain cancels
    /// out, a soft edge does not.
    step: Lab,
}

impl Border {
    fn add(&mut self, other: Self) {
        self.length += other.length;
        self.contrast += other.contrast;
        self.step
            .iter_mut()
            .zip(other.step)
            .for_each(|(sum, value)| *sum += value);
    }
}

#[derive(Debug, Clone, Default)]
struct Region {
    size: f32,
    /// Sum of its colours.
    sum: Lab,
    borders: BTreeMap<u32, Border>,
    /// Region that it became a part of.
    joined: Option<u32>,
    /// Number of times that it has changed: what was planned before is void.
    version: u32,
}

/// Two regions that may be joined: the bits of what that costs, the regions, and their versions
/// when it was planned.
type Merger = (u32, u32, u32, u32, u32);

impl Region {
    fn mean(&self) -> Lab {
        self.sum.map(|value| value / self.size.max(1.0))
    }
}

/// The regions that are left when those that look alike are joined.
///
/// # Errors
/// Returns an error if `report` stops it.
pub(crate) fn alike(
    copy: &WorkingCopy,
    pieces: &Regions,
    report: &Report,
) -> Result<Regions, Cancelled> {
    let mut regions = measured(copy, pieces);
    report(0.5)?;
    let area = copy.lab.len() as f32;
    // The order of floats that are not negative is the order of their bits.
    let mut open: BinaryHeap<Reverse<Merger>> = BinaryHeap::new();
    let plan = |regions: &[Region], a: u32, b: u32| {
        let (a, b) = (a.min(b), a.max(b));
        let cost = difference(&regions[a as usize], &regions[b as usize], b, area);
        Reverse((
            cost.to_bits(),
            a,
            b,
            regions[a as usize].version,
            regions[b as usize].version,
        ))
    };
    open.extend(pieces.beside.iter().map(|&(a, b)| plan(&regions, a, b)));
    let mut left = pieces.count;
    while let Some(Reverse((bits, a, b, version_a, version_b))) = open.pop() {
        let (one, other) = (&regions[a as usize], &regions[b as usize]);
        let void = one.joined.is_some()
            || other.joined.is_some()
            || (one.version, other.version) != (version_a, version_b);
        if void {
            continue;
        }
        if f32::from_bits(bits) > ALIKE && left <= MOST_REGIONS {
            break;
        }
        let (keep, goes) = if one.size >= other.size {
            (a, b)
        } else {
            (b, a)
        };
        join(&mut regions, keep, goes);
        left -= 1;
        let neighbours: Vec<u32> = regions[keep as usize].borders.keys().copied().collect();
        open.extend(
            neighbours
                .into_iter()
                .map(|next| plan(&regions, keep, next)),
        );
    }
    report(1.0)?;
    let last = |label: u32| {
        let mut at = label;
        while let Some(next) = regions[at as usize].joined {
            at = next;
        }
        at
    };
    let names: Vec<u32> = (0..pieces.count as u32).map(last).collect();
    let marks: Vec<u32> = pieces
        .labels
        .iter()
        .map(|&label| names[label as usize])
        .collect();
    Ok(numbered(&marks, copy.width))
}

fn measured(copy: &WorkingCopy, pieces: &Regions) -> Vec<Region> {
    let mut regions = vec![Region::default(); pieces.count];
    let height = copy.lab.len() / copy.width;
    for (at, (&label, color)) in pieces.labels.iter().zip(&copy.lab).enumerate() {
        let region = &mut regions[label as usize];
        region.size += 1.0;
        region
            .sum
            .iter_mut()
            .zip(color)
            .for_each(|(sum, value)| *sum += value);
        let (x, y) = (at % copy.width, at / copy.width);
        // To the left and above: how far apart pixels are, how many lie before this one, and how
        // many behind it.
        for (apart, before, behind) in [(1, x, copy.width - 1 - x), (copy.width, y, height - 1 - y)]
        {
            if before == 0 || pieces.labels[at - apart] == label {
                continue;
            }
            let next = at - apart;
            let other = pieces.labels[next];
            let (here, there) = (
                at + REACH.min(behind) * apart,
                next - REACH.min(before - 1) * apart,
            );
            let contrast = squared_distance(copy.lab[at], copy.lab[next]).sqrt();
            for ((from, here), (to, there)) in [
                ((label, here), (other, there)),
                ((other, there), (label, here)),
            ] {
                let step =
                    [0, 1, 2].map(|channel| copy.lab[there][channel] - copy.lab[here][channel]);
                regions[from as usize]
                    .borders
                    .entry(to)
                    .or_default()
                    .add(Border {
                        length: 1.0,
                        contrast,
                        step,
                    });
            }
        }
    }
    regions
}

/// Difference of two regions, `b` being the number of the second one.
fn difference(one: &Region, other: &Region, b: u32, area: f32) -> f32 {
    let border = one.borders.get(&b).copied().unwrap_or_default();
    let across = border.contrast / border.length.max(1.0);
    // Two ends of a sky differ much, and nowhere is there a border: what may count of it grows with
    // what is seen there.
    let step = squared_distance(border.step, [0.0; 3]).sqrt() / border.length.max(1.0);
    let means = squared_distance(one.mean(), other.mean())
        .sqrt()
        .min(GRADIENT.0 + GRADIENT.1 * step);
    let small = (one.size.min(other.size) / (SMALL * area))
        .sqrt()
        .clamp(0.5, 1.0);
    // The colours lie further apart than the pixels across a border, which is smoothed: both have a
    // say.
    small * (0.6 * means + 0.4 * across)
}

/// Makes `goes` a part of `keep`.
fn join(regions: &mut [Region], keep: u32, goes: u32) {
    let gone = std::mem::take(&mut regions[goes as usize]);
    regions[goes as usize].joined = Some(keep);
    for (&next, &border) in gone.borders.iter().filter(|&(&next, _)| next != keep) {
        let there = &mut regions[next as usize].borders;
        there.remove(&goes);
        let back = Border {
            step: border.step.map(|value| -value),
            ..border
        };
        for (from, to, border) in [(keep, next, border), (next, keep, back)] {
            regions[from as usize]
                .borders
                .entry(to)
                .or_default()
                .add(border);
        }
    }
    let kept = &mut regions[keep as usize];
    kept.borders.remove(&goes);
    kept.size += gone.size;
    kept.sum
        .iter_mut()
        .zip(gone.sum)
        .for_each(|(sum, value)| *sum += value);
    kept.version += 1;
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn alike_ones_join_and_others_stay() {
        let levels = [100_u8, 104, 108, 190, 30];
        let image = RgbImage::from_fn(250, 60, |x, _| Rgb([levels[x as usize / 50]; 3]));
        let marks: Vec<u32> = (0..250 * 60).map(|at| at % 250 / 50).collect();
        let joined = alike(&WorkingCopy::new(&image), &numbered(&marks, 250), &|_| {
            Ok(())
        })
        .unwrap();
        assert_eq!(
            (joined.count, joined.beside.as_slice()),
            (3, [(0, 1), (1, 2)].as_slice())
        );
        assert_eq!(
            [0, 60, 149, 160, 240].map(|at: usize| joined.labels[at]),
            [0, 0, 0, 1, 2]
        );
    }

    #[test]
    fn a_sky_is_one_and_a_step_of_the_same_height_parts_two() {
        let pieces = numbered(
            &(0..200 * 60).map(|at| at % 200 / 100).collect::<Vec<u32>>(),
            200,
        );
        let sky = RgbImage::from_fn(200, 60, |x, _| Rgb([(90 + x / 2) as u8; 3]));
        assert_eq!(
            alike(&WorkingCopy::new(&sky), &pieces, &|_| Ok(()))
                .unwrap()
                .count,
            1
        );
        let step = RgbImage::from_fn(200, 60, |x, _| Rgb([if x < 100 { 115 } else { 165 }; 3]));
        assert_eq!(
            alike(&WorkingCopy::new(&step), &pieces, &|_| Ok(()))
                .unwrap()
                .count,
            2
        );
    }

    #[test]
    fn there_are_never_too_many() {
        let image = RgbImage::from_fn(200, 200, |x, y| {
            Rgb([(x / 10 * 12) as u8, (y / 10 * 12) as u8, 0])
        });
        let marks: Vec<u32> = (0..200 * 200)
            .map(|at| at / 2000 * 20 + at % 200 / 10)
            .collect();
        let joined = alike(&WorkingCopy::new(&image), &numbered(&marks, 200), &|_| {
            Ok(())
        })
        .unwrap();
        assert!(joined.count <= MOST_REGIONS, "{}", joined.count);
    }
}
