//! Plays a video several times in a row, or until it has a length, its audio with it; or a part of
//! it several times at its place. Where that can be, the packed frames are taken over as they are.

mod part;

use patchbay_domain::{EditList, MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, LoopedAudio, LoopedFrames, PacketReader, Span, VideoInput,
    VideoStream, Watch, probe, write_joined,
};
use patchbay_tool_api::watching::watched;
use patchbay_values::times::clock;

use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Default number of times that it plays.
const USUAL: u32 = 2;
/// No result is longer, in seconds.
const LONGEST: f64 = 36_000.0;
/// More rounds than this are encoded anew: each of those that are taken over is a file of its own
/// that stays open.
const MOST_PACKED: usize = 20;
/// A part of a round that is shorter is nothing, in seconds.
const SHORTEST: f64 = 0.02;

struct VideoLooping;
inventory::submit!(Registered(&VideoLooping));

impl Implementation for VideoLooping {
    fn tool(&self) -> &'static str {
        "video_looping"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        if let Some(ranges) = inputs.time_ranges("part")? {
            return part::repeated((video, &facts), ranges, inputs, context);
        }
        // A round is at least one frame, whatever headers say.
        let round = facts.seconds.max(1.0 / facts.frames_per_second.max(1.0));
        let seconds = length(inputs, round)?;
        let output = context.output("looped", Some(&video.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            match packed(video, round, seconds)? {
                Some(mut parts) => join(video, &mut parts, &output, watch),
                None => encode(video, (round, seconds), &output, watch),
            }
        })?;
        context
            .progress
            .record(EditList::cut(&video.name, rounds(round, seconds)));
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// The rounds of a video of `round` seconds until it has played so many, as starts and ends.
fn rounds(round: f64, seconds: f64) -> impl Iterator<Item = (f64, f64)> {
    let count = ((seconds + SHORTEST) / round).floor();
    let rest = seconds - count * round;
    let last = (rest >= SHORTEST).then_some((0.0, rest));
    std::iter::repeat_n((0.0, round), count as usize).chain(last)
}

/// Length that the result is to have, of a video of `round` seconds.
fn length(inputs: &Inputs, round: f64) -> Result<f64, ToolError> {
    let repeats = inputs.count("repeats")?.unwrap_or(USUAL);
    let seconds = inputs.seconds("length")?;
    let seconds = seconds.unwrap_or(round * f64::from(repeats));
    if seconds < round {
        return Err(ToolError::Refused(format!(
            "The video is {} long already, which is more than {}. Ask for a longer time, or cut it.",
            clock(round),
            clock(seconds)
        )));
    }
    if seconds > LONGEST {
        return Err(ToolError::Refused(format!(
            "The result would be {} long. Choose fewer rounds: up to {} can be made.",
            clock(seconds),
            clock(LONGEST)
        )));
    }
    Ok(seconds)
}

/// The frames of every round as they are packed, where one round can follow another so.
fn packed(
    video: &MediaFile,
    round: f64,
    seconds: f64,
) -> Result<Option<Vec<PacketReader>>, MediaError> {
    let whole = ((seconds + SHORTEST) / round).floor();
    if whole > MOST_PACKED as f64 {
        return Ok(None);
    }
    let rest = seconds - whole * round;
    let mut parts: Vec<PacketReader> = Vec::new();
    for number in 0..=whole as usize {
        let part = match number < whole as usize {
            true => PacketReader::video(&video.path, &video.name)?,
            false if rest < SHORTEST => break,
            false => {
                let span = Span {
                    start: 0.0,
                    end: rest,
                };
                PacketReader::part(&video.path, &video.name, span)?
            }
        };
        let Some(mut part) = part else {
            return Ok(None);
        };
        if let Some(before) = parts.last()
            && !part.continues(before)?
        {
            return Ok(None);
        }
        parts.push(part);
    }
    Ok(Some(parts))
}

/// Writes the packed frames of all rounds after each other, each with its audio.
fn join(
    video: &MediaFile,
    parts: &mut [PacketReader],
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let inputs = parts.iter_mut().map(|part| {
        Ok(VideoInput {
            video: VideoStream::Packets(part),
            audio_tracks: AudioTrack::all_of(&video.path, &video.name)?,
        })
    });
    let inputs = inputs.collect::<Result<_, MediaError>>()?;
    write_joined(&output.path, &output.name, inputs, watch).map(drop)
}

/// Writes the frames of all rounds encoded anew, with their audio.
fn encode(
    video: &MediaFile,
    (round, seconds): (f64, f64),
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut frames = LoopedFrames::open(&video.path, &video.name, round, seconds)?;
    let readers = AudioReader::open_all(&video.path, &video.name)?.into_iter();
    let audio_tracks = readers
        .map(|(label, reader)| AudioTrack::new(label, LoopedAudio::new(reader, round)))
        .collect();
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks,
    };
    write_joined(&output.path, &output.name, vec![input], watch).map(drop)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use patchbay_test_support::video::{frame_at, frequency, loudness, make};

    use super::*;
    use crate::testing;

    /// Two seconds from dark to light, the first with a tone of 300 Hz and the second with one of
    /// 900 Hz, looped.
    fn made(codec: &str, name: &str, value: &str) -> Result<(PathBuf, tempfile::TempDir), String> {
        let (context, folder) = testing::context();
        let arguments = format!(
            "-f lavfi -i color=black:s=64x48:d=2:r=10,geq=lum=N*9+20:cb=128:cr=128 \
             -f lavfi -i aevalsrc=0.5*sin(2*PI*t*if(lt(t\\,1)\\,300\\,900)):d=2 \
             -pix_fmt yuv420p -c:v {codec}"
        );
        let film = MediaFile {
            path: make(&context.folder, "film.mp4", &arguments),
            name: "film.mp4".to_owned(),
        };
        let values = [
            ("video", Resource::Video(film)),
            (name, Resource::Text(value.to_owned())),
        ];
        let made = VideoLooping
            .run(&testing::inputs(values), &context)
            .map_err(|error| error.to_string())?;
        Ok((made.files()[0].path.clone(), folder))
    }

    fn has_rounds(path: &std::path::Path, rounds: u32, seconds: f64) {
        let grey = |seconds| frame_at(path, seconds).get_pixel(30, 20).0[1];
        assert!((probe(path, "made").unwrap().seconds - seconds).abs() < 0.05);
        for round in 0..rounds {
            let begins = f64::from(round) * 2.0;
            assert!(grey(begins) < 40 && grey(begins + 1.8) > 180, "{round}");
            assert!((frequency(path, begins + 0.2, begins + 0.8) - 300.0).abs() < 20.0);
            assert!((frequency(path, begins + 1.2, begins + 1.8) - 900.0).abs() < 20.0);
            if round > 0 {
                let joint = loudness(path, begins - 0.02, begins + 0.02);
                assert!(joint > -16.0, "no gap between rounds: {joint}");
            }
        }
    }

    #[test]
    fn a_video_plays_so_often_taken_over_or_encoded() {
        for codec in ["libx264", "mpeg4"] {
            let (path, _folder) = made(codec, "repeats", "3").unwrap();
            has_rounds(&path, 3, 6.0);
        }
    }

    #[test]
    fn a_video_plays_until_a_length_is_full() {
        let (path, _folder) = made("libx264", "length", "5").unwrap();
        has_rounds(&path, 2, 5.0);
        let (path, _folder) = made("libx264", "unset", "").unwrap();
        has_rounds(&path, 2, 4.0);
        let refused = made("libx264", "length", "1.5").unwrap_err();
        assert!(refused.contains("2 s long already"), "{refused}");
    }

    #[test]
    fn a_part_plays_again_at_its_place() {
        let (context, _folder) = testing::context();
        let arguments = "-f lavfi -i color=black:s=64x48:d=3:r=10,geq=lum=N*6+20:cb=128:cr=128 \
                         -f lavfi -i aevalsrc=0.5*sin(2*PI*t*(300+300*floor(t))):d=3 -pix_fmt yuv420p";
        let film = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let run = |part: &str, repeats: &str| {
            let text = |value: &str| Resource::Text(value.to_owned());
            let values = [
                ("video", Resource::Video(film.clone())),
                ("part", text(part)),
                ("repeats", text(repeats)),
            ];
            let made = VideoLooping.run(&testing::inputs(values), &context);
            made.map(|made| made.files()[0].path.clone())
        };
        let path = run("0:01 to 0:02", "3").unwrap();
        let grey = |seconds| frame_at(&path, seconds).get_pixel(30, 20).0[1];
        assert!((probe(&path, "made").unwrap().seconds - 5.0).abs() < 0.05);
        for (second, tone) in [
            (0.0, 300.0),
            (1.0, 600.0),
            (2.0, 600.0),
            (3.0, 600.0),
            (4.0, 900.0),
        ] {
            let heard = frequency(&path, second + 0.2, second + 0.8);
            assert!((heard - tone).abs() < 20.0, "{second}: {heard}");
        }
        assert!(grey(1.5).abs_diff(grey(2.5)) < 6 && grey(2.5).abs_diff(grey(3.5)) < 6);
        assert!(grey(0.5) + 40 < grey(2.5) && grey(2.5) + 40 < grey(4.5));
        let error = run("0:08 to 0:09", "2").unwrap_err().to_string();
        assert!(error.contains("3 s long"), "{error}");
    }
}
