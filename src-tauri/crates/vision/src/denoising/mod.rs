//! Takes grain away and leaves edges and texture.
//!
//! - [`grain`]: how strong the grain is, where light and where dark, fine and coarse
//! - [`non_local`]: averages every pixel with others whose surroundings look alike
//! - [`opponent`]: brightness and colour apart, as numbers for each pixel
//!
//! Grain of cameras is coarser than a pixel, which one pass at full size mistakes for texture. So
//! where there is such, an image of half the size is cleaned first, and what was wrong there is
//! taken out of the full one.

mod grain;
mod non_local;
mod opponent;

use image::DynamicImage;
use patchbay_domain::Cancelled;

use self::grain::Grain;
use self::opponent::Planes;
use crate::Report;
use crate::bands::by_bands;
use crate::pixels;

/// An image without its grain, depth and transparency as they were. Where there is hardly any it
/// comes back as it is.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn denoise(image: &DynamicImage, report: &Report) -> Result<DynamicImage, Cancelled> {
    let grain = grain::measure(image);
    let (Some(coarsest), height) = (grain.len().checked_sub(1), image.height()) else {
        return Ok(image.clone());
    };
    let margin = non_local::REACH << coarsest;
    by_bands(image, 1, margin as u32, report, |band, top| {
        let planes = Planes::of(band);
        let rows = f64::from(band.height().saturating_sub(2 * margin as u32).max(1));
        let clean = cleaned(planes, &grain, &|done| {
            report((f64::from(top) + done * rows) / f64::from(height))
        })?;
        Ok(pixels::map(band.clone(), |x, y, _| {
            clean.color(x as usize, y as usize)
        }))
    })
}

/// Planes without the grain of each scale, the finest first.
fn cleaned(mut planes: Planes, grain: &[Grain], report: &Report) -> Result<Planes, Cancelled> {
    let [finest, coarser @ ..] = grain else {
        return Ok(planes);
    };
    let begun = if coarser.is_empty() || planes.width.min(planes.height) < 16 {
        0.0
    } else {
        let half = planes.halved();
        let clean = cleaned(half.clone(), coarser, &|done| report(0.25 * done))?;
        planes.correct(&half, &clean);
        0.25
    };
    non_local::means(&planes, finest, &|done| {
        report(begun + (1.0 - begun) * done)
    })
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, Rgb, RgbImage};
    use patchbay_test_support::{decibels, noise};

    use super::*;

    /// Sky, a slanted wall, a disc and fine stripes.
    fn scene(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            let (u, v) = (x as f32, y as f32);
            let sky = 0.25 * u + 60.0;
            let wall = (u - 0.3 * v - 90.0).clamp(0.0, 1.0) * 70.0;
            let disc = (40.5 - (u - 60.0).hypot(v - 110.0)).clamp(0.0, 1.0) * 80.0;
            let stripes = if v > 150.0 {
                22.0 * (u * 0.8).sin()
            } else {
                0.0
            };
            Rgb([
                (sky + wall) as u8,
                (sky + disc * 0.5 + stripes) as u8,
                (170.0 - wall + disc * 0.4) as u8,
            ])
        })
    }

    /// A sum of evenly distributed values is nearly normal; 12 of them have the deviation of one of
    /// the whole range.
    fn grainy(pixels: &RgbImage, deviation: f32, coarse: u32) -> RgbImage {
        RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
            let clean = pixels.get_pixel(x, y);
            let grain = |channel: u32| {
                let at = |part: u32| {
                    noise(x / coarse + 977 * part, y / coarse + 7_919 * channel, 500) as f32
                        / 1000.0
                };
                (0..12).map(at).sum::<f32>() * deviation
            };
            Rgb([0, 1, 2].map(|c| {
                (f32::from(clean[c]) + grain(c as u32))
                    .round()
                    .clamp(0.0, 255.0) as u8
            }))
        })
    }

    fn clean(pixels: &RgbImage) -> RgbImage {
        denoise(&DynamicImage::ImageRgb8(pixels.clone()), &|_| Ok(()))
            .unwrap()
            .into_rgb8()
    }

    #[test]
    fn fine_grain_goes_and_edges_stay() {
        let scene = scene(260, 200);
        for (deviation, gain) in [(5.0, 5.0), (12.0, 7.0), (25.0, 7.0)] {
            let grainy = grainy(&scene, deviation, 1);
            let clean = clean(&grainy);
            let (before, after) = (decibels(&grainy, &scene), decibels(&clean, &scene));
            assert!(
                after > before + gain,
                "deviation {deviation}: {before:.1} to {after:.1} dB"
            );
            let step = |pixels: &RgbImage| {
                let rise = |y: u32| {
                    i32::from(pixels.get_pixel(96 + y * 3 / 10, y)[0])
                        - i32::from(pixels.get_pixel(88 + y * 3 / 10, y)[0])
                };
                (20..140).map(rise).sum::<i32>() / 120
            };
            assert!(
                step(&clean) * 100 >= step(&scene) * 93,
                "the wall's edge: {} of {}",
                step(&clean),
                step(&scene)
            );
        }
    }

    #[test]
    fn coarse_grain_goes_too() {
        let scene = scene(240, 140);
        let grainy = grainy(&scene, 14.0, 2);
        let (before, after) = (decibels(&grainy, &scene), decibels(&clean(&grainy), &scene));
        assert!(after > before + 4.0, "{before:.1} to {after:.1} dB");
    }

    #[test]
    fn what_has_no_grain_stays() {
        let scene = scene(200, 160);
        assert!(
            decibels(&clean(&scene), &scene) > 48.0,
            "{}",
            decibels(&clean(&scene), &scene)
        );
        for (width, height) in [(1, 1), (3, 40), (17, 2)] {
            let small = grainy(
                &RgbImage::from_pixel(width, height, Rgb([90, 120, 30])),
                10.0,
                1,
            );
            assert_eq!(clean(&small).dimensions(), (width, height));
        }
    }

    #[test]
    fn a_stop_is_heard() {
        let grainy = DynamicImage::ImageRgb8(grainy(&scene(260, 200), 12.0, 1));
        let stopped = denoise(&grainy, &|done| {
            if done > 0.2 { Err(Cancelled) } else { Ok(()) }
        });
        assert_eq!(stopped.unwrap_err(), Cancelled);
    }
}
