//! `image_classification` by CLIP: which of the names of `ImageNet` and COCO fit a picture best.

use std::sync::OnceLock;

use patchbay_domain::{Label, Resource};
use patchbay_inference::labels::Labels;
use patchbay_inference::networks::clip::Clip;
use patchbay_inference::{InferenceError, Models, Tensor, Watch};

use super::{follow, lacks, model, seen};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// How many names are told at most.
const MOST: usize = 5;
/// A name that is less likely is not told beside a likelier one.
const LEAST: f32 = 0.05;

struct ImageClassification;
inventory::submit!(Registered(&ImageClassification));

/// CLIP with the embeddings of all names, which take far longer than a picture's and are kept with it.
struct Classifier {
    clip: Clip,
    names: Vec<&'static str>,
    texts: OnceLock<Tensor>,
}

impl Classifier {
    fn texts(&self, watch: Watch) -> Result<Tensor, InferenceError> {
        if let Some(known) = self.texts.get() {
            return Ok(known.clone());
        }
        let prompts: Vec<String> = self.names.iter().map(|name| format!("a photo of a {name}.")).collect();
        let mut parts = Vec::new();
        let count = prompts.chunks(50).len();
        for (index, some) in prompts.chunks(50).enumerate() {
            let (from, to) = (index as f64 / count as f64, (index + 1) as f64 / count as f64);
            parts.push(self.clip.text_embeddings(some, watch.part(from, to))?);
        }
        let texts = Tensor::cat(&parts, 0)?;
        Ok(self.texts.get_or_init(|| texts).clone())
    }
}

impl Implementation for ImageClassification {
    fn tool(&self) -> &'static str {
        "image_classification"
    }

    fn label(&self) -> &'static str {
        "CLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn missing(&self, models: &Models) -> Option<String> {
        lacks(models, self.tool())
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let picture = seen(&inputs.image("image")?)?;
        context.check()?;
        let model = model(context, self.tool())?;
        let classify = |classifier: &Classifier| {
            follow(context, (0.1, 1.0), |watch| {
                let texts = classifier.texts(watch.part(0.0, 0.9))?;
                let image = classifier.clip.image_embedding(&picture, watch.part(0.9, 1.0))?;
                let likely = classifier.clip.probabilities_of(&image, &texts)?;
                Ok(best(&classifier.names, &likely))
            })
        };
        let open = |folder: &std::path::Path, numbers, device: &patchbay_inference::Device| {
            let mut names = Labels::ImageNet.names();
            names.extend(Labels::Coco.names().into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
            Ok(Classifier { clip: Clip::open(folder, numbers, device)?, names, texts: OnceLock::new() })
        };
        Ok(Resource::Category(context.models.with(model, open, classify)?))
    }
}

/// The likeliest names, the likeliest first; at least one.
fn best(names: &[&str], likely: &[f32]) -> Vec<Label> {
    let mut order: Vec<usize> = (0..names.len().min(likely.len())).collect();
    order.sort_by(|a, b| likely[*b].total_cmp(&likely[*a]));
    let told = order.into_iter().take(MOST).enumerate().filter(|(place, name)| *place == 0 || likely[*name] >= LEAST);
    told.map(|(_, name)| Label { name: names[name].to_owned(), score: Some(likely[name]) }).collect()
}

#[cfg(test)]
mod tests {
    use super::best;

    #[test]
    fn the_likeliest_come_first_and_the_unlikely_not_at_all() {
        let told = |likely: &[f32]| -> Vec<String> {
            best(&["cat", "dog", "car"], likely).into_iter().map(|label| label.name).collect()
        };
        assert_eq!(told(&[0.2, 0.79, 0.01]), ["dog", "cat"]);
        assert_eq!(told(&[0.01, 0.02, 0.03]), ["car"]);
    }
}
