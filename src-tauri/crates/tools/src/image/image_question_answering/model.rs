//! `image_question_answering` by BLIP: a word or a few about what an image shows. What measuring
//! tells for certain (its size, its colours, what its camera wrote down) is measured still.

use patchbay_domain::Resource;

use super::measured;
use crate::image::shared::changed::for_each;
use crate::image::shared::looking::{answer, piece};
use crate::shared::models::{model, seen};
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageQuestionAnswering;

impl Implementation for ImageQuestionAnswering {
    fn tool(&self) -> &'static str {
        "image_question_answering"
    }

    fn label(&self) -> &'static str {
        "BLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let question = inputs.text("text")?;
        let model = model(context, self.tool())?;
        let lines = for_each(&images, context, |index, image| {
            let part = piece(index, images.len(), (0.0, 1.0));
            if let Some(fact) = measured(&question, &image.file, context)? {
                // It names the image itself.
                return Ok(fact);
            }
            let rgb = seen(&image.file)?;
            let answer = answer(context, model, (&rgb, &image.file.name), &question, part)?.text;
            let name = if images.len() > 1 {
                format!("{}: ", image.file.name)
            } else {
                String::new()
            };
            Ok(format!("{name}{answer}"))
        })?;
        let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
        Ok(Resource::Text(lines.join("\n")))
    }
}
