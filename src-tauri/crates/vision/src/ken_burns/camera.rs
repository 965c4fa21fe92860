//! A camera that moves slowly over an image, to fractions of a pixel.

use image::RgbImage;
use patchbay_scaling::{FilterType, ResizeAlg, ResizeOptions, resize_rgb};

/// Factor by which the near end of the move is closer.
const ZOOM: f64 = 1.18;
/// Distance of the ends of the move from the middle, as a share of the way to the edge, where
/// nothing in particular is looked for.
const AWAY: f64 = 0.7;

/// A move from one view to another. Views are (centre x, centre y, width), as shares of the widest
/// view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    from: (f64, f64, f64),
    to: (f64, f64, f64),
    size: (u32, u32),
}

impl Camera {
    /// The move over the image of that number, for a video of `size` pixels: towards what matters
    /// in it (`interest`, as shares of width and height), or away from there, by turns; where
    /// nothing matters more than the rest, towards a side that `chance` (from 0 to 1) picks.
    pub fn moving(
        index: usize,
        interest: Option<(f64, f64)>,
        chance: f64,
        image: &RgbImage,
        size: (u32, u32),
    ) -> Self {
        let angle = chance * std::f64::consts::TAU;
        let (x, y) = interest.map_or(
            (
                0.5 + AWAY / 2.0 * angle.cos(),
                0.5 + AWAY / 2.0 * angle.sin(),
            ),
            |place| {
                let (across, down) = view_size(image, size, 1.0 / ZOOM);
                let along = |place: f64, seen: f64, side: u32| {
                    let free = f64::from(side) - seen;
                    if free < 1.0 {
                        0.5
                    } else {
                        ((place * f64::from(side) - seen / 2.0) / free).clamp(0.0, 1.0)
                    }
                };
                (
                    along(place.0, across, image.width()),
                    along(place.1, down, image.height()),
                )
            },
        );
        let near = (x, y, 1.0 / ZOOM);
        let far = (1.0 - near.0, 1.0 - near.1, 1.0);
        let (from, to) = if index.is_multiple_of(2) {
            (far, near)
        } else {
            (near, far)
        };
        Self { from, to, size }
    }

    /// Position at `share` (0 to 1) of its way, from the middle of that: towards the right, down,
    /// and into the image, each from -1/2 to 1/2.
    pub fn way(&self, share: f64) -> [f64; 3] {
        let (across, down) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let longer = across.abs().max(down.abs());
        let (right, down) = if longer < 0.05 {
            (1.0, 0.0)
        } else {
            (across / longer, down / longer)
        };
        let closer = if self.to.2 < self.from.2 { 1.0 } else { -1.0 };
        [right, down, closer].map(|along| along * (share - 0.5))
    }

    /// Draws the view of `image` at `share` (0 to 1) of its way.
    pub fn view(&self, image: &RgbImage, share: f64) -> RgbImage {
        let between = |a: f64, b: f64| a + (b - a) * share;
        // Equal factors look like equal steps, so the zoom goes by powers.
        let scale = self.from.2 * (self.to.2 / self.from.2).powf(share);
        let (width, height) = (f64::from(image.width()), f64::from(image.height()));
        let (across, down) = view_size(image, self.size, scale);
        let left = (width - across).max(0.0) * between(self.from.0, self.to.0);
        let top = (height - down).max(0.0) * between(self.from.1, self.to.1);
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom))
            .crop(left, top, across.min(width - left), down.min(height - top));
        resize_rgb(image, self.size, &options).expect("the view lies within the picture")
    }
}

/// Width and height of a view in pixels of the image, at `scale` of the widest view that has the
/// video's shape.
fn view_size(image: &RgbImage, video: (u32, u32), scale: f64) -> (f64, f64) {
    let shape = f64::from(video.0) / f64::from(video.1);
    let widest = f64::from(image.width()).min(f64::from(image.height()) * shape);
    (widest * scale, widest * scale / shape)
}

/// The size at which an image is kept: it covers the video's size at the camera's nearest view, and
/// no more.
pub fn cover((width, height): (u32, u32), video: (u32, u32)) -> (u32, u32) {
    let wanted = |video: u32, side: u32| f64::from(video) * ZOOM / f64::from(side.max(1));
    let scale = wanted(video.0, width).max(wanted(video.1, height));
    // A very long image is not blown up without bound: only its middle is shown then.
    let side = |side: u32| ((f64::from(side) * scale).round() as u32).clamp(1, 4 * 1920);
    (side(width), side(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_is_smooth_to_fractions_of_a_pixel() {
        // A soft bright column: its centre of gravity tells where the camera looks.
        let image = RgbImage::from_fn(320, 180, |x, _| {
            let near = 1.0 - (f64::from(x) - 160.0).abs() / 60.0;
            image::Rgb([(near.max(0.0) * 255.0) as u8; 3])
        });
        let camera = Camera::moving(0, None, 0.0, &image, (256, 144));
        let centre = |share: f64| {
            let view = camera.view(&image, share);
            let (mut sum, mut weight) = (0.0, 0.0);
            for (x, _, pixel) in view.enumerate_pixels() {
                sum += f64::from(x) * f64::from(pixel.0[0]);
                weight += f64::from(pixel.0[0]);
            }
            sum / weight
        };
        let places: Vec<f64> = (0..=60)
            .map(|step| centre(f64::from(step) / 60.0))
            .collect();
        let steps: Vec<f64> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let jerk = steps
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
            .fold(0.0, f64::max);
        assert!((places[0] - places[60]).abs() > 3.0, "it moves: {places:?}");
        assert!(
            jerk < 0.1,
            "no step differs from the last by more than a tenth of a pixel: {jerk}"
        );
    }

    #[test]
    fn it_ends_at_what_matters() {
        // A wide image with something at its right end, in a square video.
        let image = RgbImage::from_fn(600, 150, |x, y| {
            image::Rgb(
                [if (520..540).contains(&x) && (60..90).contains(&y) {
                    255
                } else {
                    40
                }; 3],
            )
        });
        let camera = Camera::moving(0, Some((530.0 / 600.0, 0.5)), 0.3, &image, (150, 150));
        let bright = |share: f64| {
            camera
                .view(&image, share)
                .pixels()
                .filter(|pixel| pixel.0[0] > 150)
                .count()
        };
        assert_eq!(bright(0.0), 0, "it begins at the other end");
        assert!(bright(1.0) > 400);
        let back = Camera::moving(1, Some((530.0 / 600.0, 0.5)), 0.3, &image, (150, 150));
        assert_eq!(back.view(&image, 0.0), camera.view(&image, 1.0));
    }

    #[test]
    fn images_are_kept_as_large_as_is_seen() {
        assert_eq!(cover((6000, 4000), (1920, 1280)), (2266, 1510));
        assert_eq!(cover((10, 100_000), (640, 1280)).1, 7680);
    }
}
