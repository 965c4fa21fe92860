//! Checks of audio, of its own or a video's: silence, loudness and channels.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio;
use patchbay_media::video::{self, AudioReader, AudioSource, CutAudio, Span, Watch};
use patchbay_values::times::TimeRanges;

use crate::Inputs;

/// Tolerance of a loudness, in LU: what an encoder and a limiter change of it.
const LOUDNESS_LENIENCE: f64 = 1.5;
/// Silence is softer than this, of full scale: what an encoder leaves.
const SILENCE: f32 = 0.004;
/// Seconds at each edge of a silent part that are not looked at: encoders smear.
const EDGE: f64 = 0.1;
/// The loudness of longer audio is not measured again, in seconds: that would take too long.
const LONGEST: f64 = 900.0;

/// The first requirement that an audio clip, or a video's audio, does not meet, and what it is
/// instead, in words; none where it meets all.
pub(super) fn differ(inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let (Resource::Audio(file) | Resource::Video(file)) = result else {
        return None;
    };
    muting_differs(inputs, result, file)
        .or_else(|| channels_differ(inputs, result))
        .or_else(|| loudness_differs(inputs, result, file))
}

/// Whether something is heard that was to be muted.
fn muting_differs(
    inputs: &Inputs,
    result: &Resource,
    file: &MediaFile,
) -> Option<(String, String)> {
    if inputs.value("mute").as_deref() != Some("muted") {
        return None;
    }
    let within = inputs.value("within");
    let still = |asked: String| Some((asked, "one in which something is heard".to_owned()));
    if within.is_none() && matches!(result, Resource::Video(_)) {
        let facts = video::probe(&file.path, &file.name).ok()?;
        return facts
            .audio
            .and_then(|_| still("a video without sound".to_owned()));
    }
    let reader = AudioReader::open(&file.path, &file.name).ok()?;
    let length = reader.seconds();
    let parts = match &within {
        Some(ranges) => TimeRanges::read(ranges)?.kept(length, "sound").ok()?,
        None => Vec::new(),
    };
    let mut spans: Vec<Span> = parts
        .iter()
        .map(|part| Span {
            start: part.start + EDGE,
            end: part.end - EDGE,
        })
        .filter(|span| span.start < span.end)
        .collect();
    if within.is_none() {
        spans.push(Span {
            start: 0.0,
            end: length,
        });
    }
    let is_heard = loudest(CutAudio::new(reader, &spans))? > SILENCE;
    let place = within.map_or_else(String::new, |within| format!(" at {within}"));
    is_heard
        .then(|| still(format!("a result that is silent{place}")))
        .flatten()
}

/// Whether an audio clip that was to be mono has more channels.
fn channels_differ(inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let Resource::Audio(file) = result else {
        return None;
    };
    if inputs.value("channels").as_deref() != Some("mono") {
        return None;
    }
    let channels = audio::probe(&file.path, &file.name).ok()?.channels;
    (channels != 1).then(|| {
        (
            "a sound with one channel".to_owned(),
            format!("one with {channels}"),
        )
    })
}

/// The loudness that is asked for and the one that was made, where they differ.
fn loudness_differs(
    inputs: &Inputs,
    result: &Resource,
    file: &MediaFile,
) -> Option<(String, String)> {
    let asked: f64 = inputs.value("loudness")?.parse().ok()?;
    // What is faded or muted after it had its loudness is softer, and a part tells nothing of all.
    let others = ["fade_in", "fade_out", "mute", "within"];
    if others.iter().any(|other| inputs.value(other).is_some()) {
        return None;
    }
    let made = if matches!(result, Resource::Video(_)) {
        loudness_of(file)?
    } else {
        audio::loudness(&audio::read(&file.path, &file.name).ok()?).integrated
    };
    let differs = made.is_finite() && (made - asked).abs() > LOUDNESS_LENIENCE;
    differs.then(|| {
        (
            format!("a sound of {asked} LUFS"),
            format!("one of {made:.1} LUFS"),
        )
    })
}

/// Loudness of a video's audio in LUFS; none where it is longer than [`LONGEST`] or cannot be read.
fn loudness_of(file: &MediaFile) -> Option<f64> {
    let reader = AudioReader::open(&file.path, &file.name).ok()?;
    let length = reader.seconds();
    if length > LONGEST {
        return None;
    }
    let measured = audio::streamed_loudness(reader, length, false, &Watch::nobody()).ok()?;
    Some(measured.integrated)
}

/// The largest absolute sample.
fn loudest(mut source: impl AudioSource) -> Option<f32> {
    let mut loudest = 0.0_f32;
    while let Some(block) = source.next_block(&Watch::nobody()).ok()? {
        let samples = block.channels.iter().flatten();
        loudest = samples.fold(loudest, |most, sample| most.max(sample.abs()));
    }
    Some(loudest)
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::{integrated_loudness, make};

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn a_video_that_was_to_be_silent_or_of_a_loudness_is_held_to_it() {
        let (_context, folder) = context();
        let video = |name: &str, arguments: &str| {
            let images = "-f lavfi -i color=gray:s=64x48:d=4:r=10";
            let path = make(
                folder.path(),
                name,
                &format!("{images} {arguments} -pix_fmt yuv420p"),
            );
            Resource::Video(MediaFile {
                path,
                name: name.to_owned(),
            })
        };
        let tone = "-f lavfi -i sine=frequency=440:duration=4";
        let loud = video("loud.mp4", tone);
        let silent = video("silent.mp4", "");
        let partly = video(
            "partly.mp4",
            &format!("{tone} -af volume=0:enable='between(t,1,2)'"),
        );
        let text = |value: &str| Resource::Text(value.to_owned());
        let muted = inputs([("mute", text("muted"))]);
        assert_eq!(differ(&muted, &silent), None);
        assert!(differ(&muted, &loud).is_some_and(|(asked, _)| asked.contains("without sound")));
        let within = |range: &str| inputs([("mute", text("muted")), ("within", text(range))]);
        assert_eq!(differ(&within("0:01 to 0:02"), &partly), None);
        let told = differ(&within("0:02 to 0:03"), &partly);
        assert!(told.is_some_and(|(asked, _)| asked.contains("0:02 to 0:03")));
        let level = loudness_of(loud.files()[0]).unwrap();
        let (other, _) = integrated_loudness(&loud.files()[0].path);
        assert!((level - other).abs() < 0.2, "{level}, {other} by ffmpeg");
        let asked = |loudness: f64| inputs([("loudness", text(&loudness.to_string()))]);
        assert_eq!(differ(&asked(level.round()), &loud), None);
        assert!(differ(&asked(level.round() + 4.0), &loud).is_some());
    }
}
