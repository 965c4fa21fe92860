//! Shows frames one after the other as a video, each still and whole.

use patchbay_domain::Resource;

use super::shared::show::{Show, said_seconds};
use crate::shared::order;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Default time for which each frame is seen, in seconds.
const USUAL_SECONDS: f64 = 3.0;

struct Slideshow;
inventory::submit!(Registered(&Slideshow));

impl Implementation for Slideshow {
    fn tool(&self) -> &'static str {
        "slideshow"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = order::images(inputs, inputs.images("image")?, context);
        let wanted = context.target_seconds.filter(|seconds| *seconds > 0.0);
        let each = said_seconds(inputs, images.len())?
            .or(wanted.map(|seconds| seconds / images.len() as f64))
            .unwrap_or(USUAL_SECONDS);
        let output = context.output("slideshow", Some(&images[0].file.name), "mp4");
        Show::new(inputs, &images, each)?.write(&output, None, context)?;
        Ok(Resource::Video(output))
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::ResourceType;
    use patchbay_media::video;
    use patchbay_test_support::video::frame_at;

    use super::*;
    use crate::image::shared::testing::Bench;

    fn photos(bench: &Bench, size: (u32, u32)) -> Resource {
        let colors = [[220, 0, 0], [0, 220, 0], [0, 0, 220]];
        let photo = |(number, color): (usize, [u8; 3])| {
            let pixels = RgbImage::from_pixel(size.0, size.1, Rgb(color)).into();
            let Resource::Images { items, .. } = bench.png(&format!("{number}.png"), &pixels)
            else {
                panic!("a picture")
            };
            items
        };
        Resource::Images {
            kind: ResourceType::IMAGE,
            items: colors.into_iter().enumerate().flat_map(photo).collect(),
        }
    }

    fn text(value: &str) -> Resource {
        Resource::Text(value.to_owned())
    }

    /// The brightest of the colours at a place, as its number.
    fn color(path: &std::path::Path, seconds: f64, (x, y): (u32, u32)) -> Option<usize> {
        let pixel = frame_at(path, seconds).get_pixel(x, y).0;
        let others = |number: usize| (0..3).all(|other| other == number || pixel[other] < 40);
        (0..3).find(|number| pixel[*number] > 190 && others(*number))
    }

    #[test]
    fn each_image_is_seen_for_its_time_and_crossfades() {
        let bench = Bench::new();
        let values = [
            ("image", photos(&bench, (160, 90))),
            ("seconds", text("0.6")),
        ];
        let made = bench.run("slideshow", values).unwrap();
        let path = &made.files()[0].path;
        let facts = video::probe(path, "made").unwrap();
        assert_eq!((facts.width, facts.height), (1920, 1080));
        assert!((facts.seconds - 1.8).abs() < 0.05, "{}", facts.seconds);
        for (number, seconds) in [0.3, 1.1, 1.7].into_iter().enumerate() {
            assert_eq!(color(path, seconds, (960, 540)), Some(number), "{seconds}");
        }
        let [red, green, _] = frame_at(path, 0.7).get_pixel(960, 540).0;
        assert!(red > 60 && green > 60, "{red} {green}");
    }

    #[test]
    fn upright_images_are_seen_upright_and_cut_where_that_is_said() {
        let bench = Bench::new();
        let values = [
            ("image", photos(&bench, (60, 90))),
            ("seconds", text("1.2")),
            ("counted", text("for all")),
            ("transition", text("cut")),
            ("beside", text("white")),
        ];
        let made = bench.run("slideshow", values).unwrap();
        let path = &made.files()[0].path;
        let facts = video::probe(path, "made").unwrap();
        assert_eq!((facts.width, facts.height), (1080, 1920));
        assert!((facts.seconds - 1.2).abs() < 0.05, "{}", facts.seconds);
        assert_eq!(color(path, 0.44, (540, 960)), Some(1));
        let above = frame_at(path, 0.5).get_pixel(540, 20).0;
        assert!(above.iter().all(|value| *value > 240), "{above:?}");
    }

    #[test]
    fn beside_an_image_of_another_shape_it_is_seen_blurred_and_darker() {
        let bench = Bench::new();
        let values = [
            ("image", photos(&bench, (60, 60))),
            ("seconds", text("0.2")),
            ("shape", text("wide")),
        ];
        let made = bench.run("slideshow", values).unwrap();
        let pixel = frame_at(&made.files()[0].path, 0.0).get_pixel(60, 540).0;
        assert!((100..170).contains(&pixel[0]) && pixel[1] < 30, "{pixel:?}");
    }
}
