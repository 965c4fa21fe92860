//! A part of a video that plays several times at its place.

use patchbay_domain::{EditList, MediaFile, Resource};
use patchbay_media::video::{
    ArrangedAudio, ArrangedFrames, AudioTrack, Span, VideoFacts, VideoInput, VideoStream,
    write_joined,
};
use patchbay_tool_api::watching::watched;
use patchbay_values::times::TimeRanges;

use super::{LONGEST, USUAL};
use crate::video::shared::lost;
use crate::video::shared::timecodes::counting;
use crate::{Context, Inputs, ToolError};

/// Writes a video whose parts play as often as the value of `repeats` says.
///
/// # Errors
/// The part lies outside, the result would be too long, and what reading and writing say.
pub(super) fn repeated(
    (video, facts): (&MediaFile, &VideoFacts),
    ranges: TimeRanges,
    inputs: &Inputs,
    context: &Context,
) -> Result<Resource, ToolError> {
    let spans = spans(facts, ranges, inputs)?;
    let seconds: f64 = spans.iter().map(|span| span.end - span.start).sum();
    if seconds > LONGEST {
        return Err(ToolError::Refused(
            "The result would be longer than ten hours. Repeat the part less often.".to_owned(),
        ));
    }
    let (path, name) = (&*video.path, &*video.name);
    let mut frames = ArrangedFrames::open(path, name, &spans)?;
    let mut audio_tracks = Vec::new();
    for (number, label) in facts.audio_tracks.iter().enumerate() {
        let audio = ArrangedAudio::open(path, name, number, &spans)?;
        audio_tracks.push(AudioTrack::new(label.clone(), audio));
    }
    let output = context.output("looped", Some(&video.name), "mp4");
    watched(context, (0.0, 1.0), |watch| {
        let input = VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks,
        };
        write_joined(&output.path, &output.name, vec![input], watch)
    })?;
    let parts = spans.iter().map(|span| (span.start, span.end));
    context.progress.record(EditList::cut(name, parts));
    lost::say(video, facts, &output, context)?;
    Ok(Resource::Video(output))
}

/// Spans that play one after the other: the whole, with each part as often as is asked for.
fn spans(facts: &VideoFacts, ranges: TimeRanges, inputs: &Inputs) -> Result<Vec<Span>, ToolError> {
    let parts = ranges
        .counted(&counting(facts))
        .and_then(|ranges| ranges.kept(facts.seconds, "video"))
        .map_err(|error| ToolError::Refused(error.to_string()))?;
    let repeats = inputs.count("repeats")?;
    let mut spans = Vec::new();
    let mut reached = 0.0;
    for part in parts {
        spans.push((reached, part.end));
        let again = repeats.unwrap_or(USUAL).saturating_sub(1) as usize;
        spans.extend(std::iter::repeat_n((part.start, part.end), again));
        reached = part.end;
    }
    spans.push((reached, facts.seconds));
    let kept = spans.into_iter().filter(|(start, end)| end - start > 1e-3);
    Ok(kept.map(|(start, end)| Span { start, end }).collect())
}
