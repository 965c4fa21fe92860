//! Corners rounded, and images cut to a circle.

use image::{DynamicImage, Pixel};

use crate::pixels::{self, Depth, each_kind};

/// Part of an image that is left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outline {
    /// All but its corners, which have that radius, as share of the shorter side up to a half.
    Corners(f32),
    /// The largest circle around its middle; the image becomes square.
    Circle,
    /// The largest ellipse.
    Ellipse,
}

/// An image without what lies outside of an outline: clear there, or of a colour. Its depth stays.
pub fn rounded(image: &DynamicImage, outline: Outline, ground: Option<[u8; 3]>) -> DynamicImage {
    let (width, height) = (image.width(), image.height());
    let mut made = match outline {
        Outline::Circle => {
            let side = width.min(height);
            image.crop_imm((width - side) / 2, (height - side) / 2, side, side)
        }
        _ => image.clone(),
    };
    made = match ground {
        Some(color) if color.iter().all(|component| *component == color[0]) => {
            pixels::opaque(made, pixels::unit(color))
        }
        Some(color) => pixels::opaque(pixels::with_color(made), pixels::unit(color)),
        None => with_alpha(made),
    };
    let size = (made.width() as f32, made.height() as f32);
    each_kind!(&mut made, pixels => {
        for (x, y, pixel) in pixels.enumerate_pixels_mut() {
            let cover = cover(outline, (x as f32 + 0.5, y as f32 + 0.5), size);
            if cover < 1.0 {
                cut(pixel, cover, ground);
            }
        }
    });
    made
}

fn cut<P: Pixel<Subpixel: Depth>>(pixel: &mut P, cover: f32, ground: Option<[u8; 3]>) {
    let [red, green, blue, alpha] = pixels::get(pixel);
    let color = match ground {
        None => [red, green, blue, alpha * cover],
        Some(ground) => {
            let ground = pixels::unit(ground);
            let over = |above: f32, below: f32| cover * above + (1.0 - cover) * below;
            [
                over(red, ground[0]),
                over(green, ground[1]),
                over(blue, ground[2]),
                1.0,
            ]
        }
    };
    pixels::set(pixel, color);
}

/// Share of a pixel that lies within the outline, from 0 to 1.
fn cover(outline: Outline, (x, y): (f32, f32), (width, height): (f32, f32)) -> f32 {
    let (half_wide, half_high) = (width / 2.0, height / 2.0);
    let (right, below) = ((x - half_wide).abs(), (y - half_high).abs());
    let outside = match outline {
        Outline::Corners(share) => {
            let radius = share.clamp(0.0, 0.5) * width.min(height);
            let (across, down) = (right - (half_wide - radius), below - (half_high - radius));
            if across <= 0.0 || down <= 0.0 {
                return 1.0;
            }
            across.hypot(down) - radius
        }
        Outline::Circle => right.hypot(below) - half_wide.min(half_high),
        Outline::Ellipse => {
            let (u, v) = (right / half_wide, below / half_high);
            // Its distance, to the first order.
            let (value, slope) = (u.hypot(v), (u / half_wide).hypot(v / half_high));
            if slope < 1e-9 {
                -1.0
            } else {
                (value - 1.0) * value / slope
            }
        }
    };
    (0.5 - outside).clamp(0.0, 1.0)
}

fn with_alpha(image: DynamicImage) -> DynamicImage {
    let (deep, color) = (pixels::is_deep(&image), image.color().has_color());
    match (deep, color) {
        (false, false) => image.into_luma_alpha8().into(),
        (false, true) => image.into_rgba8().into(),
        (true, false) => image.into_luma_alpha16().into(),
        (true, true) => image.into_rgba16().into(),
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn corners_are_clear_or_of_a_colour_and_the_rest_stays() {
        let photo: DynamicImage = RgbImage::from_pixel(100, 60, Rgb([200, 10, 30])).into();
        let clear = rounded(&photo, Outline::Corners(0.25), None).into_rgba8();
        assert_eq!(clear.get_pixel(0, 0)[3], 0);
        assert_eq!(clear.get_pixel(99, 59)[3], 0);
        for (x, y) in [(50, 30), (15, 0), (0, 15), (5, 5)] {
            assert_eq!(clear.get_pixel(x, y).0, [200, 10, 30, 255], "({x}, {y})");
        }
        let white = rounded(&photo, Outline::Corners(0.25), Some([255; 3])).into_rgb8();
        assert_eq!(white.get_pixel(0, 0).0, [255; 3]);
        let circle = rounded(&photo, Outline::Circle, None).into_rgba8();
        assert_eq!(circle.dimensions(), (60, 60));
        let inside = circle.pixels().filter(|pixel| pixel[3] > 127).count() as f32;
        assert!(
            (inside - std::f32::consts::PI * 900.0).abs() < 30.0,
            "{inside}"
        );
        let ellipse = rounded(&photo, Outline::Ellipse, None).into_rgba8();
        let inside = ellipse.pixels().filter(|pixel| pixel[3] > 127).count() as f32;
        assert!(
            (inside - std::f32::consts::PI * 1500.0).abs() < 40.0,
            "{inside}"
        );
    }
}
