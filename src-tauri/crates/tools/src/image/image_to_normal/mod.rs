//! `image_to_normal`: a map of surface normals at the image's size, from a depth map where one is
//! given, else guessed from shading. Red is to the right, green upwards, blue towards the viewer
//! (the tangent space of OpenGL): a component of -1 is 0, one of 1 is full.

mod model;

use image::{DynamicImage, ImageBuffer, Rgb};
use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image::{self as media_image, DecodedImage};
use patchbay_vision::normals::{self, Slopes};
use patchbay_vision::on_white::opaque;
use patchbay_vision::pixels::is_deep;
use patchbay_vision::planes::Plane;
use rayon::prelude::*;

use super::shared::job::Job;
use super::shared::maps;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The most pixels that normals are worked out for; those of a larger image are drawn between.
const MOST_PIXELS: f64 = 17e6;

struct ImageToNormal;
inventory::submit!(Registered(&ImageToNormal));
inventory::submit!(Registered(&model::ImageToNormal));

impl Implementation for ImageToNormal {
    fn tool(&self) -> &'static str {
        "image_to_normal"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(inputs, context, ("normal", "normals"), drawn)
    }
}

/// The normals of what an image shows, or of the depth map that it is.
pub(crate) fn drawn(image: &DecodedImage, job: &Job) -> Result<DynamicImage, ToolError> {
    let full = (image.pixels.width(), image.pixels.height());
    let (width, height) = working_size(full);
    let copy = media_image::resize(&image.pixels, width, height);
    job.reach(0.2)?;
    let slopes = if is_depth(&copy, job) {
        let step = if is_deep(&copy) {
            1.0 / 65_535.0
        } else {
            1.0 / 255.0
        };
        let levels = copy.into_luma16();
        let level = |at: usize| f32::from(levels.as_raw()[at]) / 65_535.0;
        let depth = Plane::from_fn(width as usize, height as usize, level);
        normals::depth::slopes(&depth, step, &mut |fraction| {
            job.reach(0.2 + 0.5 * fraction)
        })?
    } else {
        let mut brightness = Plane::luma(&opaque(&copy));
        brightness
            .values
            .iter_mut()
            .for_each(|value| *value /= 255.0);
        normals::shading::slopes(&brightness, &mut |fraction| job.reach(0.2 + 0.5 * fraction))?
    };
    job.reach(0.7)?;
    Ok(draw(&slopes, is_deep(&image.pixels), full))
}

fn working_size((width, height): (u32, u32)) -> (u32, u32) {
    let shrink = (MOST_PIXELS / (f64::from(width) * f64::from(height)))
        .sqrt()
        .min(1.0);
    media_image::fit_within(
        width,
        height,
        (f64::from(width.max(height)) * shrink).ceil() as u32,
    )
}

/// Whether an image is a depth map: by its type, or a grey one by what it is called.
pub(crate) fn is_depth(pixels: &DynamicImage, job: &Job) -> bool {
    let is_grey = || {
        let same = |[red, green, blue]: [u8; 3]| red.abs_diff(green).max(green.abs_diff(blue)) <= 2;
        pixels.to_rgb8().pixels().all(|pixel| same(pixel.0))
    };
    *job.kind == ResourceType::new("depth")
        || (job.name.to_lowercase().contains("depth") && is_grey())
}

/// The normals as colours, of 16 bits where `deep`.
pub(crate) fn draw(
    slopes: &Slopes,
    deep: bool,
    (full_width, full_height): (u32, u32),
) -> DynamicImage {
    let (width, height) = (
        slopes.to_the_right.width as u32,
        slopes.to_the_right.height as u32,
    );
    let facing =
        |at: usize| normals::facing(slopes.to_the_right.values[at], slopes.downwards.values[at]);
    let places = 0..width as usize * height as usize;
    let drawn: DynamicImage = if deep {
        let levels = places
            .into_par_iter()
            .flat_map_iter(|at| facing(at).map(|part| level(part, 65_535.0) as u16));
        let buffer = ImageBuffer::<Rgb<u16>, _>::from_raw(width, height, levels.collect());
        buffer.expect("three levels for each pixel").into()
    } else {
        let levels = places
            .into_par_iter()
            .flat_map_iter(|at| facing(at).map(|part| level(part, 255.0) as u8));
        let buffer = ImageBuffer::<Rgb<u8>, _>::from_raw(width, height, levels.collect());
        buffer.expect("three levels for each pixel").into()
    };
    media_image::resize(&drawn, full_width, full_height)
}

/// The level of a component of -1 to 1, `full` being the level of 1. Zero lies between two levels:
/// what is less than a quarter of a level away from it gets the upper one, so that what is even
/// stays even, whatever arithmetic leaves over.
fn level(part: f32, full: f32) -> f32 {
    let from_the_middle = 0.5 * full * part;
    if from_the_middle.abs() < 0.25 {
        (0.5 * full).ceil()
    } else {
        (0.5 * full + from_the_middle).round()
    }
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma, Rgb, RgbImage};
    use patchbay_domain::{Resource, ResourceType};
    use patchbay_test_support::noise;

    use crate::image::shared::testing::{Bench, open};

    /// The normal at a pixel of a map: to the right, upwards, towards the viewer.
    fn normal(map: &RgbImage, x: u32, y: u32) -> [f32; 3] {
        map.get_pixel(x, y)
            .0
            .map(|level| f32::from(level) / 127.5 - 1.0)
    }

    fn as_depth(image: Resource) -> Resource {
        let Resource::Images { items, .. } = image else {
            panic!("no picture")
        };
        Resource::Images {
            kind: ResourceType::new("depth"),
            items,
        }
    }

    #[test]
    fn normal_map_of_a_ball_whose_depth_is_given() {
        let bench = Bench::new();
        // A half ball of radius 100 that rises to white: in the tool's relief as deep as it is
        // wide.
        let ball = GrayImage::from_fn(200, 200, |x, y| {
            let (u, v) = ((x as f32 - 99.5) / 100.0, (y as f32 - 99.5) / 100.0);
            Luma([((1.0 - u * u - v * v).max(0.0).sqrt() * 255.0).round() as u8])
        });
        let given = as_depth(bench.png("ball.png", &ball.clone().into()));
        let result = bench.run("image_to_normal", [("image", given)]).unwrap();
        assert_eq!(result.resource_type().as_str(), "normal");
        assert_eq!(result.files()[0].name, "ball_normals.png");
        let map = open(result.files()[0]).into_rgb8();
        assert_eq!(map.dimensions(), (200, 200));
        for (x, y) in [
            (100, 100),
            (60, 100),
            (140, 100),
            (100, 50),
            (100, 150),
            (70, 60),
            (150, 130),
        ] {
            let (u, v) = ((x as f32 - 99.5) / 100.0, (y as f32 - 99.5) / 100.0);
            let expected = [u, -v, (1.0 - u * u - v * v).sqrt()];
            let [right, up, near] = normal(&map, x, y);
            let cosine = right * expected[0] + up * expected[1] + near * expected[2];
            assert!(
                cosine > 0.985,
                "at {x}, {y}: {:?} for {expected:?}",
                [right, up, near]
            );
            assert!(((right * right + up * up + near * near).sqrt() - 1.0).abs() < 0.02);
        }
        // The same image under a name that says what it is.
        let named = bench
            .run(
                "image_to_normal",
                [("image", bench.png("Depth of ball.png", &ball.into()))],
            )
            .unwrap();
        assert_eq!(open(named.files()[0]).into_rgb8(), map);
    }

    #[test]
    fn normal_map_of_photo_jpg() {
        let bench = Bench::new();
        // Round bumps, brighter in the middle.
        let photo = RgbImage::from_fn(240, 160, |x, y| {
            let (u, v) = ((x % 40) as f32 - 19.5, (y % 40) as f32 - 19.5);
            let level = 80.0 + 120.0 * (1.0 - u.hypot(v) / 20.0).max(0.0) + noise(x, y, 2) as f32;
            Rgb([level as u8; 3])
        });
        let result = bench
            .run(
                "image_to_normal",
                [("image", bench.jpeg("photo.jpg", &photo))],
            )
            .unwrap();
        let map = open(result.files()[0]).into_rgb8();
        assert_eq!(map.dimensions(), (240, 160));
        let mean = |dx: i32, dy: i32| {
            let mut sum = [0.0; 3];
            for (x, y) in [(60, 60), (100, 60), (140, 100), (180, 100)] {
                let here = normal(&map, (x + dx) as u32, (y + dy) as u32);
                sum.iter_mut()
                    .zip(here)
                    .for_each(|(sum, part)| *sum += part / 4.0);
            }
            sum
        };
        assert!(
            mean(10, 0)[0] > 0.25 && mean(-10, 0)[0] < -0.25,
            "the right sides face right"
        );
        assert!(
            mean(0, -10)[1] > 0.25 && mean(0, 10)[1] < -0.25,
            "the upper sides face up"
        );
    }

    #[test]
    fn flat_tiny_and_deep_images() {
        let bench = Bench::new();
        for (width, height) in [(50, 40), (1, 1), (5, 1)] {
            let even = bench.png(
                "even.png",
                &RgbImage::from_pixel(width, height, Rgb([77, 90, 12])).into(),
            );
            for given in [even.clone(), as_depth(even)] {
                let map = open(
                    bench
                        .run("image_to_normal", [("image", given)])
                        .unwrap()
                        .files()[0],
                );
                assert!(map.into_rgb8().pixels().all(|p| p.0 == [128, 128, 255]));
            }
        }
        let deep = image::ImageBuffer::from_fn(64, 32, |x, _| Luma([20_000 + 100 * x as u16]));
        let given = as_depth(bench.png("deep.png", &deep.into()));
        let map = open(
            bench
                .run("image_to_normal", [("image", given)])
                .unwrap()
                .files()[0],
        );
        assert_eq!(map.color(), image::ColorType::Rgb16);
        // 32 pixels of relief, 100 of 65,535 for each pixel.
        let slope = 32.0 * 100.0 / 65_535.0_f32;
        let expected = 32_767.5 * (1.0 - slope / (1.0 + slope * slope).sqrt());
        let red = map.into_rgb16().get_pixel(30, 16)[0];
        assert!(
            (f32::from(red) - expected).abs() < 60.0,
            "{red} for {expected}"
        );
    }
}
