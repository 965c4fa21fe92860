//! Parts of an image that lie turned on it, and horizons that are not level.

use image::DynamicImage;

use crate::bands::by_rows;
use crate::{Report, VisionError, pixels, sampling};

/// A part of an image that lies turned on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Its middle, in pixels.
    pub middle: (f32, f32),
    /// Its width and height, in pixels.
    pub size: (f32, f32),
    /// Degrees by which it is turned clockwise.
    pub degrees: f32,
}

/// A part of an image, put upright; its depth and channels stay.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn upright(
    image: &DynamicImage,
    part: Part,
    report: &Report,
) -> Result<DynamicImage, VisionError> {
    let Part {
        middle: (x, y),
        size: (width, height),
        degrees,
    } = part;
    let (wide, high) = (
        width.round().max(1.0) as u32,
        height.round().max(1.0) as u32,
    );
    if degrees.abs() < 1e-3 {
        let corner = |at: f32, length: f32| (at - length / 2.0).round().max(0.0) as u32;
        return Ok(image.crop_imm(corner(x, width), corner(y, height), wide, high));
    }
    let color = image.color();
    let kind = pixels::kind(pixels::is_deep(image), color.has_color(), color.has_alpha());
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let made = by_rows((wide, high), kind, report, |row, colors| {
        let below = row as f32 + 0.5 - high as f32 / 2.0;
        let place = |column: usize| {
            let right = column as f32 + 0.5 - wide as f32 / 2.0;
            let (u, v) = (cosine * right - sine * below, sine * right + cosine * below);
            Some((x + u - 0.5, y + v - 0.5))
        };
        let places = (0..colors.len()).map(place);
        sampling::sample(image, places, colors);
    })?;
    Ok(made)
}

/// Turns an image clockwise by degrees (more than -45 and less than 45) and cuts it to the largest upright part without
/// empty corners.
///
/// # Errors
/// Returns an error if `report` stops it.
pub fn leveled(
    image: &DynamicImage,
    degrees: f32,
    report: &Report,
) -> Result<DynamicImage, VisionError> {
    let (width, height) = (image.width() as f32, image.height() as f32);
    let (across, down) = inner((width, height), degrees);
    let part = Part {
        middle: (width / 2.0, height / 2.0),
        size: (across.floor().max(1.0), down.floor().max(1.0)),
        degrees: -degrees,
    };
    upright(image, part, report)
}

/// The width and height of the largest upright part of an image that is turned.
fn inner((width, height): (f32, f32), degrees: f32) -> (f32, f32) {
    let (sine, cosine) = degrees.to_radians().abs().sin_cos();
    let (longer, shorter) = (width.max(height), width.min(height));
    if shorter <= 2.0 * sine * cosine * longer {
        // Two of its corners lie on the longer sides.
        let half = shorter / 2.0;
        return if width >= height {
            (half / sine, half / cosine)
        } else {
            (half / cosine, half / sine)
        };
    }
    let double = cosine * cosine - sine * sine;
    (
        (width * cosine - height * sine) / double,
        (height * cosine - width * sine) / double,
    )
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::editing::geometry::rotate;

    #[test]
    fn a_leveled_image_has_no_empty_corner_and_a_straight_horizon() {
        // Sky above a horizon that rises to the right by 5 degrees.
        let slope = 5.0_f32.to_radians().tan();
        let scene = RgbImage::from_fn(400, 300, |x, y| {
            let horizon = 150.0 - (x as f32 - 200.0) * slope;
            if (y as f32) < horizon {
                Rgb([120, 170, 230])
            } else {
                Rgb([20, 90, 30])
            }
        });
        let level = leveled(&scene.into(), 5.0, &|_| Ok(()))
            .unwrap()
            .into_rgb8();
        assert!(
            level.width() > 330 && level.height() > 230,
            "{:?}",
            level.dimensions()
        );
        let horizon = |x: u32| {
            (0..level.height())
                .find(|y| level.get_pixel(x, *y)[2] < 120)
                .unwrap()
        };
        let (left, right) = (horizon(5), horizon(level.width() - 6));
        assert!(left.abs_diff(right) <= 1, "{left} {right}");
        let corners = [
            (0, 0),
            (level.width() - 1, 0),
            (0, level.height() - 1),
            (level.width() - 1, level.height() - 1),
        ];
        for (x, y) in corners {
            let [red, green, _] = level.get_pixel(x, y).0;
            assert!(red > 10 && green > 80, "({x}, {y})");
        }
    }

    #[test]
    fn a_part_is_put_upright_as_it_was_before_it_was_turned() {
        let photo = RgbImage::from_fn(120, 80, |x, y| Rgb([x as u8 * 2, y as u8 * 3, 60]));
        let turned = rotate(photo.clone().into(), 7.0, &|_| Ok(())).unwrap();
        let part = Part {
            middle: (turned.width() as f32 / 2.0, turned.height() as f32 / 2.0),
            size: (120.0, 80.0),
            degrees: 7.0,
        };
        let upright = upright(&turned, part, &|_| Ok(())).unwrap().into_rgb8();
        assert_eq!(upright.dimensions(), (120, 80));
        for (x, y) in [(20, 20), (100, 20), (60, 40), (20, 60), (100, 60)] {
            let (before, after) = (photo.get_pixel(x, y).0, upright.get_pixel(x, y).0);
            assert!(
                (0..3).all(|i| before[i].abs_diff(after[i]) < 8),
                "{before:?} {after:?}"
            );
        }
    }
}
