//! Shows frames one after the other as a video, each still and whole.

use image::RgbImage;
use patchbay_domain::{LabelledImage, Resource};
use patchbay_media::MediaError;
use patchbay_media::image::probe;
use patchbay_media::video::{GeneratedFrames, VideoInput, VideoStream, write_video};
use patchbay_tool_api::watching::watched;

use super::shared::stills::{Beside, still};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// How long each frame is seen where nothing is said, in seconds.
const USUAL_SECONDS: f64 = 3.0;
/// How long one crossfades into the next, in seconds; no more than a third of its time.
const CROSSFADE: f64 = 0.8;
/// Frames a second.
const RATE: u32 = 30;
/// The shortest that a frame is seen, in seconds, and the longest that all take: a day.
const SHORTEST: f64 = 0.04;
const LONGEST: f64 = 86_400.0;

struct Slideshow;
inventory::submit!(Registered(&Slideshow));

impl Implementation for Slideshow {
    fn tool(&self) -> &'static str {
        "slideshow"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let count = images.len() as f64;
        let said = inputs
            .value("seconds")
            .and_then(|value| value.parse::<f64>().ok());
        let is_whole = inputs.value("counted").as_deref() == Some("for all");
        let each = match (said, context.target_seconds) {
            (Some(seconds), _) if !is_whole => seconds,
            (Some(seconds), _) => seconds / count,
            (None, Some(seconds)) if seconds > 0.0 => seconds / count,
            _ => USUAL_SECONDS,
        };
        if each < SHORTEST || each * count > LONGEST {
            return Err(ToolError::Refused(format!(
                "{} pictures cannot be seen for {each:.2} s each. Choose another time.",
                images.len()
            )));
        }
        let crossfade = match inputs.value("transition").as_deref() {
            Some("cut") => 0.0,
            _ => CROSSFADE.min(each / 3.0),
        };
        let beside = match inputs.value("beside").as_deref() {
            Some("black") => Beside::Black,
            Some("white") => Beside::White,
            _ => Beside::Blurred,
        };
        let size = size(inputs, &images)?;
        let mut show = Show {
            images: &images,
            size,
            beside,
            each,
            crossfade,
            loaded: Vec::new(),
            shown: None,
        };
        let frames = ((each * count * f64::from(RATE)).round() as u32).max(1);
        let output = context.output("slideshow", Some(&images[0].file.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            let mut frames =
                GeneratedFrames::new(size.0, size.1, RATE, frames, |number| show.draw(number))?;
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks: Vec::new(),
            };
            write_video(&output.path, &output.name, input, watch)
        })?;
        Ok(Resource::Video(output))
    }
}

/// The frames' size as the value says; as most of the frames lie, where none is set.
fn size(inputs: &Inputs, images: &[LabelledImage]) -> Result<(u32, u32), ToolError> {
    let (wide, tall) = ((1920, 1080), (1080, 1920));
    Ok(match inputs.value("shape").as_deref() {
        Some("wide") => wide,
        Some("tall") => tall,
        Some("square") => (1080, 1080),
        _ => {
            let mut upright = 0;
            for image in images {
                let (width, height) = probe(&image.file.path, &image.file.name)?;
                upright += usize::from(height > width);
            }
            if upright * 2 > images.len() {
                tall
            } else {
                wide
            }
        }
    })
}

/// Frames one after the other, of which only those on screen are held in memory.
struct Show<'a> {
    images: &'a [LabelledImage],
    size: (u32, u32),
    beside: Beside,
    /// Seconds that each is seen, with the crossfade into it.
    each: f64,
    crossfade: f64,
    /// The newest frames by their numbers, two at most.
    loaded: Vec<(usize, RgbImage)>,
    /// The number of the frame that is on screen alone; none while two are.
    shown: Option<usize>,
}

impl Show<'_> {
    /// The frame of that number; none where it is the same as the one before.
    fn draw(&mut self, number: u32) -> Result<Option<RgbImage>, MediaError> {
        let time = f64::from(number) / f64::from(RATE);
        let newest = ((time / self.each + 1e-9) as usize).min(self.images.len() - 1);
        let since = time - newest as f64 * self.each;
        if newest > 0 && since < self.crossfade {
            self.shown = None;
            self.load(newest - 1)?;
            self.load(newest)?;
            let share = (smooth(since / self.crossfade) * 256.0) as u32;
            let (before, mut frame) = (self.still(newest - 1), self.still(newest).clone());
            for (new, old) in frame.iter_mut().zip(before.iter()) {
                *new = ((u32::from(*new) * share + u32::from(*old) * (256 - share)) >> 8) as u8;
            }
            return Ok(Some(frame));
        }
        if self.shown == Some(newest) {
            return Ok(None);
        }
        self.shown = Some(newest);
        self.load(newest)?;
        Ok(Some(self.still(newest).clone()))
    }

    fn load(&mut self, number: usize) -> Result<(), MediaError> {
        if self.loaded.iter().all(|(loaded, _)| *loaded != number) {
            let still = still(&self.images[number].file, self.size, self.beside)?;
            self.loaded.retain(|(loaded, _)| loaded + 1 == number);
            self.loaded.push((number, still));
        }
        Ok(())
    }

    /// A frame that is loaded.
    fn still(&self, number: usize) -> &RgbImage {
        let found = self.loaded.iter().find(|(loaded, _)| *loaded == number);
        &found.unwrap_or(&self.loaded[0]).1
    }
}

/// Eases in and out: 0 at 0, 1 at 1, level at both.
fn smooth(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use image::Rgb;
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
