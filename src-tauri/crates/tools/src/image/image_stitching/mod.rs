//! `image_stitching`: two images as one: a panorama where they show parts of one view, else side by
//! side.

use image::DynamicImage;
use patchbay_domain::{LabelledImage, Resource};
use patchbay_media::image as media_image;
use patchbay_vision::Report;
use patchbay_vision::stitching::{panorama, side_by_side};

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageStitching;
inventory::submit!(Registered(&ImageStitching));

impl Implementation for ImageStitching {
    fn tool(&self) -> &'static str {
        "image_stitching"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let mut images = inputs.images("image")?;
        images.extend(inputs.images("second")?);
        let mut images = images.into_iter();
        let Some(LabelledImage { file, .. }) = images.next() else {
            return Err(ToolError::Input("There is no picture to join.".to_owned()));
        };
        let image = media_image::read(&file.path, &file.name)?;
        let mut joined = image.pixels.clone();
        let mut operation = "side-by-side";
        let count = images.len();
        for (index, next) in images.enumerate() {
            let report = |done: f64| {
                context
                    .progress
                    .set((index as f64 + done) / count as f64 * 0.95);
                context.check()
            };
            report(0.0)?;
            let next = media_image::read(&next.file.path, &next.file.name)?;
            let [from, to] = [&next.metadata.icc, &image.metadata.icc].map(Option::as_deref);
            let next = media_image::converted(next.pixels, from, to);
            (joined, operation) = join(&joined, &next, context.seed, &report)?;
        }
        let output = changed::write(context, &image, &file.name, operation, &joined)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

/// Two images as one, and what that is called.
fn join(
    first: &DynamicImage,
    second: &DynamicImage,
    seed: u64,
    report: &Report,
) -> Result<(DynamicImage, &'static str), ToolError> {
    if let Some(panorama) = panorama(first, second, seed, report)? {
        return Ok((panorama, "panorama"));
    }
    Ok((
        side_by_side(first, second, &|done| report(0.5 + 0.5 * done))?,
        "side-by-side",
    ))
}

#[cfg(test)]
mod tests {
    use image::{
        DynamicImage, GenericImageView, ImageBuffer, Luma, Rgb, RgbImage, Rgba, RgbaImage,
    };
    use patchbay_test_support::noise;

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open, run_in};

    /// Colour that a camera sees `right` and `down` from straight ahead (tangents): tiles of many
    /// sizes and colours.
    fn view(right: f32, down: f32) -> [f32; 3] {
        let (x, y) = ((right + 8.0) * 260.0, (down + 8.0) * 260.0);
        let tile = |size: f32, seed: u32| {
            noise((x / size) as u32, (y / size) as u32 + seed * 10_000, 100) as f32 / 100.0
        };
        let ground = 0.5 + 0.1 * right - 0.1 * down;
        [0, 1, 2].map(|channel| {
            ground
                + 0.16 * tile(61.0, channel)
                + 0.12 * tile(23.0, 7)
                + 0.08 * tile(11.0, 20 + channel)
        })
    }

    /// A photo by a camera of that focal length, turned to the right by so many degrees, with light
    /// and grain of its own.
    fn photo(width: u32, height: u32, focal: f32, degrees: f32, light: f32) -> RgbImage {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        RgbImage::from_fn(width, height, |x, y| {
            // Four samples a pixel, as a lens is not sharper than its sensor.
            let mut color = [0.0; 3];
            for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let u = (x as f32 + dx - width as f32 / 2.0) / focal;
                let v = (y as f32 + dy - height as f32 / 2.0) / focal;
                let ahead = cosine - sine * u;
                let seen = view((cosine * u + sine) / ahead, v / ahead);
                (0..3).for_each(|channel| color[channel] += seen[channel] / 4.0);
            }
            Rgb([0, 1, 2].map(|channel| {
                let grain = noise(x + (degrees * 100.0) as u32 + 5_000, y, 2) as f32;
                (color[channel] * light * 255.0 + grain).clamp(0.0, 255.0) as u8
            }))
        })
    }

    #[test]
    fn make_a_panorama_of_left_png_and_right_png() {
        let bench = Bench::new();
        let (left, right) = (
            photo(400, 300, 520.0, 0.0, 1.0),
            photo(400, 300, 520.0, 16.0, 0.85),
        );
        let inputs = [
            ("image", bench.png("left.png", &left.into())),
            ("second", bench.png("right.png", &right.into())),
        ];
        let result = bench.run("image_stitching", inputs).unwrap();
        assert_eq!(result.files()[0].name, "left_panorama.png");
        let panorama = open(result.files()[0]).into_rgb8();
        assert!(
            panorama.width() > 500 && panorama.height() > 240,
            "{:?}",
            panorama.dimensions()
        );
        // The middle of the panorama looks halfway between both.
        let (width, height) = (panorama.width() as f32, panorama.height() as f32);
        let wide = photo(
            panorama.width(),
            panorama.height(),
            520.0,
            8.0,
            0.85_f32.sqrt(),
        );
        let error = |shift: (i32, i32)| {
            let mut sum = 0.0;
            let mut count = 0.0_f32;
            for y in (20..height as i32 - 20).step_by(2) {
                for x in (20..width as i32 - 20).step_by(2) {
                    let (a, b) = (
                        panorama.get_pixel(x as u32, y as u32),
                        wide.get_pixel((x + shift.0) as u32, (y + shift.1) as u32),
                    );
                    sum += (0..3).map(|c| f32::from(a[c].abs_diff(b[c]))).sum::<f32>() / 3.0;
                    count += 1.0;
                }
            }
            sum / count
        };
        let shifts = (-6..=6).flat_map(|dy| (-6..=6).map(move |dx| (dx, dy)));
        let best = shifts.map(error).fold(f32::MAX, f32::min);
        assert!(
            best < 5.0,
            "{best} levels from what a wide lens would have seen"
        );
    }

    #[test]
    fn wide_views_and_other_sizes_join_too() {
        let bench = Bench::new();
        let left = photo(400, 300, 330.0, 0.0, 1.0);
        let right = image::imageops::resize(
            &photo(400, 300, 330.0, 36.0, 1.1),
            300,
            225,
            image::imageops::FilterType::Triangle,
        );
        let inputs = [
            ("image", bench.png("right.png", &right.into())),
            ("second", bench.png("left.png", &left.into())),
        ];
        let result = bench.run("image_stitching", inputs).unwrap();
        assert_eq!(result.files()[0].name, "right_panorama.png");
        let panorama = open(result.files()[0]);
        // 62 degrees of one view and 36 more, at about 330 pixels for a radian.
        assert!(
            panorama.width() > 480 && panorama.width() < 600,
            "{:?}",
            panorama.dimensions()
        );
    }

    #[test]
    fn put_them_side_by_side_where_nothing_is_shared() {
        let bench = Bench::new();
        let red = RgbImage::from_fn(80, 60, |x, y| Rgb([200, (noise(x, y, 20) + 20) as u8, 0]));
        let blue = RgbaImage::from_fn(30, 40, |x, _| {
            Rgba([0, 0, 200, if x < 15 { 255 } else { 0 }])
        });
        let inputs = [
            ("image", bench.jpeg("red.jpg", &red)),
            ("second", bench.png("blue.png", &blue.into())),
        ];
        let result = bench.run("image_stitching", inputs).unwrap();
        assert_eq!(result.files()[0].name, "red_side-by-side.png");
        let joined = open(result.files()[0]);
        assert_eq!(joined.dimensions(), (125, 60));
        assert!(
            joined.get_pixel(70, 30)[0] > 180 && joined.get_pixel(90, 30).0 == [0, 0, 200, 255]
        );
        assert_eq!(joined.get_pixel(120, 30)[3], 0);
        let deep = ImageBuffer::from_pixel(500, 10, Luma([40_000_u16]));
        let inputs = [
            (
                "image",
                bench.png("a.png", &DynamicImage::ImageLuma16(deep)),
            ),
            ("second", bench.png("b.png", &red.into())),
        ];
        let joined = open(bench.run("image_stitching", inputs).unwrap().files()[0]);
        assert_eq!(joined.dimensions(), (1027, 20));
        assert_eq!(joined.to_rgb16().get_pixel(500, 10).0, [40_000; 3]);
    }

    #[test]
    fn the_same_view_twice_is_laid_out_to_compare() {
        let bench = Bench::new();
        let before = photo(240, 180, 300.0, 0.0, 1.0);
        let after = photo(240, 180, 300.0, 0.0, 0.7);
        let inputs = [
            ("image", bench.png("before.png", &before.into())),
            ("second", bench.png("after.png", &after.into())),
        ];
        let joined = open(bench.run("image_stitching", inputs).unwrap().files()[0]);
        assert_eq!(joined.dimensions(), (480, 180));
    }

    #[test]
    fn it_can_be_stopped() {
        let bench = Bench::new();
        let context = bench.context();
        context.progress.cancel();
        let grey = || bench.png("grey.png", &DynamicImage::new_luma8(40, 40));
        let stopped = run_in(
            &context,
            "image_stitching",
            [("image", grey()), ("second", grey())],
        );
        assert_eq!(stopped.unwrap_err(), ToolError::Cancelled);
    }
}
