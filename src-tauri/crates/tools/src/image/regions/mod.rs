//! Splits a picture into all its regions, without saying what they are.
//!
//! - [`graph`]: pixels to regions whose borders are stronger than what changes within them
//! - [`merge`]: regions that look alike to one
//! - [`slivers`]: soft edges that became regions
//! - [`palette`]: a colour of its own for each region
//! - [`enlarge`]: from the working copy to the picture's full size, along its outlines
//!
//! The same picture always gives the same regions.

pub mod enlarge;
pub mod graph;
pub mod merge;
pub mod palette;
pub mod slivers;

use image::RgbImage;

use super::bands::Report;
use super::pointing::working_copy::WorkingCopy;
use crate::ToolError;

/// The regions of a picture at its full size, each filled with a colour of its own.
///
/// # Errors
/// What `report` says.
pub fn map(picture: &RgbImage, report: &Report) -> Result<RgbImage, ToolError> {
    let copy = WorkingCopy::new(picture);
    report(0.1)?;
    let pieces = graph::segment(&copy, &|done| report(0.1 + 0.4 * done))?;
    let regions = merge::alike(&copy, &pieces, &|done| report(0.5 + 0.1 * done))?;
    let regions = slivers::absorbed(&copy, &regions);
    let colors = palette::colors(&regions);
    enlarge::paint(picture, &copy, &regions.labels, &colors, &|done| report(0.6 + 0.4 * done))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use image::Rgb;

    use super::*;
    use crate::image::testing::noise;

    #[test]
    fn a_gradient_is_one_region_and_a_step_parts_two() {
        let picture = RgbImage::from_fn(160, 120, |x, y| {
            let light = (y / 2) as i32 + noise(x, y, 5);
            let step = if x < 90 { 0 } else { 60 };
            Rgb([(60 + light + step) as u8, (90 + light) as u8, (120 + light - step) as u8])
        });
        let map = map(&picture, &|_| Ok(())).unwrap();
        let colors: BTreeSet<[u8; 3]> = map.pixels().map(|pixel| pixel.0).collect();
        assert_eq!(colors.len(), 2);
        let (left, right) = (map.get_pixel(0, 0), map.get_pixel(159, 0));
        let wrong = map.enumerate_pixels().filter(|(x, _, pixel)| *pixel != if *x < 90 { left } else { right }).count();
        assert!(left != right && wrong < 120, "{wrong} pixels lie on the wrong side of the step");
    }
}
