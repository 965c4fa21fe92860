//! CLIP for the tools that say what something shows: one model in memory serves them all, with the
//! embeddings of all names, which take far longer than an image's and are kept with it.

use std::path::Path;
use std::sync::OnceLock;

use image::RgbImage;
use patchbay_domain::Label;
use patchbay_inference::labels::Labels;
use patchbay_inference::networks::clip::Clip;
use patchbay_inference::{DType, Device, InferenceError, Tensor, Watch};

/// Maximum number of names that are told.
const MOST: usize = 5;
/// A name that is less likely is not told beside a likelier one.
const LEAST: f32 = 0.05;
/// Number of names that are read at once.
const TOGETHER: usize = 50;

/// CLIP with the names that it chooses from.
pub(crate) struct Classifier {
    clip: Clip,
    things: Names,
    actions: Names,
}

/// Names, and what they mean to CLIP.
struct Names {
    all: Vec<&'static str>,
    /// Words before a name when CLIP reads it (Radford et al. 2021, section 3.1.4).
    before: &'static str,
    texts: OnceLock<Tensor>,
}

impl Classifier {
    /// Reads a folder with CLIP's files.
    pub(crate) fn open(
        folder: &Path,
        numbers: DType,
        device: &Device,
    ) -> Result<Self, InferenceError> {
        let mut things = Labels::ImageNet.names();
        things.extend(
            Labels::Coco
                .names()
                .into_iter()
                .filter(|name| !things.contains(name))
                .collect::<Vec<_>>(),
        );
        Ok(Self {
            clip: Clip::open(folder, numbers, device)?,
            things: Names::new(things, "a photo of a"),
            actions: Names::new(Labels::Kinetics.names(), "a photo of a person"),
        })
    }

    /// CLIP itself.
    pub(crate) fn clip(&self) -> &Clip {
        &self.clip
    }

    /// Labels of what an image shows, of the names of `ImageNet` and COCO.
    pub(crate) fn things(
        &self,
        image: &RgbImage,
        watch: Watch,
    ) -> Result<Vec<Label>, InferenceError> {
        self.best(&self.things, std::slice::from_ref(image), watch)
    }

    /// Labels of what people do in frames of one video, of the names of Kinetics.
    pub(crate) fn actions(
        &self,
        images: &[RgbImage],
        watch: Watch,
    ) -> Result<Vec<Label>, InferenceError> {
        self.best(&self.actions, images, watch)
    }

    fn best(
        &self,
        names: &Names,
        images: &[RgbImage],
        watch: Watch,
    ) -> Result<Vec<Label>, InferenceError> {
        let texts = names.texts(&self.clip, watch.part(0.0, 0.8))?;
        let looking = watch.part(0.8, 1.0);
        let mut likely = vec![0.0; names.all.len()];
        for (index, image) in images.iter().enumerate() {
            let at = |index: usize| index as f64 / images.len() as f64;
            let embedding = self
                .clip
                .image_embedding(image, looking.part(at(index), at(index + 1)))?;
            let one = self.clip.probabilities_of(&embedding, &texts)?;
            likely
                .iter_mut()
                .zip(one)
                .for_each(|(mean, one)| *mean += one / images.len() as f32);
        }
        looking.at(1, 1)?;
        Ok(likeliest(&names.all, &likely))
    }
}

impl Names {
    fn new(all: Vec<&'static str>, before: &'static str) -> Self {
        Self {
            all,
            before,
            texts: OnceLock::new(),
        }
    }

    /// The embeddings of the names, worked out once.
    fn texts(&self, clip: &Clip, watch: Watch) -> Result<Tensor, InferenceError> {
        if let Some(known) = self.texts.get() {
            return Ok(known.clone());
        }
        let prompts: Vec<String> = self
            .all
            .iter()
            .map(|name| format!("{} {name}.", self.before))
            .collect();
        let mut parts = Vec::new();
        let count = prompts.chunks(TOGETHER).len();
        for (index, some) in prompts.chunks(TOGETHER).enumerate() {
            let (from, to) = (
                index as f64 / count as f64,
                (index + 1) as f64 / count as f64,
            );
            parts.push(clip.text_embeddings(some, watch.part(from, to))?);
        }
        let texts = Tensor::cat(&parts, 0)?;
        Ok(self.texts.get_or_init(|| texts).clone())
    }
}

/// The likeliest names, the likeliest first; at least one.
fn likeliest(names: &[&str], likely: &[f32]) -> Vec<Label> {
    let mut order: Vec<usize> = (0..names.len().min(likely.len())).collect();
    order.sort_by(|a, b| likely[*b].total_cmp(&likely[*a]));
    let told = order
        .into_iter()
        .take(MOST)
        .enumerate()
        .filter(|(place, name)| *place == 0 || likely[*name] >= LEAST);
    told.map(|(_, name)| Label {
        name: names[name].to_owned(),
        score: Some(likely[name]),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::likeliest;

    #[test]
    fn the_likeliest_come_first_and_the_unlikely_not_at_all() {
        let told = |likely: &[f32]| -> Vec<String> {
            likeliest(&["cat", "dog", "car"], likely)
                .into_iter()
                .map(|label| label.name)
                .collect()
        };
        assert_eq!(told(&[0.2, 0.79, 0.01]), ["dog", "cat"]);
        assert_eq!(told(&[0.01, 0.02, 0.03]), ["car"]);
    }
}
