//! Splits an image into all its regions, without saying what they are.
//!
//! - [`graph`]: pixels to regions whose borders are stronger than what changes within them
//! - [`merge`]: regions that look alike to one
//! - [`slivers`]: soft edges that became regions
//! - [`palette`]: a colour of its own for each region
//! - [`enlarge`]: from the working copy to the image's full size, along its outlines
//!
//! The same image always gives the same regions.

mod enlarge;
mod graph;
mod merge;
mod palette;
mod slivers;

use image::{GrayImage, RgbImage};
use patchbay_domain::Cancelled;

use crate::Report;
use crate::working_copy::{self, WorkingCopy};

/// The regions of an image at its full size, each filled with a colour of its own.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn map(image: &RgbImage, report: &Report) -> Result<RgbImage, Cancelled> {
    let copy = WorkingCopy::new(image);
    report(0.1)?;
    let pieces = graph::segment(&copy, &|done| report(0.1 + 0.4 * done))?;
    let regions = merge::alike(&copy, &pieces, &|done| report(0.5 + 0.1 * done))?;
    let regions = slivers::absorbed(&copy, &regions);
    let colors = palette::colors(&regions);
    enlarge::paint(image, &copy, &regions.labels, &colors, &|done| {
        report(0.6 + 0.4 * done)
    })
}

/// The size at which an image's regions are looked for.
pub fn working_size(image: &RgbImage) -> (u32, u32) {
    working_copy::size(image.dimensions())
}

/// The same for regions that are given as masks of the [`working_size`], white where a region is,
/// with their colours where those are known: the smaller lies on the larger where they overlap.
/// Pixels that none of them covers are one region more.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn map_of(
    image: &RgbImage,
    masks: &[(GrayImage, Option<[u8; 3]>)],
    report: &Report,
) -> Result<RgbImage, Cancelled> {
    let copy = WorkingCopy::new(image);
    let covered = |mask: &GrayImage| mask.iter().filter(|&&value| value > 127).count();
    let mut order: Vec<_> = masks
        .iter()
        .map(|(mask, color)| (covered(mask), mask, *color))
        .collect();
    order.sort_by_key(|(covered, ..)| std::cmp::Reverse(*covered));
    let mut marks = vec![0_u32; copy.lab.len()];
    for (number, (_, mask, _)) in order.iter().enumerate() {
        report(0.3 * number as f64 / masks.len() as f64)?;
        let inside = marks
            .iter_mut()
            .zip(mask.iter())
            .filter(|(_, value)| **value > 127);
        inside.for_each(|(mark, _)| *mark = number as u32 + 1);
    }
    let regions = graph::numbered(&marks, copy.width);
    let mut colors = palette::colors(&regions);
    for (mark, region) in marks
        .iter()
        .zip(&regions.labels)
        .filter(|(mark, _)| **mark > 0)
    {
        if let (_, _, Some(color)) = order[*mark as usize - 1] {
            colors[*region as usize] = color;
        }
    }
    enlarge::paint(image, &copy, &regions.labels, &colors, &|done| {
        report(0.3 + 0.7 * done)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use image::Rgb;
    use patchbay_test_support::noise;

    use super::*;

    #[test]
    fn a_gradient_is_one_region_and_a_step_parts_two() {
        let image = RgbImage::from_fn(160, 120, |x, y| {
            let light = (y / 2) as i32 + noise(x, y, 5);
            let step = if x < 90 { 0 } else { 60 };
            Rgb([
                (60 + light + step) as u8,
                (90 + light) as u8,
                (120 + light - step) as u8,
            ])
        });
        let map = map(&image, &|_| Ok(())).unwrap();
        let colors: BTreeSet<[u8; 3]> = map.pixels().map(|pixel| pixel.0).collect();
        assert_eq!(colors.len(), 2);
        let (left, right) = (map.get_pixel(0, 0), map.get_pixel(159, 0));
        let wrong = map
            .enumerate_pixels()
            .filter(|(x, _, pixel)| *pixel != if *x < 90 { left } else { right })
            .count();
        assert!(
            left != right && wrong < 120,
            "{wrong} pixels lie on the wrong side of the step"
        );
    }

    #[test]
    fn of_masks_the_smaller_lies_on_the_larger_and_the_rest_is_a_region_too() {
        let image = RgbImage::from_fn(2048, 40, |x, _| Rgb([(x / 9) as u8; 3]));
        assert_eq!(working_size(&image), (1024, 20));
        let mask = |from: u32, to: u32| {
            GrayImage::from_fn(1024, 20, |x, _| {
                image::Luma([if (from..to).contains(&x) { 255 } else { 0 }])
            })
        };
        let map = map_of(
            &image,
            &[(mask(100, 200), None), (mask(0, 500), Some([6, 230, 230]))],
            &|_| Ok(()),
        )
        .unwrap();
        let colors = [20, 300, 600, 1500].map(|x| map.get_pixel(x, 20).0);
        assert_eq!((colors[0], colors[2]), ([6, 230, 230], [6, 230, 230]));
        assert_eq!(colors.iter().collect::<BTreeSet<_>>().len(), 3);
        assert_eq!(
            map.pixels()
                .map(|pixel| pixel.0)
                .collect::<BTreeSet<_>>()
                .len(),
            3
        );
        let without = map_of(&image, &[], &|_| Ok(())).unwrap();
        assert!(
            without
                .pixels()
                .all(|pixel| pixel == without.get_pixel(0, 0))
        );
    }
}
