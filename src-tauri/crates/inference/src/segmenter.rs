//! Segmentation by Segment Anything in a running program: the installed model, and the embeddings
//! of recent images.

use std::path::Path;
use std::sync::Arc;

use candle_core::{DType, Device};
use image::RgbImage;

use crate::models::embeddings::Key;
use crate::models::registry::{Model, Setting};
use crate::networks::segment_anything::automatic::{Found, Settings};
use crate::networks::segment_anything::{Candidate, Config, Embedding, Prompt, SegmentAnything};
use crate::{InferenceError, Models, Watch, weights};

/// A Segment Anything model that is on this computer. Clones, and all others of the same
/// [`Models`], share what is in memory.
#[derive(Debug, Clone)]
pub struct Segmenter {
    models: Models,
    model: Model,
}

impl Models {
    /// The segmentation model of a tool: the first model that serves it and is on this computer.
    pub fn segmenter(&self, tool: &str) -> Option<Segmenter> {
        Some(Segmenter {
            models: self.clone(),
            model: self.installed(tool)?.clone(),
        })
    }
}

impl Segmenter {
    /// The model's name for people.
    pub fn name(&self) -> &str {
        &self.model.name
    }

    /// Embeds an image, which takes most of the time, or finds it among those that were embedded
    /// lately. Somebody else who embeds the same image at that moment is waited for.
    ///
    /// # Errors
    /// The network cannot be loaded or fails, or `watch` stops it.
    pub fn embed(&self, image: &RgbImage, watch: Watch) -> Result<Arc<Embedding>, InferenceError> {
        let key = Key::new(&self.model.id, image);
        let make = || self.with(|network| network.embed(image, watch));
        self.models.embeddings().get_or_make(&key, watch, make)
    }

    /// The masks that fit a prompt, the best first. Asks the embedding, by the decoder alone.
    ///
    /// # Errors
    /// The network cannot be loaded or fails.
    pub fn segment(
        &self,
        embedding: &Embedding,
        prompt: &Prompt,
    ) -> Result<Vec<Candidate>, InferenceError> {
        self.with(|network| network.segment(embedding, prompt))
    }

    /// All masks of an image, the best first. The registry's settings `points` (of the grid's
    /// side), `least_score` and `least_stability` are taken where the model has them.
    ///
    /// # Errors
    /// The network cannot be loaded or fails, or `watch` stops it.
    pub fn segment_everything(
        &self,
        embedding: &Embedding,
        watch: Watch,
    ) -> Result<Vec<Found>, InferenceError> {
        let settings = self.settings();
        self.with(|network| network.segment_everything(embedding, &settings, watch))
    }

    fn settings(&self) -> Settings {
        let number = |name: &str| match self.model.settings.get(name) {
            Some(Setting::Number(value)) => Some(*value as f32),
            _ => None,
        };
        let usual = Settings::default();
        Settings {
            points_per_side: number("points").map_or(usual.points_per_side, |points| {
                points.clamp(1.0, 128.0) as usize
            }),
            least_score: number("least_score").unwrap_or(usual.least_score),
            least_stability: number("least_stability").unwrap_or(usual.least_stability),
            ..usual
        }
    }

    fn with<T>(
        &self,
        work: impl Fn(&SegmentAnything) -> Result<T, InferenceError>,
    ) -> Result<T, InferenceError> {
        self.models.with(
            &self.model,
            |folder, dtype, device| self.open(folder, dtype, device),
            work,
        )
    }

    /// The published checkpoints have no `config.json`: their sizes are known. A person's own may
    /// have one.
    fn open(
        &self,
        folder: &Path,
        dtype: DType,
        device: &Device,
    ) -> Result<SegmentAnything, InferenceError> {
        let own = folder.join("config.json");
        let config = match self.model.network.as_str() {
            _ if own.exists() => weights::config(&own)?,
            "mobile_sam" => Config::mobile_sam(),
            _ => Config::vit_b(),
        };
        weights::load(&config, &self.model.weights(folder), dtype, device)
    }
}
