//! `optical_character_recognition` by PP-OCR: one network finds the lines of text on an image,
//! another reads each of them.

use patchbay_domain::Resource;
use patchbay_inference::networks::pp_ocr::{TextBox, TextDetector, TextRecogniser, line};
use patchbay_inference::registry::Model;
use patchbay_inference::{InferenceError, Models, Watch};
use patchbay_tool_api::missing::{lacks_parts, parts_to_get};

use super::answer;
use super::layout;
use crate::image::shared::changed::for_each;
use crate::shared::models::{follow, part, seen};
use crate::{Context, Implementation, Inputs, ToolError};

/// A line whose characters are less sure than this on average says what leaves and bricks look
/// like.
const SURE: f32 = 0.5;

/// The networks that it takes, by their names in the registry.
const NETWORKS: [&str; 2] = ["pp_ocr_detector", "pp_ocr_recogniser"];

pub(super) struct OpticalCharacterRecognition;

impl Implementation for OpticalCharacterRecognition {
    fn tool(&self) -> &'static str {
        "optical_character_recognition"
    }

    fn label(&self) -> &'static str {
        "PP-OCR"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn missing(&self, models: &Models) -> Option<String> {
        lacks_parts(models, self.tool(), &NETWORKS)
    }

    fn models_to_get<'a>(&self, models: &'a Models) -> Vec<&'a Model> {
        parts_to_get(models, self.tool(), &NETWORKS)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let [detector, recogniser] = NETWORKS.map(|network| part(context, self.tool(), network));
        let (detector, recogniser) = (detector?, recogniser?);
        let texts = for_each(&images, context, |index, image| {
            let rgb = seen(&image.file)?;
            context.check()?;
            let share = |of: f64| (index as f64 + of) / images.len() as f64;
            let find = |network: &TextDetector| {
                follow(context, (share(0.1), share(0.4)), |watch| {
                    network.find(&rgb, watch)
                })
            };
            let boxes = context.models.with(detector, TextDetector::open, find)?;
            let read = |network: &TextRecogniser| {
                follow(context, (share(0.4), share(1.0)), |watch| {
                    pieces(network, &rgb, &boxes, watch)
                })
            };
            let pieces = context
                .models
                .with(recogniser, TextRecogniser::open, read)?;
            Ok(layout::text(&pieces))
        })?;
        answer::answer(images.len(), &texts).ok_or_else(|| {
            let names = answer::names(&images);
            ToolError::Nothing(format!(
                "No text was found on {names}. If it is small, crop to it first."
            ))
        })
    }
}

/// Texts of the lines in the boxes, where something can be made out.
fn pieces(
    network: &TextRecogniser,
    image: &image::RgbImage,
    boxes: &[TextBox],
    watch: Watch,
) -> Result<Vec<layout::Piece>, InferenceError> {
    let mut pieces = Vec::with_capacity(boxes.len());
    for (index, place) in boxes.iter().enumerate() {
        let share = |done: usize| done as f64 / boxes.len() as f64;
        let read = network.read(
            &line(image, place),
            watch.part(share(index), share(index + 1)),
        )?;
        let text = read.text.trim();
        if read.score >= SURE && text.chars().any(char::is_alphanumeric) {
            pieces.push(layout::Piece {
                text: text.to_owned(),
                corners: place.corners,
            });
        }
    }
    Ok(pieces)
}
