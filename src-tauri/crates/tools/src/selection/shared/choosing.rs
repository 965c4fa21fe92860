//! CLIP for the tools that choose among what was found on an image: where labels do not tell which
//! is meant (“the woman in red”, “the red car”), each is looked at.

use std::collections::BTreeMap;

use image::RgbImage;
use patchbay_inference::networks::clip::Clip;
use patchbay_inference::{InferenceError, Tensor, Watch};

use super::choice::Candidate;
use super::wish::{Looks, Wish};
use crate::shared::classifier::Classifier;
use crate::shared::models::{follow, model, seen};
use crate::{Context, Inputs, ToolError};

/// Share of its larger side by which a thing's surroundings are seen with it.
const AROUND: f32 = 0.1;

/// Whether looking at the image tells more than labels: it is known, and they leave open what is
/// meant.
pub(crate) fn is_open<'a>(
    inputs: &Inputs,
    argument: &str,
    labels: impl Iterator<Item = Option<&'a str>> + Clone,
) -> bool {
    let wish = inputs
        .text("condition")
        .map(|condition| Wish::new(&condition));
    inputs.image_of(argument).is_some() && wish.is_ok_and(|wish| wish.is_open(labels))
}

/// The positions of the candidates that the condition describes. `found`: the tool, the argument
/// that holds them, and what messages call them. Takes `from` to the end of the step.
pub(crate) fn choose(
    inputs: &Inputs,
    context: &Context,
    (tool, argument, what): (&str, &str, &str),
    candidates: &[Candidate],
    from: f64,
) -> Result<Vec<usize>, ToolError> {
    let wish = Wish::new(&inputs.text("condition")?);
    let Some(file) = inputs.image_of(argument) else {
        return wish.choose(candidates, what, None);
    };
    let image = seen(file)?;
    context.check()?;
    let look = |classifier: &Classifier| {
        follow(context, (from, 1.0), |watch| {
            looks(classifier.clip(), &image, &wish, candidates, watch)
        })
    };
    let looks = context
        .models
        .with(model(context, tool)?, Classifier::open, look)?;
    wish.choose(candidates, what, Some(&looks))
}

fn looks(
    clip: &Clip,
    image: &RgbImage,
    wish: &Wish,
    candidates: &[Candidate],
    watch: Watch,
) -> Result<Looks, InferenceError> {
    let (meant, except) = wish.phrases();
    let labels = candidates.iter().map(label);
    let said = [meant, except]
        .into_iter()
        .filter(|phrase| !phrase.is_empty());
    let mut texts: BTreeMap<&str, Option<Tensor>> =
        labels.chain(said).map(|text| (text, None)).collect();
    let (reading, seeing) = (watch.part(0.0, 0.5), watch.part(0.5, 1.0));
    let count = texts.len();
    for (index, (text, embedding)) in texts.iter_mut().enumerate() {
        let at = |index: usize| index as f64 / count as f64;
        let prompt = format!("a photo of a {text}.");
        *embedding = Some(clip.text_embeddings(&[prompt], reading.part(at(index), at(index + 1)))?);
    }
    let mut looks = Looks::default();
    for (index, candidate) in candidates.iter().enumerate() {
        let at = |index: usize| index as f64 / candidates.len() as f64;
        let embedding = clip.image_embedding(
            &cut_out(image, candidate),
            seeing.part(at(index), at(index + 1)),
        )?;
        let odds = |phrase: &str| -> Result<f32, InferenceError> {
            let read = |text: &str| texts.get(text).and_then(Option::as_ref);
            let (Some(phrase), Some(label)) = (read(phrase), read(label(candidate))) else {
                return Ok(0.0);
            };
            let likely = clip.probabilities_of(&embedding, &Tensor::cat(&[phrase, label], 0)?)?;
            Ok((likely[0] / likely[1].max(f32::MIN_POSITIVE)).ln())
        };
        looks.meant.push(odds(meant)?);
        looks.except.push(odds(except)?);
    }
    watch.at(1, 1)?;
    Ok(looks)
}

/// Name of a candidate.
fn label(candidate: &Candidate) -> &str {
    candidate.label.as_deref().unwrap_or("thing")
}

/// The part of an image where a candidate is, with a little around it; all of it where that is not
/// known.
fn cut_out(image: &RgbImage, candidate: &Candidate) -> RgbImage {
    let place = candidate.extent.and_then(|extent| {
        let mut part = extent.bounding_box;
        let around = part.width.max(part.height) * AROUND;
        (part.x, part.y) = (part.x - around, part.y - around);
        (part.width, part.height) = (part.width + 2.0 * around, part.height + 2.0 * around);
        part.clamp_to(image.width(), image.height())
    });
    place.map_or_else(
        || image.clone(),
        |(x, y, width, height)| image::imageops::crop_imm(image, x, y, width, height).to_image(),
    )
}
