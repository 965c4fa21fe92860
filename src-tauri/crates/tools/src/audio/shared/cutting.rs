//! Parts of an audio clip, at its own rate and with its own channels.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio::{self, AudioBuffer, SampleFormat, WavFile};

use crate::shared::pauses::told;
use crate::{Context, ToolError};

/// Fade at each cut, in seconds; avoids clicks.
const EDGE: f64 = 0.005;

/// Writes what stays of an audio clip as a WAV file named after what was done, such as `tightened`, and says how much was
/// cut out. `kept`: starts and ends in seconds, in order, and how long the whole is; `form`: its samples a second and its
/// channels, which stay; `from`: how much of the step's work is done.
///
/// # Errors
/// Returns an error if reading or writing fails; nothing is left half-written.
pub(crate) fn left_of(
    (source, form): (&MediaFile, (u32, u32)),
    (kept, length): (&[(f64, f64)], f64),
    purpose: &str,
    from: f64,
    context: &Context,
) -> Result<Resource, ToolError> {
    let output = context.output(purpose, Some(&source.name), "wav");
    shortened(source, kept, form, &output, &context.part(from, 1.0))?;
    told(&source.name, kept, length, context);
    Ok(Resource::Audio(output))
}

/// Writes parts of an audio clip one after the other as a WAV file; they are starts and ends in seconds, in order. The
/// clip has so many samples a second and so many channels, which stay.
///
/// # Errors
/// Returns an error if reading or writing fails; nothing is left half-written.
fn shortened(
    source: &MediaFile,
    kept: &[(f64, f64)],
    (sample_rate, channels): (u32, u32),
    output: &MediaFile,
    context: &Context,
) -> Result<(), ToolError> {
    let place = |seconds: f64| (seconds * f64::from(sample_rate)).round() as usize;
    let parts: Vec<(usize, usize)> = kept
        .iter()
        .map(|(start, end)| (place(*start), place(*end)))
        .collect();
    let form = (sample_rate, channels as usize);
    let mut out = WavFile::create(&output.path, &output.name, form, SampleFormat::Pcm16)?;
    let (mut position, mut failure) = (0, None);
    let read = audio::stream(&source.path, &source.name, &mut |done, block| {
        context.progress.set(done);
        for part in &parts {
            if let Some(cut) = cut(block, position, *part)
                && failure.is_none()
            {
                failure = out.write(&cut).err();
            }
        }
        position += block.frames();
        failure.is_none() && !context.progress.is_cancelled()
    });
    let done = match (failure, read) {
        (Some(failure), _) | (None, Err(failure)) => Err(failure),
        (None, Ok(_)) => out.finish(),
    };
    if done.is_err() {
        // What stands there is not whole. Why it is not counts, and not whether it could be
        // removed.
        let _ = std::fs::remove_file(&output.path);
    }
    Ok(done?)
}

/// Part of a block, which begins at `position`, that lies in `part`, faded at the part's ends.
fn cut(block: &AudioBuffer, position: usize, part: (usize, usize)) -> Option<AudioBuffer> {
    let (first, last) = (part.0.max(position), part.1.min(position + block.frames()));
    if first >= last {
        return None;
    }
    let edge = (EDGE * f64::from(block.sample_rate)).max(1.0) as f32;
    let gain = |at: usize| {
        let rise = if part.0 > 0 {
            (at - part.0 + 1) as f32 / edge
        } else {
            1.0
        };
        rise.min((part.1 - at) as f32 / edge).min(1.0)
    };
    let channels = block.channels.iter().map(|channel| {
        let samples = channel[first - position..last - position].iter();
        samples
            .zip(first..)
            .map(|(sample, at)| sample * gain(at))
            .collect()
    });
    Some(AudioBuffer {
        sample_rate: block.sample_rate,
        channels: channels.collect(),
    })
}
