//! Hides all things of a kind in a video, wherever they go: without a model these are faces, which
//! are found now and then and followed in between.

mod meant;

use image::{DynamicImage, GrayImage};
use patchbay_domain::{BoundingBox, Resource};
use patchbay_inference::Models;
use patchbay_media::MediaError;
use patchbay_media::video::{Frame, FrameReader, FrameSource, probe};
use patchbay_tool_api::watching::watched;
use patchbay_vision::faces;
use patchbay_vision::following::{Place, Things};

use self::meant::{Meant, meant};
use super::shared::graphs::parts_within;
use super::shared::hiding::{range, write};
use super::shared::lost::{self, Held};
use crate::shared::hiding::Hiding;
use crate::{Context, Implementation, Inputs, Registered, ToolError, VideoStreams};

/// The longest side of the copy on which faces are looked for, in pixels.
const LOOKED_AT: u32 = 1280;
/// Factor by which what hides a face is larger than from brow to chin: hair and ears tell who it
/// is, too.
const AROUND: f64 = 1.35;
/// The share of the work that finding is.
const FINDING: f64 = 0.85;

struct VideoObjectHiding;
inventory::submit!(Registered(&VideoObjectHiding));

impl Implementation for VideoObjectHiding {
    fn tool(&self) -> &'static str {
        "video_object_hiding"
    }

    fn label(&self) -> &'static str {
        "faces only"
    }

    fn lacks_for(&self, inputs: &Inputs, _wanted: &[&str], _models: &Models) -> Option<String> {
        let words = inputs.text("text").ok()?;
        meant(&words).is_none().then(|| lacks(&words))
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, words) = (inputs.video("video")?, inputs.text("text")?);
        let meant = meant(&words).ok_or_else(|| ToolError::Missing(lacks(&words)))?;
        let facts = probe(&video.path, &video.name)?;
        let parts = parts_within(inputs, &VideoStreams::open(video)?)?;
        let how = Hiding::of(inputs)?.on_frames();
        let mut frames = FrameReader::open(&video.path, &video.name, LOOKED_AT)?;
        let looked_at = frames.format().width;
        let mut find = |frame: &Frame| found(frame, context);
        let places = watched(context, (0.0, FINDING), |watch| {
            Things::places(&mut frames, range(parts.as_deref()), &mut find, watch)
        })?;
        drop(frames);
        if places.iter().all(Vec::is_empty) {
            return Err(ToolError::Nothing(format!(
                "No face that looks towards the camera was found in “{}”. To hide something else, give a box \
                 such as “120x40 at 300,200”, which can follow what lies in it.",
                video.name
            )));
        }
        let around = |places: Vec<Place>| places.into_iter().map(|place| place.grown(AROUND));
        let places = places.into_iter().map(|places| around(places).collect());
        let output = context.output("hidden", Some(&video.name), "mp4");
        write(
            video,
            how,
            (places.collect(), looked_at),
            parts.as_deref(),
            (&output, FINDING),
            context,
        )?;
        context.progress.say(told(meant));
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// The faces on a frame.
fn found(frame: &Frame, context: &Context) -> Result<Vec<BoundingBox>, MediaError> {
    let plane = frame.plane(0);
    let rows = plane.bytes.chunks(plane.stride.max(1)).take(plane.height);
    let levels = rows.flat_map(|row| row.iter().take(plane.width).copied());
    let (width, height) = (plane.width as u32, plane.height as u32);
    let Some(grey) = GrayImage::from_raw(width, height, levels.collect()) else {
        return Ok(Vec::new());
    };
    faces::find(&DynamicImage::ImageLuma8(grey), &|_| context.check())
        .map_err(|_| MediaError::Cancelled)
}

fn lacks(words: &str) -> String {
    format!(
        "To find “{}” in a video a model is needed that there is not. Without one only faces are found. \
         For other things give a box that follows them, such as “blur 120x40 at 300,200 and follow it”.",
        words.trim()
    )
}

/// Sentence about what was hidden.
fn told(meant: Meant) -> String {
    let which = match meant {
        Meant::Faces => "All faces that were found are hidden",
        Meant::People => "The faces that were found are hidden, and not the whole people",
    };
    format!(
        "{which}. Faces that are turned away, or small, are not always found: look at the result before \
         others see it."
    )
}

#[cfg(test)]
mod tests;
