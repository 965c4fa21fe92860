//! Cuts a video to times, those that are set or that a sentence gives, exact to the frame, its
//! audio in step. Where the cuts lie at frames that need no other, the packed frames are taken over
//! as they are; `ProRes` with an alpha channel into a MOV file, unless the sentence asks for MP4.

mod builtin;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::video::{PacketReader, Span, probe};
use patchbay_phrases::formats::asked;
use patchbay_phrases::times::{TimeRanges, kept_parts};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError};
use builtin::{encode, join, packed};

struct VideoTrimming;
inventory::submit!(Registered(&VideoTrimming));

impl Implementation for VideoTrimming {
    fn tool(&self) -> &'static str {
        "video_trimming"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let keeps_alpha = |video: &MediaFile| {
            !wants_mp4(&inputs.text("text").unwrap_or_default())
                && matches!(
                    PacketReader::clear_video(&video.path, &video.name),
                    Ok(Some(_))
                )
        };
        let mut losses = lost::foreseen(inputs, Held::AllAudio);
        if inputs.video("video").is_ok_and(keeps_alpha) {
            losses.clear();
        }
        losses
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let facts = probe(&video.path, &video.name)?;
        let parts = match inputs
            .value("parts")
            .and_then(|parts| TimeRanges::read(&parts))
        {
            Some(ranges) => ranges.kept(facts.seconds, "video"),
            None => kept_parts(&text, facts.seconds, "video"),
        };
        let parts = parts.map_err(|error| ToolError::Refused(error.to_string()))?;
        let spans: Vec<Span> = parts
            .iter()
            .map(|part| Span {
                start: part.start,
                end: part.end,
            })
            .collect();
        let clear = if facts.has_alpha && !wants_mp4(&text) {
            packed(video, &spans, PacketReader::clear_part)?
        } else {
            None
        };
        let output = context.output(
            "trimmed",
            Some(&video.name),
            if clear.is_some() { "mov" } else { "mp4" },
        );
        watched(context, (0.0, 1.0), |watch| {
            let packed = if clear.is_some() {
                clear
            } else {
                packed(video, &spans, PacketReader::part)?
            };
            match packed {
                Some(mut parts) => join(video, &mut parts, &spans, &output, watch),
                None => encode(video, &spans, &output, watch),
            }
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// Whether words ask for an MP4, which holds no alpha channel.
fn wants_mp4(text: &str) -> bool {
    asked(text, &["mp4".to_owned()]).is_some()
}
