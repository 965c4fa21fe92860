//! Parts of a video: taken over as they are packed, but for frames around cuts, or encoded anew,
//! exact to the frame, their audio in step.

use std::path::Path;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    Container, OutputFormat, OwnContainer, PacketReader, Span, SplicedPackets, VideoFacts,
    VideoInput, VideoStream, Watch, remux_part, write_joined_as, write_video_as,
};
use patchbay_tool_api::losses;
use patchbay_tool_api::watching::watched;

use super::lost;
use super::parts::{audio_tracks, encode, like};
use crate::shared::pauses::told;
use crate::{Context, ToolError};

/// Writes parts of a video one after the other into one named after what was done, such as
/// `trimmed`. Where the cuts lie at frames that need no other, the packed frames are taken over as
/// they are, and elsewhere those that do not lie around cuts; with `keeps_alpha` `ProRes` with an alpha channel into a MOV file. `range`: where in
/// the step's progress this lies.
///
/// # Errors
/// Returns an error if reading or writing fails; nothing is left half-written.
pub(crate) fn cut(
    video: &MediaFile,
    spans: &[Span],
    keeps_alpha: bool,
    purpose: &str,
    range: (f64, f64),
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let clear = if keeps_alpha {
        packed(video, spans, PacketReader::clear_part)?
    } else {
        None
    };
    let form = match &clear {
        Some(_) => OutputFormat::of(Container::Mov),
        None => own_form(video, context)?,
    };
    let output = context.output(purpose, Some(&video.name), form.container.extension());
    watched(context, range, |watch| {
        let packed = if clear.is_some() {
            clear
        } else {
            packed(video, spans, PacketReader::part)?
        };
        match packed {
            Some(_)
                if form.container == Container::Mp4 && copied(video, spans, &output, watch)? =>
            {
                Ok(())
            }
            Some(mut parts) => join(video, &mut parts, spans, (&form, &output), watch),
            None => shortened(video, spans, (&form, &output), watch),
        }
    })?;
    Ok(output)
}

/// Writes what stays of a video as an MP4 named after what was done, such as `tightened`, and says how much was cut out.
/// `kept`: starts and ends in seconds, in order, and how long the whole is; `from`: how much of the step's work is done.
///
/// # Errors
/// Returns an error if reading or writing fails; nothing is left half-written.
pub(crate) fn left_of(
    (video, facts): (&MediaFile, &VideoFacts),
    (kept, length): (&[(f64, f64)], f64),
    purpose: &str,
    from: f64,
    context: &Context,
) -> Result<Resource, ToolError> {
    let spans: Vec<Span> = kept
        .iter()
        .map(|(start, end)| Span {
            start: *start,
            end: *end,
        })
        .collect();
    let form = own_form(video, context)?;
    let output = context.output(purpose, Some(&video.name), form.container.extension());
    watched(context, (from, 1.0), |watch| {
        shortened(video, &spans, (&form, &output), watch)
    })?;
    told(&video.name, kept, length, context);
    lost::say(video, facts, &output, context)?;
    Ok(Resource::Video(output))
}

/// Writes parts of a video one after the other: only the frames around the cuts encoded anew where
/// the others can be taken over, else all of them.
///
/// # Errors
/// Returns an error if reading or writing fails; nothing is left half-written.
fn shortened(
    video: &MediaFile,
    spans: &[Span],
    (form, output): (&OutputFormat, &MediaFile),
    watch: &Watch,
) -> Result<(), MediaError> {
    let packets = if form.container.holds_mp4() {
        SplicedPackets::open(&video.path, &video.name, spans)?
    } else {
        None
    };
    let Some(mut packets) = packets else {
        return encode(video, spans, (form, output), watch);
    };
    let like = like(video, packets.spans())?;
    let audio_tracks = audio_tracks(video, packets.spans())?;
    let input = VideoInput {
        video: VideoStream::Spliced(&mut packets),
        audio_tracks,
    };
    let to = (&*output.path, &*output.name);
    match write_video_as(to, input, form, Some(like), watch) {
        Ok(_) => Ok(()),
        Err(MediaError::Cancelled) => Err(MediaError::Cancelled),
        // What is packed does not fit what is encoded: a full disk is told by the next try.
        Err(_) => encode(video, spans, (form, output), watch),
    }
}

/// Form in which a part of a video is written: in its own container; where such a file is not
/// written here, as MP4, which is told.
fn own_form(video: &MediaFile, context: &Context) -> Result<OutputFormat, ToolError> {
    let own = OwnContainer::of(&video.path, &video.name)?.encoded();
    let form = OutputFormat::of(own.unwrap_or_default());
    if own.is_none() {
        losses::say_other(video, form.container, context);
    }
    Ok(form)
}

/// The frames of all spans as they are packed, where they can be cut so: nothing is lost, and it
/// takes a moment only.
fn packed(
    video: &MediaFile,
    spans: &[Span],
    part: fn(&Path, &str, Span) -> Result<Option<PacketReader>, MediaError>,
) -> Result<Option<Vec<PacketReader>>, MediaError> {
    let mut parts = Vec::with_capacity(spans.len());
    for span in spans {
        match part(&video.path, &video.name, *span)? {
            Some(part) => parts.push(part),
            None => return Ok(None),
        }
    }
    Ok(Some(parts))
}

/// Writes the packed frames and audio of a single part; false where its audio cannot be taken over
/// as it is packed. What several parts sound like at their joints, packets do not say.
fn copied(
    video: &MediaFile,
    spans: &[Span],
    output: &MediaFile,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let [span] = spans else {
        return Ok(false);
    };
    let (from, to) = ((&*video.path, &*video.name), (&*output.path, &*output.name));
    remux_part(from, to, *span, watch)
}

/// Writes the packed frames of the spans one after the other, with their audio.
fn join(
    video: &MediaFile,
    parts: &mut [PacketReader],
    spans: &[Span],
    (form, output): (&OutputFormat, &MediaFile),
    watch: &Watch,
) -> Result<(), MediaError> {
    let inputs = parts.iter_mut().zip(spans).map(|(part, span)| {
        let audio_tracks = audio_tracks(video, std::slice::from_ref(span))?;
        Ok(VideoInput {
            video: VideoStream::Packets(part),
            audio_tracks,
        })
    });
    let inputs = inputs.collect::<Result<_, MediaError>>()?;
    let to = (&*output.path, &*output.name);
    write_joined_as(to, inputs, form, Some(like(video, spans)?), watch).map(drop)
}
