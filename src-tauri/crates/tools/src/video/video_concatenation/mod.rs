//! Joins two videos: the second follows the first, in its size and shape. Frames that are packed in
//! the same way are taken over as they are.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioTrack, FilteredFrames, FrameReader, FrameSource, PacketReader, Retimed, TrackLabel,
    VideoInput, VideoStream, Watch, probe, write_joined,
};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use crate::shared::order::in_order;
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
        let videos = [inputs.video("video")?, inputs.video("second")?];
        let [first, second] = in_order(inputs, videos);
        let output = context.output("joined", Some(&first.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            let audio_tracks = audio_tracks(first, second)?;
            if let Some([mut before, mut after]) = packets(first, second)? {
                let streams = [
                    VideoStream::Packets(&mut before),
                    VideoStream::Packets(&mut after),
                ];
                return join(streams, audio_tracks, &output, watch);
            }
            let [mut before, mut after] = frames(first, second)?;
            join(
                [
                    VideoStream::Frames(&mut before),
                    VideoStream::Frames(&mut after),
                ],
                audio_tracks,
                &output,
                watch,
            )
        })?;
        for video in [first, second] {
            lost::say(video, &probe(&video.path, &video.name)?, &output, context)?;
        }
        Ok(Resource::Video(output))
    }
}

/// The frames of both videos as they are packed, where those of the second can follow those of the
/// first.
fn packets(first: &MediaFile, second: &MediaFile) -> Result<Option<[PacketReader; 2]>, MediaError> {
    let before = PacketReader::video(&first.path, &first.name)?;
    let after = PacketReader::video(&second.path, &second.name)?;
    let (Some(before), Some(mut after)) = (before, after) else {
        return Ok(None);
    };
    Ok(if after.continues(&before)? {
        Some([before, after])
    } else {
        None
    })
}

/// The frames of both videos at the size and in the colours of the first, and at the rate of the
/// one that has more.
fn frames(
    first: &MediaFile,
    second: &MediaFile,
) -> Result<[FilteredFrames<Retimed<FrameReader>>; 2], MediaError> {
    let before = FrameReader::open(&first.path, &first.name, u32::MAX)?;
    let after = FrameReader::open(&second.path, &second.name, u32::MAX)?;
    let rates = [before.constant_rate(), after.constant_rate()];
    let per_second =
        |(numerator, denominator): (i32, i32)| f64::from(numerator) / f64::from(denominator);
    let rate = if per_second(rates[1]) > per_second(rates[0]) * 1.001 {
        rates[1]
    } else {
        rates[0]
    };
    let format = before.format();
    let before = FilteredFrames::framed(Retimed::new(before, 1.0, rate), &format)?;
    let after = FilteredFrames::framed(Retimed::new(after, 1.0, rate), &format)?;
    Ok([before, after])
}

fn join<'a>(
    streams: [VideoStream<'a>; 2],
    audio_tracks: [Vec<AudioTrack<'a>>; 2],
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let inputs = streams
        .into_iter()
        .zip(audio_tracks)
        .map(|(video, audio_tracks)| VideoInput {
            video,
            audio_tracks,
        });
    write_joined(&output.path, &output.name, inputs.collect(), watch).map(drop)
}

/// The audio tracks of both videos, so that each of the first goes on in its own language. Those
/// that only the second video has come after them. Where a video does not speak the language of the
/// other, what is heard of it otherwise stands in.
fn audio_tracks(
    first: &MediaFile,
    second: &MediaFile,
) -> Result<[Vec<AudioTrack<'static>>; 2], MediaError> {
    let all_of = |video: &MediaFile| AudioTrack::all_of(&video.path, &video.name);
    let labels = |tracks: Vec<AudioTrack>| {
        tracks
            .into_iter()
            .map(|track| track.label)
            .collect::<Vec<_>>()
    };
    let labels = [labels(all_of(first)?), labels(all_of(second)?)];
    let mut joined = [Vec::new(), Vec::new()];
    for (before, after) in pairs(&labels[0], &labels[1]) {
        let is_added = joined[0].len() >= labels[0].len();
        let label = labels[usize::from(is_added)].get(if is_added { after } else { before });
        for ((joined, video), number) in joined.iter_mut().zip([first, second]).zip([before, after])
        {
            let track = all_of(video)?.into_iter().nth(number);
            joined.extend(track.map(|track| AudioTrack {
                label: label.cloned().unwrap_or_default(),
                ..track
            }));
        }
    }
    Ok(joined)
}

/// Which audio track of the second video follows which of the first, by their numbers: every one at
/// least once.
fn pairs(before: &[TrackLabel], after: &[TrackLabel]) -> Vec<(usize, usize)> {
    let partner = |(number, label): (usize, &TrackLabel), others: &[TrackLabel]| {
        let is_same = |other: &TrackLabel| other.language == label.language;
        let speaks = |other: &TrackLabel| label.language.is_some() && is_same(other);
        if others.get(number).is_some_and(is_same) {
            number
        } else {
            others.iter().position(speaks).unwrap_or(0)
        }
    };
    let mut pairs: Vec<_> = before
        .iter()
        .enumerate()
        .map(|track| (track.0, partner(track, after)))
        .collect();
    let is_left = |track: &(usize, &TrackLabel)| pairs.iter().all(|(_, taken)| *taken != track.0);
    let left: Vec<_> = after
        .iter()
        .enumerate()
        .filter(is_left)
        .map(|track| (partner(track, before), track.0))
        .collect();
    pairs.extend(left);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_audio_track_goes_on_in_its_own_language() {
        let spoken = |languages: &[&str]| -> Vec<TrackLabel> {
            let language = |said: &&str| Some((*said).to_owned()).filter(|said| !said.is_empty());
            languages
                .iter()
                .map(|said| TrackLabel {
                    language: language(said),
                    title: None,
                })
                .collect()
        };
        let pairs = |before: &[&str], after: &[&str]| pairs(&spoken(before), &spoken(after));
        assert_eq!(pairs(&["eng", "deu"], &["deu", "eng"]), [(0, 1), (1, 0)]);
        assert_eq!(pairs(&["eng", "deu"], &[""]), [(0, 0), (1, 0)]);
        assert_eq!(pairs(&["eng"], &["eng", "deu"]), [(0, 0), (0, 1)]);
        assert_eq!(pairs(&["", ""], &["", ""]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&["eng", "eng"], &["eng", "eng"]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&[], &["eng", "deu"]), [(0, 0), (0, 1)]);
        assert_eq!(pairs(&["eng", "deu"], &[]), [(0, 0), (1, 0)]);
    }
}
