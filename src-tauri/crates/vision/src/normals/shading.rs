//! Slopes from brightness: what is darker is taken to lie deeper, as eyes do under a cloudy sky
//! (Langer and Bülthoff, "Depth Discrimination from Shading under Diffuse Lighting", 2000). A
//! guess, and a good one for bark, cloth and stone; a dark colour looks like a hollow.

use patchbay_domain::Cancelled;

use super::Slopes;
use crate::planes::Plane;

/// Weights of structures from one pixel to 32 pixels wide, each twice as wide as the one before.
const SCALES: [f32; 6] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5];
/// The slope that 19 of 20 pixels stay below: 50 degrees.
const STEEP: f32 = 1.2;
/// Range of the factor by which slopes may be made steeper or flatter to get there: a plain wall is
/// not to become rock.
const GAIN: std::ops::RangeInclusive<f32> = 0.4..=4.0;

/// The slopes of a plane of brightnesses (0 to 1). `reach` is told which share of the work (0 to 1)
/// is done.
///
/// # Errors
/// Returns an error if `reach` stops it.
pub fn slopes(
    brightness: &Plane,
    reach: &mut dyn FnMut(f64) -> Result<(), Cancelled>,
) -> Result<Slopes, Cancelled> {
    let (width, height) = (brightness.width, brightness.height);
    let empty = Plane {
        width,
        height,
        values: vec![0.0; width * height],
    };
    let mut slopes = Slopes {
        to_the_right: empty.clone(),
        downwards: empty,
    };
    let mut level = brightness.blurred(0.8);
    for (index, weight) in SCALES.into_iter().enumerate() {
        reach(index as f64 / SCALES.len() as f64)?;
        if index > 0 {
            if level.width.min(level.height) < 4 {
                break;
            }
            level = level.halved();
        }
        for (sum, (across, down)) in [
            (&mut slopes.to_the_right, (1, 0)),
            (&mut slopes.downwards, (0, 1)),
        ] {
            // Of a level that is half as large, a change from pixel to pixel is the same slope of a
            // structure twice as wide and twice as high.
            let change = Plane::from_fn(level.width, level.height, |at| {
                let (x, y) = ((at % level.width) as isize, (at / level.width) as isize);
                weight * (level.near(x + across, y + down) - level.near(x - across, y - down)) / 2.0
            });
            let change = if index == 0 {
                change
            } else {
                change.enlarged(width, height)
            };
            sum.values
                .iter_mut()
                .zip(&change.values)
                .for_each(|(sum, change)| *sum += change);
        }
    }
    // A regular sample is enough to know how steep it is.
    let step = (width * height).div_ceil(100_000);
    let steepness = Plane::from_fn((width * height).div_ceil(step), 1, |index| {
        slopes.to_the_right.values[index * step].hypot(slopes.downwards.values[index * step])
    });
    let gain =
        (STEEP / steepness.quantile(0.95).max(f32::MIN_POSITIVE)).clamp(*GAIN.start(), *GAIN.end());
    for plane in [&mut slopes.to_the_right, &mut slopes.downwards] {
        plane.values.iter_mut().for_each(|slope| *slope *= gain);
    }
    Ok(slopes)
}
