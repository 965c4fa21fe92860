//! People's poses drawn as `OpenPose` draws them (Cao et al. 2019, "`OpenPose`: Realtime
//! Multi-Person 2D Pose Estimation"), which is what networks that are led by a pose were trained
//! on: eighteen points and the limbs between them, each of a colour of its own, on black.

use image::{Rgb, RgbImage};
use patchbay_inference::networks::vitpose::{KEY_POINTS, KeyPoint};

/// A point that is less sure is not drawn.
const LEAST_SURE: f32 = 0.3;
/// A person of whom fewer points are seen is not drawn: so few say nothing about a pose.
const FEWEST: usize = 4;
/// COCO's points in `OpenPose`'s order, the right side before the left; the neck, which stands
/// second, is none of them.
const FROM_COCO: [usize; 17] = [0, 6, 8, 10, 5, 7, 9, 12, 14, 16, 11, 13, 15, 2, 1, 4, 3];
/// COCO's shoulders.
const SHOULDERS: [usize; 2] = [5, 6];
/// The points that each limb lies between, by their places in `OpenPose`'s order. Each has the
/// colour of its place.
const LIMBS: [(usize, usize); 17] = [
    (1, 2),
    (1, 5),
    (2, 3),
    (3, 4),
    (5, 6),
    (6, 7),
    (1, 8),
    (8, 9),
    (9, 10),
    (1, 11),
    (11, 12),
    (12, 13),
    (1, 0),
    (0, 14),
    (14, 16),
    (0, 15),
    (15, 17),
];
/// Half of a limb's thickness and a point's radius, in pixels of an image whose shorter side has
/// [`SHORTER`].
const THICKNESS: f32 = 4.0;
const SHORTER: f32 = 512.0;
/// Brightness of a limb's colour beside a point's.
const LIMB_BRIGHTNESS: f32 = 0.6;

/// Place of a point in the image, in pixels.
type Place = (f32, f32);

/// The eighteen points of a person in `OpenPose`'s order, those that are seen; none where too few
/// are.
pub(super) fn seen(pose: &[KeyPoint]) -> Option<[Option<Place>; KEY_POINTS + 1]> {
    let place = |index: usize| {
        let point = pose.get(index)?;
        (point.score >= LEAST_SURE && point.x.is_finite() && point.y.is_finite())
            .then_some((point.x, point.y))
    };
    if (0..KEY_POINTS).filter_map(place).count() < FEWEST {
        return None;
    }
    let neck = match SHOULDERS.map(place) {
        [Some(a), Some(b)] => Some((f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1))),
        _ => None,
    };
    let coco = FROM_COCO.map(place);
    Some(std::array::from_fn(|index| match index {
        0 => coco[0],
        1 => neck,
        _ => coco[index - 1],
    }))
}

/// Draws people on black.
pub(super) fn drawn(
    people: &[[Option<Place>; KEY_POINTS + 1]],
    width: u32,
    height: u32,
) -> RgbImage {
    let mut image = RgbImage::new(width, height);
    let thickness = (THICKNESS * width.min(height) as f32 / SHORTER).max(1.0);
    for points in people {
        for (index, (from, to)) in LIMBS.into_iter().enumerate() {
            if let (Some(from), Some(to)) = (points[from], points[to]) {
                let color = color(index).map(|level| (f32::from(level) * LIMB_BRIGHTNESS) as u8);
                ellipse(&mut image, from, to, thickness, color);
            }
        }
        for (index, place) in points.iter().enumerate() {
            if let Some(place) = *place {
                ellipse(&mut image, place, place, thickness, color(index));
            }
        }
    }
    image
}

/// Eighteen hues, 20 degrees apart, from red on.
fn color(index: usize) -> [u8; 3] {
    let (sixth, part) = (index / 3 % 6, (index % 3 * 85) as u8);
    match sixth {
        0 => [255, part, 0],
        1 => [255 - part, 255, 0],
        2 => [0, 255, part],
        3 => [0, 255 - part, 255],
        4 => [part, 0, 255],
        _ => [255, 0, 255 - part],
    }
}

/// Fills the ellipse between two places, `half` pixels thick on each side; a disc where they are
/// the same.
fn ellipse(image: &mut RgbImage, from: Place, to: Place, half: f32, color: [u8; 3]) {
    let middle = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down);
    let (along, right, below) = if length > 2.0 * half {
        (length / 2.0, across / length, down / length)
    } else {
        (half, 1.0, 0.0)
    };
    let reach = along.max(half);
    let span = |middle: f32, end: u32| {
        let last = end.saturating_sub(1) as f32;
        (
            (middle - reach).floor().clamp(0.0, last) as u32,
            (middle + reach).ceil().clamp(0.0, last) as u32,
        )
    };
    let ((left, rightmost), (top, lowest)) = (
        span(middle.0, image.width()),
        span(middle.1, image.height()),
    );
    for y in top..=lowest {
        for x in left..=rightmost {
            let (x_away, y_away) = (x as f32 - middle.0, y as f32 - middle.1);
            let u = (x_away * right + y_away * below) / along;
            let v = (y_away * right - x_away * below) / half;
            if u * u + v * v <= 1.0 {
                image.put_pixel(x, y, Rgb(color));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody who stands and looks at us, their right side on the left of the image.
    fn standing() -> Vec<KeyPoint> {
        let places = [
            (256, 100),
            (266, 90),
            (246, 90),
            (280, 95),
            (232, 95),
            (300, 160),
            (212, 160),
            (330, 230),
            (182, 230),
            (340, 300),
            (172, 300),
            (280, 320),
            (232, 320),
            (285, 400),
            (227, 400),
            (288, 480),
            (224, 480),
        ];
        places
            .map(|(x, y)| KeyPoint {
                x: x as f32,
                y: y as f32,
                score: 0.9,
            })
            .to_vec()
    }

    #[test]
    fn points_and_limbs_have_openpose_s_colours() {
        let person = seen(&standing()).unwrap();
        assert_eq!(
            (person[1], person[2], person[5]),
            (
                Some((256.0, 160.0)),
                Some((212.0, 160.0)),
                Some((300.0, 160.0))
            )
        );
        let image = drawn(&[person], 512, 512);
        let at = |x: u32, y: u32| image.get_pixel(x, y).0;
        for (place, color) in [
            ((256, 100), [255, 0, 0]),
            ((256, 160), [255, 85, 0]),
            ((212, 160), [255, 170, 0]),
            ((172, 300), [170, 255, 0]),
            ((300, 160), [85, 255, 0]),
            ((224, 480), [0, 170, 255]),
            ((288, 480), [85, 0, 255]),
            ((246, 90), [170, 0, 255]),
            ((280, 95), [255, 0, 85]),
            // Half-way along the right upper arm, the left shoulder, the trunk on the right, and
            // the neck.
            ((197, 195), [153, 102, 0]),
            ((280, 160), [153, 51, 0]),
            ((244, 240), [0, 153, 0]),
            ((256, 130), [0, 0, 153]),
            ((20, 20), [0, 0, 0]),
        ] {
            assert_eq!(at(place.0, place.1), color, "at {place:?}");
        }
    }

    #[test]
    fn what_is_not_seen_is_not_drawn() {
        let mut pose = standing();
        pose[5].score = 0.2;
        let person = seen(&pose).unwrap();
        assert!(
            person[5].is_none() && person[1].is_none() && person[2].is_some(),
            "one shoulder makes no neck"
        );
        pose[0].x = f32::NAN;
        assert!(seen(&pose).unwrap()[0].is_none());
        pose.iter_mut().skip(3).for_each(|point| point.score = 0.1);
        assert!(seen(&pose).is_none());
        let far = [Some((1e9, -1e9)); KEY_POINTS + 1];
        assert!(
            drawn(&[far], 30, 20)
                .pixels()
                .all(|pixel| pixel.0 == [0; 3])
        );
    }
}
