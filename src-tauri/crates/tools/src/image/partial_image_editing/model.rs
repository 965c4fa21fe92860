//! `partial_image_editing` by Stable Diffusion: what a mask covers becomes what a sentence
//! describes that the planner did not read as changes that need no model.

use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_media::image as media_image;

use crate::image::shared::painting;
use crate::image::shared::repainting::repainted;
use crate::image::shared::{changed, masks};
use crate::shared::models::model;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct PartialImageEditing;

impl Implementation for PartialImageEditing {
    fn tool(&self) -> &'static str {
        "partial_image_editing"
    }

    fn label(&self) -> &'static str {
        "Stable Diffusion inpainting"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn suits(&self, inputs: &Inputs) -> bool {
        super::read(inputs).is_ok_and(|read| read.is_none())
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        painting::settings(self.model(models), &[])
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = inputs.text("text")?;
        let file = inputs.image("image")?;
        let model = model(context, self.tool())?;
        context.check()?;
        let image = media_image::read(&file.path, &file.name)?;
        let mask = masks::meant(inputs, &file.name, &image.pixels)?;
        let painted = repainted(
            context,
            model,
            (&image.pixels, &file.name),
            &mask,
            described(&text),
        )?;
        let output = changed::write(context, &image, &file.name, "repainted", &painted)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

/// The part of a sentence that says what is to be seen: "a cat" of "replace the dog with a cat" and
/// of "put a cat where the dog is". A sentence of another kind is taken whole.
fn described(sentence: &str) -> &str {
    let sentence = sentence.trim().trim_end_matches(['.', '!', '?']);
    // Letters that take more bytes as small ones would move what is found.
    let small = sentence.to_ascii_lowercase();
    for before in [" with ", " into ", " by "] {
        if let Some(place) = small.find(before) {
            return sentence[place + before.len()..].trim();
        }
    }
    for verb in ["put ", "add ", "place ", "insert ", "paint ", "draw "] {
        if let Some(place) = small.find(verb) {
            let from = place + verb.len();
            let places = [" where ", " in ", " on ", " instead"]
                .iter()
                .filter_map(|end| small[from..].find(end))
                .min();
            return sentence[from..places.map_or(sentence.len(), |end| from + end)].trim();
        }
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn what_is_to_be_seen_is_taken_out_of_the_sentence() {
        for (sentence, expected) in [
            (
                "replace the dog in photo.jpg with a sleeping Cat.",
                "a sleeping Cat",
            ),
            (
                "put a vase of tulips where the lamp is in room.png",
                "a vase of tulips",
            ),
            ("change this into a castle!", "a castle"),
            ("a red bus", "a red bus"),
            ("Ersetze das durch Öl — İ with ß", "ß"),
            ("", ""),
        ] {
            assert_eq!(described(sentence), expected, "{sentence}");
        }
    }
}
