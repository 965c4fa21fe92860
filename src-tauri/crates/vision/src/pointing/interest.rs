//! Centre of an image's interest: the faces on it, else the middle of what stands out
//! ([`saliency`](super::saliency)).

use image::DynamicImage;
use patchbay_domain::Cancelled;

use super::saliency;
use super::salient::LEAST_CONTRAST;
use super::superpixels::Superpixels;
use crate::Watch;
use crate::faces;
use crate::working_copy::WorkingCopy;

/// The longer side of the copy that is looked at, in pixels: a middle needs no fine outlines.
const SIDE: u32 = 320;
/// The same where faces are looked for.
const SIDE_FOR_FACES: f32 = 480.0;
/// Prominence below which a patch has no say, the most prominent one being 1.
const LEAST: f32 = 0.3;

/// The middle of the faces, the larger the more, else of what stands out, as shares of width and
/// height; none where nothing does.
///
/// # Errors
/// `progress` was cancelled.
pub fn middle(image: &DynamicImage, progress: &dyn Watch) -> Result<Option<(f64, f64)>, Cancelled> {
    let check = |_| {
        if progress.is_cancelled() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    };
    let faces = faces::find_within(image, SIDE_FOR_FACES, &check)?;
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let of_faces = weighted(faces.iter().map(|face| {
        let (across, down) = (face.x + face.width / 2.0, face.y + face.height / 2.0);
        (
            f64::from(face.width * face.height),
            f64::from(across) / width,
            f64::from(down) / height,
        )
    }));
    if of_faces.is_some() {
        return Ok(of_faces);
    }
    let copy = WorkingCopy::new(&image.thumbnail(SIDE, SIDE).into_rgb8());
    let superpixels = Superpixels::new(&copy, progress);
    let (width, height) = (copy.width, copy.lab.len() / copy.width.max(1));
    let found = saliency::measure(&superpixels, width.max(height), progress)?;
    if found.contrast < LEAST_CONTRAST {
        return Ok(None);
    }
    let prominent = superpixels
        .patches
        .iter()
        .zip(&found.values)
        .filter(|(_, value)| **value >= LEAST);
    Ok(weighted(prominent.map(|(patch, value)| {
        let (across, down) = (
            f64::from(patch.center.0) + 0.5,
            f64::from(patch.center.1) + 0.5,
        );
        (
            f64::from(value * patch.size),
            across / width as f64,
            down / height as f64,
        )
    })))
}

/// The middle of places, each behind its weight; none where nothing has any.
fn weighted(places: impl Iterator<Item = (f64, f64, f64)>) -> Option<(f64, f64)> {
    let add = |sum: (f64, f64, f64), (weight, across, down): (f64, f64, f64)| {
        (
            sum.0 + weight,
            sum.1 + weight * across,
            sum.2 + weight * down,
        )
    };
    let (weight, across, down) = places.fold((0.0, 0.0, 0.0), add);
    (weight > 0.0).then(|| (across / weight, down / weight))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn it_lies_where_the_thing_is() {
        let sky = |y: u32| Rgb([120 + (y / 8) as u8, 160, 210]);
        let balloon = RgbImage::from_fn(900, 600, |x, y| {
            let inside = (x as f32 - 680.0).hypot(y as f32 - 160.0) < 70.0;
            if inside { Rgb([210, 40, 30]) } else { sky(y) }
        });
        let (across, down) = middle(&balloon.clone().into(), &AtomicBool::default())
            .unwrap()
            .expect("the balloon");
        assert!(
            (across - 680.0 / 900.0).abs() < 0.04 && (down - 160.0 / 600.0).abs() < 0.06,
            "{across} {down}"
        );
        let mut beside = balloon.clone();
        image::imageops::replace(&mut beside, &patchbay_test_support::portrait(), 60, 300);
        let (across, down) = middle(&beside.into(), &AtomicBool::default())
            .unwrap()
            .expect("the face");
        assert!(
            (across - 186.0 / 900.0).abs() < 0.03 && (down - 417.0 / 600.0).abs() < 0.04,
            "{across} {down}"
        );
        let empty = RgbImage::from_fn(900, 600, |_, y| sky(y));
        assert_eq!(middle(&empty.into(), &AtomicBool::default()).unwrap(), None);
        let progress = AtomicBool::new(true);
        assert_eq!(
            middle(&RgbImage::new(40, 30).into(), &progress),
            Err(Cancelled)
        );
    }
}
