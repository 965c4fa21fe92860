//! Regions of pixels: Felzenszwalb and Huttenlocher, "Efficient Graph-Based Image Segmentation"
//! (2004), section 4. Pixels are joined in the order of how little they differ, unless the border
//! between two regions is stronger than the strongest link within either of them (equations 3 and
//! 4).

use patchbay_domain::Cancelled;
use rayon::prelude::*;

use crate::Report;
use crate::working_copy::{WorkingCopy, squared_distance};

/// Preferred size of regions (k of equation 4), in L*a*b* units for an image of one megapixel. It
/// goes with the root of the image's pixels: grain is as strong in a small image, and must not
/// break it up.
const SCALE: f32 = 650.0;
/// The smallest region, as a share of the image.
const LEAST: f32 = 0.0004;
/// Differences are ordered to this fraction of an L*a*b* unit: a difference of less is none.
const STEPS: f32 = 32.0;
/// More than any two colours differ by.
const MOST_DIFFERENCE: f32 = 300.0;
/// Links looked at between reports.
const BUNDLE: usize = 1 << 18;

/// The regions of a working copy.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Regions {
    /// The region of each pixel, row by row.
    pub labels: Vec<u32>,
    /// Number of regions; labels are below.
    pub count: usize,
    /// Regions that lie beside each other: pairs `(a, b)` with `a < b`, in order.
    pub beside: Vec<(u32, u32)>,
}

/// Splits a working copy into regions.
///
/// # Errors
/// Returns an error if `report` stops it.
pub(crate) fn segment(copy: &WorkingCopy, report: &Report) -> Result<Regions, Cancelled> {
    let (width, pixels) = (copy.width, copy.lab.len());
    // The neighbours to the right, below to the left, below and below to the right: each pair of
    // pixels once.
    let shifts: [(isize, usize); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let other = |link: u32| -> Option<usize> {
        let (at, (across, down)) = (link as usize / 4, shifts[link as usize % 4]);
        let x = (at % width)
            .checked_add_signed(across)
            .filter(|&x| x < width)?;
        let y = at / width + down;
        (y < copy.height).then_some(y * width + x)
    };
    let difference = |link: u32| -> u16 {
        let Some(other) = other(link) else {
            return u16::MAX;
        };
        let difference = squared_distance(copy.lab[link as usize / 4], copy.lab[other]).sqrt();
        (difference.min(MOST_DIFFERENCE) * STEPS) as u16
    };
    let differences: Vec<u16> = (0..4 * pixels as u32)
        .into_par_iter()
        .with_min_len(1 << 14)
        .map(difference)
        .collect();
    report(0.2)?;
    let order = sorted(&differences);
    report(0.4)?;
    let scale = SCALE * (pixels as f32 / 1e6).sqrt();
    let mut forest = Forest::new(pixels, scale);
    for (bundle, links) in order.chunks(BUNDLE).enumerate() {
        report(0.4 + 0.4 * (bundle * BUNDLE) as f64 / order.len() as f64)?;
        for &link in links {
            let Some(other) = other(link) else { continue };
            let (a, b) = (forest.root(link / 4), forest.root(other as u32));
            let difference = f32::from(differences[link as usize]) / STEPS;
            if a != b
                && difference <= forest.limit[a as usize]
                && difference <= forest.limit[b as usize]
            {
                let joined = forest.join(a, b);
                forest.limit[joined as usize] = difference + scale / forest.size[joined as usize];
            }
        }
    }
    let least = (LEAST * pixels as f32).max(4.0);
    for (bundle, links) in order.chunks(BUNDLE).enumerate() {
        report(0.8 + 0.2 * (bundle * BUNDLE) as f64 / order.len() as f64)?;
        for &link in links {
            let Some(other) = other(link) else { continue };
            let (a, b) = (forest.root(link / 4), forest.root(other as u32));
            if a != b && forest.size[a as usize].min(forest.size[b as usize]) < least {
                forest.join(a, b);
            }
        }
    }
    let roots: Vec<u32> = (0..pixels as u32).map(|at| forest.root(at)).collect();
    Ok(numbered(&roots, width))
}

/// The links in the order of their differences, equal ones in that of their places.
fn sorted(differences: &[u16]) -> Vec<u32> {
    let mut starts = vec![0_u32; (MOST_DIFFERENCE * STEPS) as usize + 2];
    let bin = |difference: u16| usize::from(difference).min((MOST_DIFFERENCE * STEPS) as usize);
    let links = || {
        differences
            .iter()
            .enumerate()
            .filter(|&(_, &difference)| difference != u16::MAX)
    };
    for (_, &difference) in links() {
        starts[bin(difference) + 1] += 1;
    }
    for next in 1..starts.len() {
        starts[next] += starts[next - 1];
    }
    let mut order = vec![0; starts.last().map_or(0, |&count| count as usize)];
    for (link, &difference) in links() {
        let place = &mut starts[bin(difference)];
        order[*place as usize] = link as u32;
        *place += 1;
    }
    order
}

/// Regions with labels from 0, numbered as they come up row by row, from any mark of which region a
/// pixel belongs to.
pub(super) fn numbered(marks: &[u32], width: usize) -> Regions {
    let mut names = vec![u32::MAX; marks.iter().max().map_or(0, |&most| most as usize + 1)];
    let mut count = 0;
    let labels: Vec<u32> = marks
        .iter()
        .map(|&mark| {
            let name = &mut names[mark as usize];
            if *name == u32::MAX {
                *name = count;
                count += 1;
            }
            *name
        })
        .collect();
    let right = (0..labels.len())
        .filter(|at| (at + 1) % width != 0)
        .map(|at| (at, at + 1));
    let below = (width..labels.len()).map(|at| (at - width, at));
    let mut beside: Vec<(u32, u32)> = right
        .chain(below)
        .map(|(at, next)| (labels[at].min(labels[next]), labels[at].max(labels[next])))
        .filter(|(a, b)| a != b)
        .collect();
    beside.sort_unstable();
    beside.dedup();
    Regions {
        labels,
        count: count as usize,
        beside,
    }
}

/// Disjoint sets of pixels that are joined into regions.
struct Forest {
    parent: Vec<u32>,
    /// Pixels, of roots.
    size: Vec<f32>,
    /// The difference up to which a region takes in others (equation 4), of roots.
    limit: Vec<f32>,
}

impl Forest {
    fn new(pixels: usize, scale: f32) -> Self {
        Self {
            parent: (0..pixels as u32).collect(),
            size: vec![1.0; pixels],
            limit: vec![scale; pixels],
        }
    }

    fn root(&mut self, pixel: u32) -> u32 {
        let mut at = pixel;
        while self.parent[at as usize] != at {
            // Halves the way for the next one who asks.
            self.parent[at as usize] = self.parent[self.parent[at as usize] as usize];
            at = self.parent[at as usize];
        }
        at
    }

    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (keep, goes) = if self.size[a as usize] >= self.size[b as usize] {
            (a, b)
        } else {
            (b, a)
        };
        self.parent[goes as usize] = keep;
        self.size[keep as usize] += self.size[goes as usize];
        keep
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_test_support::noise;

    use super::*;

    #[test]
    fn a_gradient_stays_in_large_pieces_and_a_step_parts_them() {
        let image = RgbImage::from_fn(160, 120, |x, y| {
            let light = (y / 2) as i32 + noise(x, y, 5);
            let step = if x < 90 { 0 } else { 60 };
            Rgb([
                (60 + light + step) as u8,
                (90 + light) as u8,
                (120 + light - step) as u8,
            ])
        });
        let regions = segment(&WorkingCopy::new(&image), &|_| Ok(())).unwrap();
        assert!(
            (2..=12).contains(&regions.count),
            "{} regions",
            regions.count
        );
        let mut sides = vec![[0_usize; 2]; regions.count];
        for (at, &label) in regions.labels.iter().enumerate() {
            sides[label as usize][usize::from(at % 160 >= 90)] += 1;
        }
        // Only the soft edge of the step, three pixels wide, may be counted to either side.
        let crossing: usize = sides.iter().map(|[left, right]| left.min(right)).sum();
        assert!(
            crossing < 3 * 120,
            "{crossing} pixels lie with those of the other side"
        );
        let large = sides
            .iter()
            .filter(|[left, right]| left + right > 160 * 120 / 20)
            .count();
        assert!((2..=4).contains(&large), "{large} large regions");
        let stopped = segment(&WorkingCopy::new(&image), &|_| Err(Cancelled));
        assert_eq!(stopped.unwrap_err(), Cancelled);
    }

    #[test]
    fn tiny_images_are_one_region() {
        for (width, height) in [(1, 1), (2, 1), (1, 3)] {
            let regions = segment(
                &WorkingCopy::new(&RgbImage::new(width, height)),
                &|_| Ok(()),
            )
            .unwrap();
            assert_eq!((regions.count, regions.beside.len()), (1, 0));
        }
    }
}
