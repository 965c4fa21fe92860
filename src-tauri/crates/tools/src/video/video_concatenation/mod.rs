//! Joins videos: each follows the one before, in the size and shape of the first, or passes over
//! into the next. Frames that are packed in the same way are taken over as they are.

mod tracks;
mod transitions;

use patchbay_domain::{EditList, MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioTrack, FilteredFrames, FrameReader, FrameSource, OutputFormat, OwnContainer, PacketReader,
    Retimed, VideoInput, VideoStream, Watch, join, probe, write_joined_as,
};
use patchbay_tool_api::watching::watched;

use self::tracks::{rows, track};
use self::transitions::Transition;
use super::shared::lost::{self, Held};
use crate::shared::order::{ordered, parts_of_one};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoConcatenation;
inventory::submit!(Registered(&VideoConcatenation));

impl Implementation for VideoConcatenation {
    fn tool(&self) -> &'static str {
        "video_concatenation"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let videos = in_order(inputs, context)?;
        let facts = videos
            .iter()
            .map(|video| probe(&video.path, &video.name))
            .collect::<Result<Vec<_>, _>>()?;
        let gap = inputs.number("gap")?.filter(|gap| *gap > 0.0);
        let seconds = inputs.seconds("transition_length")?;
        let transition = match (inputs.value("transition"), gap) {
            (Some(_), Some(_)) => {
                let why = "Videos either pass over into each other or have a gap between them. Set one of both.";
                return Err(ToolError::Refused(why.to_owned()));
            }
            (Some(name), None) => {
                let lengths = facts.iter().map(|facts| facts.seconds).collect();
                Some(Transition::new(&name, seconds, lengths)?)
            }
            (None, Some(gap)) => {
                let lengths = facts.iter().map(|facts| facts.seconds).collect();
                Some(Transition::gap(gap, lengths)?)
            }
            (None, None) => None,
        };
        let first = videos.first().map(|video| video.name.as_str());
        let own = OwnContainer::of(&videos[0].path, &videos[0].name)?;
        let form = OutputFormat::of(own.encoded().unwrap_or_default());
        let output = context.output("joined", first, form.container.extension());
        watched(context, (0.0, 1.0), |watch| match &transition {
            Some(transition) => transition.write(&videos, (&form, &output), watch),
            None if own.encoded().is_some() && taken_over(&videos, own, &output, watch)? => Ok(()),
            None => follow(&videos, (&form, &output), watch),
        })?;
        context.progress.record(EditList {
            parts: videos
                .iter()
                .zip(&facts)
                .flat_map(|(video, facts)| EditList::cut(&video.name, [(0.0, facts.seconds)]).parts)
                .collect(),
            transition: transition.as_ref().and_then(Transition::told),
            ..EditList::cut("", [])
        });
        for (video, facts) in videos.iter().zip(&facts) {
            lost::say(video, facts, &output, context)?;
        }
        Ok(Resource::Video(output))
    }
}

/// The videos in the order in which they follow each other: as they were named, or by what they are of
/// one recording of a camera, unless the value of `order` says otherwise (“append b to a”).
fn in_order(inputs: &Inputs, context: &Context) -> Result<Vec<MediaFile>, ToolError> {
    let mut videos = vec![inputs.video("video")?.clone()];
    videos.extend(inputs.files("second")?);
    match inputs.value("order").as_deref() {
        Some("the other way round") => videos.rotate_left(1),
        Some(_) => videos = ordered(inputs, videos, |video| video, context),
        None => {
            let seconds = videos
                .iter()
                .map(|video| Ok(probe(&video.path, &video.name)?.seconds))
                .collect::<Result<Vec<f64>, ToolError>>()?;
            if let Some(parts) = parts_of_one(&videos, &seconds) {
                let names: Vec<_> = parts.iter().map(|part| part.name.as_str()).collect();
                context.progress.say(format!(
                    "These are the parts of one recording, in its order: {}.",
                    names.join(", ")
                ));
                videos = parts;
            }
        }
    }
    Ok(videos)
}

/// Writes the videos one after the other as they are packed, where all are packed alike; answers
/// whether that could be.
fn taken_over(
    videos: &[MediaFile],
    own: OwnContainer,
    output: &MediaFile,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let named = videos.iter().map(|video| (&*video.path, &*video.name));
    let to = (&*output.path, &*output.name);
    join(&named.collect::<Vec<_>>(), to, own, watch)
}

/// Writes the videos one after the other.
fn follow(
    videos: &[MediaFile],
    (form, output): (&OutputFormat, &MediaFile),
    watch: &Watch,
) -> Result<(), MediaError> {
    let rows = rows(videos)?;
    let audio_of = |place: usize| -> Result<Vec<AudioTrack<'static>>, MediaError> {
        let tracks = rows.iter().map(|row| track(row, place, &videos[place]));
        Ok(tracks
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect())
    };
    let (mut packed, mut framed);
    let packets = if form.container.holds_mp4() {
        packets(videos)?
    } else {
        None
    };
    let streams: Vec<VideoStream> = if let Some(packets) = packets {
        packed = packets;
        packed.iter_mut().map(VideoStream::Packets).collect()
    } else {
        framed = frames(videos)?;
        let stream = |frames| VideoStream::Frames(frames as &mut dyn FrameSource);
        framed.iter_mut().map(stream).collect()
    };
    let inputs = streams.into_iter().enumerate().map(|(place, video)| {
        Ok(VideoInput {
            video,
            audio_tracks: audio_of(place)?,
        })
    });
    let inputs = inputs.collect::<Result<_, MediaError>>()?;
    write_joined_as((&output.path, &output.name), inputs, form, None, watch).map(drop)
}

/// The frames of all videos as they are packed, where those of each can follow those before.
fn packets(videos: &[MediaFile]) -> Result<Option<Vec<PacketReader>>, MediaError> {
    let mut readers: Vec<PacketReader> = Vec::with_capacity(videos.len());
    for video in videos {
        let Some(mut reader) = PacketReader::video(&video.path, &video.name)? else {
            return Ok(None);
        };
        if let Some(before) = readers.last()
            && !reader.continues(before)?
        {
            return Ok(None);
        }
        readers.push(reader);
    }
    Ok(Some(readers))
}

/// The frames of all videos at the size and in the colours of the first, and at the rate of the one
/// that has most.
fn frames(videos: &[MediaFile]) -> Result<Vec<FilteredFrames<Retimed<FrameReader>>>, MediaError> {
    let readers = videos
        .iter()
        .map(|video| FrameReader::open(&video.path, &video.name, u32::MAX))
        .collect::<Result<Vec<_>, _>>()?;
    let per_second =
        |(numerator, denominator): (i32, i32)| f64::from(numerator) / f64::from(denominator);
    let rates = readers.iter().map(FrameReader::constant_rate);
    let rate = rates.reduce(|most, rate| {
        if per_second(rate) > per_second(most) * 1.001 {
            rate
        } else {
            most
        }
    });
    let format = readers.first().map(FrameSource::format);
    let (Some(rate), Some(format)) = (rate, format) else {
        return Ok(Vec::new());
    };
    readers
        .into_iter()
        .map(|reader| FilteredFrames::framed(Retimed::new(reader, 1.0, rate), &format))
        .collect()
}

#[cfg(test)]
mod tests {
    use patchbay_domain::ResourceType;
    use patchbay_test_support::video::{
        facts, frame_at, frequency, loudness, make, number, stream,
    };

    use super::*;
    use crate::testing;

    /// Three seconds of one colour and one tone.
    fn video(context: &Context, name: &str, color: &str, hertz: u32, size: &str) -> MediaFile {
        let arguments = format!(
            "-f lavfi -i color={color}:s={size}:d=3:r=25 -f lavfi -i sine=frequency={hertz}:duration=3 \
             -c:v libx264 -pix_fmt yuv420p -c:a aac -ac 2"
        );
        MediaFile {
            path: make(&context.folder, name, &arguments),
            name: name.to_owned(),
        }
    }

    fn joined(videos: &[MediaFile], values: &[(&str, &str)], context: &Context) -> MediaFile {
        let second = Resource::several(ResourceType::VIDEO, videos[1..].to_vec());
        let mut all = vec![
            ("video".to_owned(), Resource::Video(videos[0].clone())),
            ("second".to_owned(), second),
        ];
        let text = |(name, value): &(&str, &str)| {
            ((*name).to_owned(), Resource::Text((*value).to_owned()))
        };
        all.extend(values.iter().map(text));
        let inputs = Inputs::new(all.into_iter().collect());
        let made = VideoConcatenation.run(&inputs, context).expect("a video");
        made.files()[0].clone()
    }

    fn strongest(file: &MediaFile, seconds: f64) -> usize {
        let frame = frame_at(&file.path, seconds);
        let pixel = frame.get_pixel(frame.width() / 2, frame.height() / 2).0;
        (0..3).max_by_key(|channel| pixel[*channel]).unwrap_or(0)
    }

    #[test]
    fn three_videos_follow_each_other() {
        let (context, _folder) = testing::context();
        let videos = [
            video(&context, "a.mp4", "red", 440, "64x48"),
            video(&context, "b.mp4", "lime", 660, "64x48"),
            video(&context, "c.mp4", "blue", 880, "48x64"),
        ];
        for (videos, name) in [(&videos[..], "with another size"), (&videos[..2], "packed")] {
            let made = joined(videos, &[], &context);
            let length = 3.0 * videos.len() as f64;
            let facts = facts(&made.path);
            let video = stream(&facts, "video").expect("frames");
            assert!((number(video, "duration") - length).abs() < 0.05, "{name}");
            for place in 0..videos.len() {
                assert_eq!(strongest(&made, 3.0 * place as f64 + 1.5), place, "{name}");
            }
        }
        let made = joined(&videos, &[("order", "the other way round")], &context);
        assert_eq!(strongest(&made, 1.5), 1, "the first comes last");
        assert_eq!(strongest(&made, 7.5), 0);
    }

    #[test]
    fn videos_pass_over_into_each_other_with_their_audio() {
        let (context, _folder) = testing::context();
        let videos = [
            video(&context, "a.mp4", "red", 440, "64x48"),
            video(&context, "b.mp4", "lime", 660, "48x64"),
            video(&context, "c.mp4", "blue", 880, "64x48"),
        ];
        let values = [("transition", "crossfade"), ("transition_length", "1")];
        let made = joined(&videos, &values, &context);
        let told = facts(&made.path);
        for kind in ["video", "audio"] {
            let length = number(stream(&told, kind).expect("a stream"), "duration");
            assert!((length - 7.0).abs() < 0.06, "{kind}: {length}");
        }
        let middle = frame_at(&made.path, 2.5).get_pixel(32, 24).0;
        assert!(
            (70..180).contains(&middle[0]) && (70..180).contains(&middle[1]),
            "{middle:?}"
        );
        for (seconds, place) in [(1.0, 0), (3.5, 1), (6.0, 2)] {
            assert_eq!(strongest(&made, seconds), place);
        }
        assert!((frequency(&made.path, 0.5, 1.5) - 440.0).abs() < 5.0);
        assert!((frequency(&made.path, 5.5, 6.5) - 880.0).abs() < 5.0);
        assert!(loudness(&made.path, 2.3, 2.7) > loudness(&made.path, 0.5, 1.5) - 3.0);
        let made = joined(&videos, &[("transition", "fade through black")], &context);
        let dark = frame_at(&made.path, 2.4).get_pixel(32, 24).0;
        assert!(dark.iter().all(|level| *level < 90), "{dark:?}");
        let made = joined(&videos, &[("transition", "fade through white")], &context);
        let light = frame_at(&made.path, 2.4).get_pixel(32, 24).0;
        assert!(light.iter().all(|level| *level > 160), "{light:?}");
        // Black and silent for a while between two.
        let made = joined(&videos, &[("gap", "1.5")], &context);
        let told = facts(&made.path);
        for kind in ["video", "audio"] {
            let length = number(stream(&told, kind).expect("a stream"), "duration");
            assert!((length - 12.0).abs() < 0.1, "{kind}: {length}");
        }
        let dark = frame_at(&made.path, 3.75).get_pixel(32, 24).0;
        assert!(dark.iter().all(|level| *level < 20), "{dark:?}");
        assert!(loudness(&made.path, 3.2, 4.3) < -60.0);
        for (seconds, place) in [(1.5, 0), (6.0, 1), (10.5, 2)] {
            assert_eq!(strongest(&made, seconds), place);
        }
        assert!((frequency(&made.path, 9.5, 11.5) - 880.0).abs() < 5.0);
        // In the middle of a slide the left half is still the first, the right one the next.
        let made = joined(&videos, &[("transition", "slide")], &context);
        let middle = frame_at(&made.path, 2.5);
        let color = |x: u32| {
            let pixel = middle.get_pixel(x, 24).0;
            (0..3).max_by_key(|place| pixel[*place])
        };
        assert_eq!((color(6), color(58)), (Some(0), Some(1)));
    }
}
