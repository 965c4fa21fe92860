//! BLIP for the tools that say in words what pictures and films show.

use image::RgbImage;
use patchbay_domain::MediaFile;
use patchbay_inference::networks::blip::{Answer, Blip, BlipVqa};
use patchbay_inference::registry::Model;
use patchbay_media::video::{find_scenes, frame_at};

use crate::shared::models::follow;
use crate::video::video_to_image::key_times;
use crate::shared::watching::watched;
use crate::{Context, ToolError};

/// At most so many key frames of a film are looked at: each takes about a second on two cores.
const KEY_FRAMES: usize = 6;

/// A picture of a film.
pub(super) struct KeyFrame {
    /// When it is shown, in seconds.
    pub(super) seconds: f64,
    /// The picture.
    pub(super) picture: RgbImage,
}

/// The key frames of a film, in order: the middle of each shot, a few of a single long one. Takes `from` to `to` of the step.
pub(super) fn key_frames(
    context: &Context,
    video: &MediaFile,
    (from, to): (f64, f64),
) -> Result<Vec<KeyFrame>, ToolError> {
    let found = from + (to - from) * 0.7;
    let scenes = watched(context, (from, found), |watch| find_scenes(&video.path, &video.name, watch))?;
    let times = key_times(scenes, KEY_FRAMES);
    let mut frames = Vec::with_capacity(times.len());
    for (index, seconds) in times.iter().copied().enumerate() {
        context.check()?;
        frames.push(KeyFrame { seconds, picture: frame_at(&video.path, &video.name, seconds)? });
        context.progress.set(found + (to - found) * (index + 1) as f64 / times.len() as f64);
    }
    Ok(frames)
}

/// A sentence about what a picture shows. `name`: what people know it by.
pub(super) fn caption(
    context: &Context,
    model: &Model,
    (picture, name): (&RgbImage, &str),
    part: (f64, f64),
) -> Result<String, ToolError> {
    let describe = |network: &Blip| follow(context, part, |watch| network.caption(picture, watch));
    let caption = context.models.with(model, Blip::open, describe)?;
    let mut letters = caption.chars();
    let first = letters.next().ok_or_else(|| speechless(model, name))?;
    Ok(first.to_uppercase().chain(letters).collect())
}

/// What a question about a picture is answered with. `name`: what people know the picture, or the film that it is of, by; the
/// model does not know it, and reads "this" instead.
pub(super) fn answer(
    context: &Context,
    model: &Model,
    (picture, name): (&RgbImage, &str),
    question: &str,
    part: (f64, f64),
) -> Result<Answer, ToolError> {
    let question = question.replace(name, "this");
    let ask = |network: &BlipVqa| follow(context, part, |watch| network.answer(picture, &question, watch));
    let answer = context.models.with(model, BlipVqa::open, ask)?;
    if answer.text.is_empty() { Err(speechless(model, name)) } else { Ok(answer) }
}

fn speechless(model: &Model, name: &str) -> ToolError {
    ToolError::Input(format!("{} found no words for what “{name}” shows. Try another part of it.", model.name))
}

/// The part of a step that the `index`th of `count` equal pieces takes, where they take `from` to `to` together.
pub(super) fn piece(index: usize, count: usize, (from, to): (f64, f64)) -> (f64, f64) {
    let at = |index: usize| from + (to - from) * index as f64 / count.max(1) as f64;
    (at(index), at(index + 1))
}
