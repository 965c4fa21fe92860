//! `image_to_line`: straight lines, white on black, at the image's size, as models that draw along
//! lines expect them.

use image::{DynamicImage, GrayImage};
use patchbay_domain::Resource;
use patchbay_media::image::{self as media_image, DecodedImage};
use patchbay_vision::lines::{self, Segment};
use patchbay_vision::on_white::opaque;
use patchbay_vision::planes::Plane;

use super::shared::job::Job;
use super::shared::maps;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Images are looked at on this scale: it takes the staircase out of slanted edges (Grompone von
/// Gioi et al., 2012, section 2.1).
const SCALE: f64 = 0.8;
/// The deviation of the smoothing before, in pixels of the smaller scale (same section).
const SMOOTHING: f64 = 0.6;
/// The most pixels that are looked at: the lines of a larger image lie to within a part of a pixel
/// of this size.
const MOST_PIXELS: f64 = 4e6;
/// The shortest line that is drawn, as a share of the longer side: what is shorter is texture.
const SHORTEST: f64 = 0.012;
/// The width of strokes as a share of the longer side, and in pixels at least.
const STROKE: (f64, f64) = (1.0 / 640.0, 1.5);

struct ImageToLine;
inventory::submit!(Registered(&ImageToLine));

impl Implementation for ImageToLine {
    fn tool(&self) -> &'static str {
        "image_to_line"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(inputs, context, ("line", "lines"), |image, job| {
            let segments = segments(image, job)?;
            let (width, height) = (image.pixels.width(), image.pixels.height());
            let longer_side = f64::from(width.max(height));
            let stroke = (STROKE.0 * longer_side).max(STROKE.1);
            let mut canvas = GrayImage::new(width, height);
            for segment in segments
                .iter()
                .filter(|segment| segment.length() >= SHORTEST * longer_side)
            {
                lines::drawing::draw(&mut canvas, segment, stroke);
            }
            job.reach(0.95)?;
            Ok(DynamicImage::ImageLuma8(canvas))
        })
    }
}

/// The segments in an image, in its pixels.
fn segments(image: &DecodedImage, job: &Job) -> Result<Vec<Segment>, ToolError> {
    let (width, height) = (image.pixels.width(), image.pixels.height());
    let pixels = f64::from(width) * f64::from(height) * SCALE * SCALE;
    let smaller = |length: u32, by: f64| ((f64::from(length) * by).round() as u32).max(1);
    let shrink = (MOST_PIXELS / pixels).sqrt().min(1.0);
    let copy = opaque(&media_image::resize(
        &image.pixels,
        smaller(width, shrink),
        smaller(height, shrink),
    ));
    job.reach(0.2)?;
    let (columns, rows) = (smaller(copy.width(), SCALE), smaller(copy.height(), SCALE));
    let brightness =
        Plane::luma(&copy).resampled(columns as usize, rows as usize, (SMOOTHING / SCALE) as f32);
    let mut found = lines::detect(&brightness, &mut |fraction| job.reach(0.2 + 0.7 * fraction))?;
    let (scale_x, scale_y) = (
        f64::from(width) / f64::from(columns),
        f64::from(height) / f64::from(rows),
    );
    for segment in &mut found {
        segment.start = (segment.start.0 * scale_x, segment.start.1 * scale_y);
        segment.end = (segment.end.0 * scale_x, segment.end.1 * scale_y);
        segment.width *= scale_x.midpoint(scale_y);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};
    use patchbay_domain::Resource;
    use patchbay_test_support::noise;

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open, run_in};

    /// A wall with a bright window of four straight sides and a round lamp.
    fn scene(x: u32, y: u32) -> [u8; 3] {
        let (u, v) = (x as f32, y as f32);
        let window =
            (60.0..200.0).contains(&(u + 0.2 * v)) && (40.0..170.0).contains(&(v - 0.1 * u));
        let lamp = (u - 260.0).hypot(v - 60.0) < 24.0;
        let level = if window || lamp { 200 } else { 80 } + noise(x, y, 8);
        [level as u8; 3]
    }

    #[test]
    fn extract_the_straight_lines_of_photo_jpg() {
        let bench = Bench::new();
        let photo = bench.jpeg(
            "photo.jpg",
            &RgbImage::from_fn(320, 240, |x, y| Rgb(scene(x, y))),
        );
        let result = bench.run("image_to_line", [("image", photo)]).unwrap();
        assert_eq!(result.resource_type().as_str(), "line");
        assert_eq!(result.files()[0].name, "photo_lines.png");
        let drawn = open(result.files()[0]).into_luma8();
        assert_eq!(drawn.dimensions(), (320, 240));
        let sides = |x: f32, y: f32| {
            let across = (x + 0.2 * y - 60.0).abs().min((x + 0.2 * y - 200.0).abs());
            let down = (y - 0.1 * x - 40.0).abs().min((y - 0.1 * x - 170.0).abs());
            across.min(down)
        };
        let white: Vec<f32> = drawn
            .enumerate_pixels()
            .filter(|(x, y, p)| p[0] > 127 && (*x as f32 - 260.0).hypot(*y as f32 - 60.0) > 30.0)
            .map(|(x, y, _)| sides(x as f32 + 0.5, y as f32 + 0.5))
            .collect();
        assert!(
            white.iter().all(|distance| *distance < 2.5),
            "strokes lie beside the sides"
        );
        assert!(
            white.len() > 500,
            "{} pixels of four sides of about 135",
            white.len()
        );
    }

    #[test]
    fn transparent_and_tiny_images() {
        let bench = Bench::new();
        // Transparent pixels hide stripes that nobody sees.
        let hidden = RgbaImage::from_fn(120, 90, |x, _| {
            Rgba([if x / 20 % 2 == 0 { 0 } else { 255 }, 0, 0, 0])
        });
        for image in [
            hidden.into(),
            RgbImage::new(1, 1).into(),
            RgbImage::new(3, 1).into(),
        ] {
            let result = bench
                .run("image_to_line", [("image", bench.png("logo.png", &image))])
                .unwrap();
            let drawn = open(result.files()[0]).into_luma8();
            assert_eq!(drawn.dimensions(), (image.width(), image.height()));
            assert!(drawn.pixels().all(|p| p[0] == 0));
        }
    }

    #[test]
    fn no_image_and_stopping() {
        let bench = Bench::new();
        let text = bench.run(
            "image_to_line",
            [("image", Resource::Text("photo.jpg".to_owned()))],
        );
        assert!(
            text.unwrap_err()
                .to_string()
                .contains("“image” has to be a picture")
        );
        let context = bench.context();
        context.progress.cancel();
        let photo = bench.png("photo.png", &RgbImage::new(40, 40).into());
        assert_eq!(
            run_in(&context, "image_to_line", [("image", photo)]).unwrap_err(),
            ToolError::Cancelled
        );
        assert_eq!(std::fs::read_dir(&context.folder).unwrap().count(), 0);
    }
}
