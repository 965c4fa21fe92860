//! Shows pictures in front of and behind a video, each for a time: title cards and end cards.

use patchbay_domain::{LabelledImage, MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioTrack, FilteredFrames, FrameFormat, FrameReader, FrameSource, GeneratedFrames, Retimed,
    VideoInput, VideoStream, probe, write_joined,
};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use super::shared::stills::{Beside, still};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Default time for which a picture is seen, in seconds.
const USUAL: f64 = 3.0;

struct VideoCards;
inventory::submit!(Registered(&VideoCards));

impl Implementation for VideoCards {
    fn tool(&self) -> &'static str {
        "video_cards"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let images = inputs.images("image")?;
        let facts = probe(&video.path, &video.name)?;
        let cards = Cards::of(inputs, images)?;
        let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let (format, rate) = (reader.format(), reader.constant_rate());
        let film = FilteredFrames::framed(Retimed::new(reader, 1.0, rate), &format)?;
        let mut sources: Vec<Box<dyn FrameSource>> = Vec::new();
        for card in &cards.before {
            sources.push(card.frames(&format, rate, cards.beside)?);
        }
        let place = sources.len();
        sources.push(Box::new(film));
        for card in &cards.after {
            sources.push(card.frames(&format, rate, cards.beside)?);
        }
        let output = context.output("with-cards", Some(&video.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            let mut inputs = Vec::new();
            for (number, frames) in sources.iter_mut().enumerate() {
                // What is heard of a picture is silence.
                let audio_tracks = if number == place {
                    AudioTrack::all_of(&video.path, &video.name)?
                } else {
                    Vec::new()
                };
                inputs.push(VideoInput {
                    video: VideoStream::Frames(&mut **frames),
                    audio_tracks,
                });
            }
            write_joined(&output.path, &output.name, inputs, watch)
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// A picture that is seen for a time.
struct Card {
    picture: MediaFile,
    seconds: f64,
}

impl Card {
    /// It as frames like those of a film.
    fn frames(
        &self,
        like: &FrameFormat,
        rate: (i32, i32),
        beside: Beside,
    ) -> Result<Box<dyn FrameSource>, MediaError> {
        let (width, height) = (like.width, like.height);
        let per_second = f64::from(rate.0) / f64::from(rate.1.max(1));
        let count = ((self.seconds * per_second).round() as u32).max(1);
        let mut picture = Some(still(&self.picture, (width, height), beside)?);
        let drawn = GeneratedFrames::new(width, height, 25, count, move |_| Ok(picture.take()))?;
        Ok(Box::new(FilteredFrames::framed(drawn.at_rate(rate), like)?))
    }
}

/// The pictures around a film.
struct Cards {
    before: Vec<Card>,
    after: Vec<Card>,
    beside: Beside,
}

impl Cards {
    /// The pictures where values say, in the order in which they were given: one comes before the
    /// film, and of several the first, where nothing is said.
    ///
    /// # Errors
    /// A value is no length of time.
    fn of(inputs: &Inputs, images: Vec<LabelledImage>) -> Result<Self, ToolError> {
        let first = inputs.seconds("card_length")?.unwrap_or(USUAL);
        let last = inputs.seconds("end_length")?.unwrap_or(first);
        let is_one = images.len() == 1;
        let card = |image: LabelledImage, seconds: f64| Card {
            picture: image.file,
            seconds,
        };
        let mut pictures = images.into_iter();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        match inputs.value("card_place").as_deref() {
            Some("after") => after.extend(pictures.map(|image| card(image, last))),
            Some("before and after") if is_one => {
                for image in pictures {
                    before.push(card(image.clone(), first));
                    after.push(card(image, last));
                }
            }
            Some("before") => before.extend(pictures.map(|image| card(image, first))),
            _ => {
                before.extend(pictures.next().map(|image| card(image, first)));
                after.extend(pictures.map(|image| card(image, last)));
            }
        }
        let beside = match inputs.value("beside").as_deref() {
            Some("blurred") => Beside::Blurred,
            Some("white") => Beside::White,
            Some("nothing") => Beside::Nothing,
            _ => Beside::Black,
        };
        Ok(Self {
            before,
            after,
            beside,
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::ResourceType;
    use patchbay_test_support::video::{frame_at, frequency, loudness, make};

    use super::*;
    use crate::image::shared::testing::Bench;
    use crate::testing;

    fn pictures(bench: &Bench, count: usize) -> Resource {
        let colors = [[20, 200, 40], [30, 40, 220]];
        let items = colors[..count]
            .iter()
            .enumerate()
            .flat_map(|(number, color)| {
                let pixels = RgbImage::from_pixel(90, 90, Rgb(*color)).into();
                match bench.png(&format!("card{number}.png"), &pixels) {
                    Resource::Images { items, .. } => items,
                    _ => Vec::new(),
                }
            });
        Resource::Images {
            kind: ResourceType::IMAGE,
            items: items.collect(),
        }
    }

    fn framed(count: usize, values: &[(&str, &str)]) -> (MediaFile, (Bench, tempfile::TempDir)) {
        let (bench, (context, folder)) = (Bench::new(), testing::context());
        let arguments = "-f lavfi -i color=red:s=160x90:d=2:r=25 -f lavfi -i sine=frequency=440:duration=2 -pix_fmt yuv420p";
        let video = MediaFile {
            path: make(&context.folder, "trip.mp4", arguments),
            name: "trip.mp4".to_owned(),
        };
        let given = [
            ("video".to_owned(), Resource::Video(video)),
            ("image".to_owned(), pictures(&bench, count)),
        ];
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let inputs = Inputs::new(given.into_iter().chain(values).collect());
        let made = VideoCards.run(&inputs, &context).unwrap();
        (made.files()[0].clone(), (bench, folder))
    }

    fn color(file: &MediaFile, seconds: f64, (x, y): (u32, u32)) -> &'static str {
        match frame_at(&file.path, seconds).get_pixel(x, y).0 {
            [200..=255, ..60, ..60] => "red",
            [..60, 160..=255, ..80] => "green",
            [..70, ..80, 180..=255] => "blue",
            [..30, ..30, ..30] => "black",
            _ => "another",
        }
    }

    #[test]
    fn a_title_card_comes_before_and_an_end_card_after() {
        let values = [("card_length", "1"), ("end_length", "1.52")];
        let (made, _kept) = framed(2, &values);
        let facts = probe(&made.path, "made").unwrap();
        assert!((facts.seconds - 4.52).abs() < 0.05, "{}", facts.seconds);
        assert_eq!((facts.width, facts.height), (160, 90));
        let middle = |seconds| color(&made, seconds, (80, 45));
        assert_eq!(
            [0.0, 0.9, 1.1, 2.9, 3.1, 4.4].map(middle),
            ["green", "green", "red", "red", "blue", "blue"]
        );
        assert_eq!(color(&made, 0.5, (5, 45)), "black", "the picture is whole");
        assert!(loudness(&made.path, 0.1, 0.9) < -60.0);
        assert!((frequency(&made.path, 1.2, 2.8) - 440.0).abs() < 5.0);
        assert!(loudness(&made.path, 3.2, 4.4) < -60.0);
    }

    #[test]
    fn one_picture_stands_where_it_is_asked_for() {
        let (made, _kept) = framed(1, &[("card_place", "after"), ("beside", "nothing")]);
        assert!((probe(&made.path, "made").unwrap().seconds - 5.0).abs() < 0.05);
        assert_eq!(color(&made, 0.5, (80, 45)), "red");
        assert_eq!(color(&made, 3.0, (5, 45)), "green", "it fills the frame");
        let both = [("card_place", "before and after"), ("card_length", "0.4")];
        let (made, _kept) = framed(1, &both);
        assert!((probe(&made.path, "made").unwrap().seconds - 2.8).abs() < 0.05);
        assert_eq!(color(&made, 0.2, (80, 45)), "green");
        assert_eq!(color(&made, 2.6, (80, 45)), "green");
    }
}
