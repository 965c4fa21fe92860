//! BLIP for the tools that say in words what images and videos show.

use image::RgbImage;
use patchbay_inference::networks::blip::{Answer, Blip, BlipVqa};
use patchbay_inference::registry::Model;

use crate::shared::models::follow;
use crate::{Context, ToolError};

/// A sentence about what an image shows. `name`: what people know it by.
pub(crate) fn caption(
    context: &Context,
    model: &Model,
    (image, name): (&RgbImage, &str),
    part: (f64, f64),
) -> Result<String, ToolError> {
    let describe = |network: &Blip| follow(context, part, |watch| network.caption(image, watch));
    let caption = context.models.with(model, Blip::open, describe)?;
    let mut letters = caption.chars();
    let first = letters.next().ok_or_else(|| speechless(model, name))?;
    Ok(first.to_uppercase().chain(letters).collect())
}

/// Answers a question about an image. `name`: what people know the image, or the video that it is
/// of, by; the model does not know it, and reads "this" instead.
pub(crate) fn answer(
    context: &Context,
    model: &Model,
    (image, name): (&RgbImage, &str),
    question: &str,
    part: (f64, f64),
) -> Result<Answer, ToolError> {
    let question = question.replace(name, "this");
    let ask = |network: &BlipVqa| {
        follow(context, part, |watch| {
            network.answer(image, &question, watch)
        })
    };
    let answer = context.models.with(model, BlipVqa::open, ask)?;
    if answer.text.is_empty() {
        Err(speechless(model, name))
    } else {
        Ok(answer)
    }
}

fn speechless(model: &Model, name: &str) -> ToolError {
    ToolError::Nothing(format!(
        "{} found no words for what “{name}” shows. Try another part of it.",
        model.name
    ))
}

/// The part of a step that the `index`th of `count` equal pieces takes, where they take `from` to
/// `to` together.
pub(crate) fn piece(index: usize, count: usize, (from, to): (f64, f64)) -> (f64, f64) {
    let at = |index: usize| from + (to - from) * index as f64 / count.max(1) as f64;
    (at(index), at(index + 1))
}
