//! The model: its layers, its preprocessor and the names of its classes.

use std::path::Path;

use candle_core::{DType, Device, Tensor};

use super::config::{AudioSpectrogramTransformerConfig, PreprocessorConfig};
use super::layers::AudioSpectrogramTransformerNetwork;
use super::preprocess::{Listener, Spectrogram};
use crate::models::weights;
use crate::{InferenceError, Watch};

/// Steps of a spectrogram in a second.
const STEPS: f64 = 100.0;

/// How likely each class is heard in a stretch of audio.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The beginning of the stretch, in seconds.
    pub start: f64,
    /// Its end, in seconds.
    pub end: f64,
    /// 0 to 1 for each class, in their order. Each stands for itself: several can be heard at once,
    /// or none.
    pub likely: Vec<f32>,
}

/// An audio spectrogram transformer with the names of what it tells apart.
pub struct AudioSpectrogramTransformer {
    network: AudioSpectrogramTransformerNetwork,
    preprocessor: PreprocessorConfig,
    labels: Vec<String>,
}

impl AudioSpectrogramTransformer {
    /// Reads a folder with `config.json`, `preprocessor_config.json` and `model.safetensors`.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        let config: AudioSpectrogramTransformerConfig =
            weights::config(&folder.join("config.json"))?;
        let path = folder.join("preprocessor_config.json");
        let preprocessor: PreprocessorConfig = weights::config(&path)?;
        preprocessor
            .check(&config)
            .map_err(|reason| InferenceError::File { path, reason })?;
        let network = weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?;
        Ok(Self {
            network,
            preprocessor,
            labels: config.id2label.into_values().collect(),
        })
    }

    /// The names of the classes.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns a listener, which makes the spectrogram that [`listen`](Self::listen) takes.
    pub fn listener(&self) -> Listener {
        Listener::new(&self.preprocessor)
    }

    /// Returns the likelihoods of the classes in each window of a recording
    /// ([`Spectrogram::windows`]). Windows in which nothing sounds are left out.
    pub fn listen(
        &self,
        spectrogram: &Spectrogram,
        watch: Watch,
    ) -> Result<Vec<Heard>, InferenceError> {
        let windows = spectrogram.windows();
        let mut all = Vec::new();
        for (index, steps) in windows.iter().enumerate() {
            let at = |index: usize| index as f64 / windows.len() as f64;
            let watch = watch.part(at(index), at(index + 1));
            watch.at(0, 1)?;
            if spectrogram.is_silent(steps) {
                continue;
            }
            let window = spectrogram.window(steps, self.network.dtype, &self.network.device)?;
            let likely = likely(&self.network.logits(&window, watch)?)?;
            all.push(Heard {
                start: steps.start as f64 / STEPS,
                end: steps.end as f64 / STEPS,
                likely,
            });
        }
        Ok(all)
    }
}

fn likely(logits: &Tensor) -> candle_core::Result<Vec<f32>> {
    candle_nn::ops::sigmoid(&logits.to_dtype(DType::F32)?)?.to_vec1()
}
