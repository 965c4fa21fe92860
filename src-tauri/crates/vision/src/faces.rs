//! Detection of faces on an image: by `rustface`, a port of the `SeetaFace` detector (Wu et al.,
//! “Funnel-structured cascade for multi-view face detection with alignment awareness”, 2016), with
//! its model in `models/seetaface`. It finds faces that look towards the camera; of heads that are
//! turned away it says nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use image::{DynamicImage, GrayImage, imageops};
use patchbay_domain::{BoundingBox, Cancelled};
use patchbay_media::image as media_image;
use rustface::{FaceInfo, ImageData, create_detector_with_model, read_model};

use crate::Report;

const MODEL: &[u8] = include_bytes!("../../../../models/seetaface/seeta_fd_frontal_v1.0.bin");

/// Larger images are looked at in this size, smaller ones at up to [`LARGEST_SCALE`] times theirs.
const LONGER_SIDE: f32 = 1280.0;
/// The detector's window has 40 pixels: enlarged, faces of half of that are found too.
const LARGEST_SCALE: f32 = 2.0;
/// The detector's certainty from which on a place counts as a face: 8 and more for clear ones,
/// around 1 for patterns.
const CERTAIN: f64 = 2.5;
/// Grey around the image, in pixels, so that the windows at its edges lie inside.
const MARGIN: u32 = 40;
/// Interval at which it is asked whether to stop.
const POLL: Duration = Duration::from_millis(30);

/// The boxes of the faces on an image, from left to right; they may reach beyond its edges.
///
/// # Errors
/// Returns an error if `report` stops it: it is asked all the while; the detector itself cannot be
/// stopped, and ends unheard.
pub fn find(image: &DynamicImage, report: &Report) -> Result<Vec<BoundingBox>, Cancelled> {
    find_within(image, LONGER_SIDE, report)
}

/// The same on a copy whose longer side has at most `longer_side` pixels: quicker, and only faces
/// of 40 pixels in that.
///
/// # Errors
/// Returns an error if `report` stops it.
pub(crate) fn find_within(
    image: &DynamicImage,
    longer_side: f32,
    report: &Report,
) -> Result<Vec<BoundingBox>, Cancelled> {
    let (width, height) = (image.width(), image.height());
    let scale = (longer_side / width.max(height) as f32).min(LARGEST_SCALE);
    let side = |length: u32| ((length as f32 * scale).round() as u32).max(1);
    let grey = DynamicImage::ImageLuma8(image.to_luma8());
    let grey = media_image::resize(&grey, side(width), side(height)).into_luma8();
    let (send, found) = channel();
    thread::spawn(move || send.send(detect(&grey)));
    let found = loop {
        report(0.0)?;
        match found.recv_timeout(POLL) {
            Ok(found) => break found,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Vec::new(),
        }
    };
    let mut boxes: Vec<BoundingBox> = found
        .into_iter()
        .map(|(x, y, size)| {
            let from_edge = |place: f32| (place - MARGIN as f32) / scale;
            BoundingBox {
                x: from_edge(x),
                y: from_edge(y),
                width: size / scale,
                height: size / scale,
            }
        })
        .collect();
    boxes.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    Ok(boxes)
}

/// The squares in which faces are: left, top and side, in pixels of the image with its margin.
fn detect(grey: &GrayImage) -> Vec<(f32, f32, f32)> {
    let mut framed = GrayImage::from_pixel(
        grey.width() + 2 * MARGIN,
        grey.height() + 2 * MARGIN,
        image::Luma([127]),
    );
    imageops::replace(&mut framed, grey, i64::from(MARGIN), i64::from(MARGIN));
    // What the detector trips over has no face in it.
    let look = || {
        let mut detector = create_detector_with_model(read_model(MODEL).ok()?);
        detector.set_score_thresh(CERTAIN);
        Some(detector.detect(&ImageData::new(
            framed.as_raw(),
            framed.width(),
            framed.height(),
        )))
    };
    let found = catch_unwind(AssertUnwindSafe(look))
        .ok()
        .flatten()
        .unwrap_or_default();
    found
        .iter()
        .map(FaceInfo::bbox)
        .map(|at| (at.x() as f32, at.y() as f32, at.width() as f32))
        .collect()
}

#[cfg(test)]
mod tests {
    use image::RgbImage;
    use patchbay_test_support::noise;
    use patchbay_test_support::portrait;

    use super::*;

    /// A grained wall with portraits on it, each with its place and size.
    fn wall(width: u32, height: u32, portraits: &[(u32, i64, i64)]) -> DynamicImage {
        let mut wall = RgbImage::from_fn(width, height, |x, y| {
            image::Rgb([(150 + noise(x, y, 6)) as u8; 3])
        });
        for &(size, x, y) in portraits {
            let portrait =
                imageops::resize(&portrait(), size, size, imageops::FilterType::Triangle);
            imageops::replace(&mut wall, &portrait, x, y);
        }
        DynamicImage::ImageRgb8(wall)
    }

    #[test]
    fn faces_of_any_size_are_found_where_they_are() {
        let places = [(90, 10, 200), (256, 120, 20), (512, 420, 60)];
        let found = find(&wall(960, 600, &places), &|_| Ok(())).unwrap();
        assert_eq!(found.len(), 3, "{found:?}");
        for (found, (size, x, y)) in found.iter().zip(places) {
            let part = size as f32 / 256.0;
            let wanted = (x as f32 + 77.0 * part, y as f32 + 68.0 * part, 99.0 * part);
            let off = [
                (found.x - wanted.0),
                (found.y - wanted.1),
                (found.width - wanted.2),
            ];
            assert!(
                off.iter().all(|off| off.abs() < 0.16 * wanted.2),
                "{found:?} is not {wanted:?}"
            );
        }
    }

    #[test]
    fn where_no_face_is_none_is_found_and_no_size_is_too_small() {
        for (width, height) in [(640, 480), (1, 1), (3, 500), (41, 39), (4000, 2)] {
            assert_eq!(
                find(&wall(width, height, &[]), &|_| Ok(())).unwrap(),
                [],
                "{width} x {height}"
            );
        }
    }

    #[test]
    fn a_stop_is_heard_while_it_looks() {
        let stopped = find(&wall(1280, 900, &[]), &|_| Err(Cancelled));
        assert!(matches!(stopped, Err(Cancelled)));
    }
}
