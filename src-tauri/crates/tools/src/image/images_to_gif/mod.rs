//! Makes a GIF, animated PNG or WebP of images: one after the other, repeating. Animations among them
//! are shown at their own times.

use image::{DynamicImage, RgbaImage, imageops};
use patchbay_domain::{MediaFile, Resource};
use patchbay_media::image::{
    Animation, AnimationForm, AnimationFrame, converted, fit_within, probe, read, resize,
    write_animation,
};

use crate::shared::counted::Counted;
use crate::shared::order;
use crate::{Context, Implementation, Inputs, PartsRead, Registered, ToolError};

/// Default time for which each image is seen, in seconds.
const USUAL_SECONDS: f64 = 0.5;
/// The longest side, in pixels: larger GIFs are many megabytes.
const LONGEST_SIDE: u32 = 800;

struct ImagesToGif;
inventory::submit!(Registered(&ImagesToGif));

impl Implementation for ImagesToGif {
    fn tool(&self) -> &'static str {
        "images_to_gif"
    }

    fn reads(&self, _inputs: &Inputs) -> PartsRead {
        PartsRead {
            frames: true,
            ..PartsRead::default()
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = order::images(inputs, inputs.images("image")?, context);
        let (rate, seconds) = (inputs.number("rate")?, inputs.seconds("seconds")?);
        let said = rate.map(|rate| 1.0 / rate).or(seconds);
        let first = &images[0].file;
        let (width, height) = probe(&first.path, &first.name)?;
        let animations = images
            .iter()
            .map(|image| Animation::open(&image.file.path, &image.file.name))
            .collect::<Result<Vec<_>, _>>()?;
        // What moved already stays as large as it was.
        let longest = if animations[0].is_some() {
            u32::MAX
        } else {
            LONGEST_SIDE
        };
        let size = fit_within(width, height, longest);
        let form = inputs
            .value("format")
            .and_then(|format| AnimationForm::of_extension(&format))
            .unwrap_or(AnimationForm::Gif);
        let output = context.output("animated", Some(&first.name), form.extension());
        let count = animations
            .iter()
            .map(|animation| animation.as_ref().map_or(1, |found| found.frame_count))
            .sum();
        let mut all = images
            .iter()
            .zip(&animations)
            .flat_map(|(image, animation)| shown(&image.file, animation.as_ref()));
        let frames = (0..count).filter_map(|number| all.next().map(|frame| (number, frame)));
        let frames: Box<dyn Iterator<Item = _>> = Box::new(frames.map(|(number, frame)| {
            context.step(number, count)?;
            let (pixels, own) = frame?;
            Ok::<_, ToolError>(AnimationFrame {
                pixels: whole(&pixels, size),
                seconds: said.or(own).unwrap_or(USUAL_SECONDS),
            })
        }));
        let frames = Counted {
            items: frames,
            left: count,
        };
        let repeats = inputs.value("repeat").as_deref() != Some("once");
        let is_stopped = || context.progress.is_cancelled();
        let written = (&*output.path, &*output.name);
        write_animation(written, (form, repeats), frames, &is_stopped)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

/// An image in sRGB, and for how many seconds it is shown, where it says so.
type Shown = Result<(DynamicImage, Option<f64>), ToolError>;

/// Frames of a file at their own times, or the image that it is.
fn shown<'a>(
    file: &'a MediaFile,
    animation: Option<&'a Animation>,
) -> Box<dyn Iterator<Item = Shown> + 'a> {
    let Some(animation) = animation else {
        let still = || {
            let image = read(&file.path, &file.name)?;
            Ok((
                converted(image.pixels, image.metadata.icc.as_deref(), None),
                None,
            ))
        };
        return Box::new(std::iter::once_with(still));
    };
    match animation.frames() {
        Ok(frames) => Box::new(frames.map(|frame| {
            let (pixels, seconds) = frame?;
            Ok((pixels, Some(seconds)))
        })),
        Err(error) => Box::new(std::iter::once(Err(error.into()))),
    }
}

/// The image whole in the middle of a frame of so many pixels; beside it the frame is white, or
/// clear where the image is.
fn whole(image: &DynamicImage, (width, height): (u32, u32)) -> RgbaImage {
    let [wide, high] = [image.width(), image.height()].map(f64::from);
    let scale = (f64::from(width) / wide).min(f64::from(height) / high);
    let side = |own: f64, most: u32| ((own * scale).round() as u32).clamp(1, most);
    let (across, down) = (side(wide, width), side(high, height));
    let small = resize(image, across, down);
    let beside = if small.color().has_alpha() { 0 } else { 255 };
    let small = small.into_rgba8();
    if (across, down) == (width, height) {
        return small;
    }
    let mut frame = RgbaImage::from_pixel(width, height, image::Rgba([255, 255, 255, beside]));
    let (left, top) = ((width - across) / 2, (height - down) / 2);
    imageops::replace(&mut frame, &small, left.into(), top.into());
    frame
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::ResourceType;
    use patchbay_media::image::Animation;

    use super::*;
    use crate::image::shared::testing::Bench;

    fn photos(bench: &Bench) -> Resource {
        let colors = [[220, 0, 0], [0, 220, 0], [0, 0, 220]];
        let photo = |(number, color): (usize, [u8; 3])| {
            let size = if number == 1 { (40, 80) } else { (120, 80) };
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

    fn shown(made: &Resource) -> (Vec<RgbImage>, f64) {
        let file = made.files()[0];
        let animation = Animation::open(&file.path, &file.name).unwrap();
        let animation = animation.expect("it moves");
        let frames = animation.frames().unwrap();
        let frames = frames.map(|frame| frame.unwrap().0.into_rgb8()).collect();
        (frames, animation.seconds)
    }

    #[test]
    fn images_follow_each_other_at_the_size_of_the_first() {
        let bench = Bench::new();
        let made = bench
            .run("images_to_gif", [("image", photos(&bench))])
            .unwrap();
        assert_eq!(made.files()[0].name, "0_animated.gif");
        let (frames, seconds) = shown(&made);
        assert!((seconds - 1.5).abs() < 0.01, "{seconds}");
        assert_eq!(frames.len(), 3);
        for (number, frame) in frames.iter().enumerate() {
            assert_eq!(frame.dimensions(), (120, 80));
            assert!(frame.get_pixel(60, 40).0[number] > 200);
        }
        assert_eq!(frames[1].get_pixel(5, 40).0, [255; 3], "beside it");
        let bytes = std::fs::read(&made.files()[0].path).unwrap();
        assert!(bytes.windows(11).any(|part| part == b"NETSCAPE2.0"));
    }

    #[test]
    fn a_rate_and_one_round_are_as_said() {
        let bench = Bench::new();
        let text = |value: &str| Resource::Text(value.to_owned());
        let values = [
            ("image", photos(&bench)),
            ("rate", text("10")),
            ("repeat", text("once")),
        ];
        let made = bench.run("images_to_gif", values).unwrap();
        let (_, seconds) = shown(&made);
        assert!((seconds - 0.3).abs() < 0.01, "{seconds}");
        let bytes = std::fs::read(&made.files()[0].path).unwrap();
        assert!(!bytes.windows(11).any(|part| part == b"NETSCAPE2.0"));
    }

    #[test]
    fn animations_become_others_with_the_time_of_each_frame() {
        let bench = Bench::new();
        let mut made = bench
            .run("images_to_gif", [("image", photos(&bench))])
            .unwrap();
        let file = made.files()[0].clone();
        // Of 1, 2 and 3 seconds.
        let source = Animation::open(&file.path, &file.name).unwrap().unwrap();
        let frames: Vec<_> = source
            .frames()
            .unwrap()
            .map(|frame| frame.unwrap().0.into_rgba8())
            .collect();
        let uneven = frames
            .into_iter()
            .zip([1.0, 2.0, 3.0])
            .map(|(pixels, seconds)| Ok::<_, ToolError>(AnimationFrame { pixels, seconds }));
        let uneven: Vec<_> = uneven.collect();
        write_animation(
            (&file.path, &file.name),
            (AnimationForm::Gif, true),
            uneven.into_iter(),
            &|| false,
        )
        .unwrap();
        for format in ["apng", "webp", "gif"] {
            let values = [
                ("image", made.clone()),
                ("format", Resource::Text(format.to_owned())),
            ];
            made = bench.run("images_to_gif", values).unwrap();
            let file = made.files()[0];
            let animation = Animation::open(&file.path, &file.name)
                .unwrap()
                .expect("it moves");
            let times: Vec<f64> = animation
                .frames()
                .unwrap()
                .map(|frame| frame.unwrap().1)
                .collect();
            assert_eq!(times, [1.0, 2.0, 3.0], "{format}");
        }
    }

    #[test]
    fn an_animated_png_or_webp_loses_nothing() {
        let bench = Bench::new();
        for format in ["apng", "webp"] {
            let values = [
                ("image", photos(&bench)),
                ("format", Resource::Text(format.to_owned())),
                ("seconds", Resource::Text("0.25".to_owned())),
            ];
            let made = bench.run("images_to_gif", values).unwrap();
            assert_eq!(made.files()[0].name, format!("0_animated.{format}"));
            let (frames, seconds) = shown(&made);
            assert!((seconds - 0.75).abs() < 0.01, "{format}: {seconds}");
            for (number, frame) in frames.iter().enumerate() {
                let mut wanted = [0; 3];
                wanted[number] = 220;
                assert_eq!(frame.get_pixel(60, 40).0, wanted, "{format}");
            }
        }
    }
}
