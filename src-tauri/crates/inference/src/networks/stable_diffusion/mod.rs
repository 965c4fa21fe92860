//! Stable Diffusion 1.5 (Rombach et al. 2022, "High-Resolution Image Synthesis with Latent Diffusion Models"): pictures of what
//! a text says, out of noise. A U-Net says what noise is in latents, a scheduler takes it away step by step, and an autoencoder
//! makes the picture. Models of the same shape fill masks (9 channels), follow instructions (`InstructPix2Pix`, 8 channels), and
//! follow a picture by a `ControlNet` beside the U-Net.

mod autoencoder;
mod config;
mod contraction;
mod control_net;
mod generation;
mod layers;
mod noise;
pub mod pictures;
mod schedulers;
mod text;
mod tiles;
mod transformer;
mod unet;
mod windows;

use std::path::{Path, PathBuf};

use candle_core::{DType, Device, Tensor};

pub use self::autoencoder::{Autoencoder, Moments};
pub use self::config::{
    AutoencoderConfig, BetaSchedule, Block, ControlNetConfig, DiffusionConfig, Prediction, UNetConfig,
};
pub use self::control_net::ControlNet;
pub use self::generation::{Control, Draw, Origin, Request};
pub use self::noise::Noise;
pub use self::schedulers::{Scheduler, SchedulerKind};
pub use self::text::TextEncoder;
pub use self::unet::{Residuals, UNet};
use super::clip::Words;
use crate::models::weights;
use crate::{InferenceError, Watch};

/// A model with the folders `tokenizer`, `text_encoder`, `unet`, `vae` and `scheduler`, as the hub has it.
pub struct StableDiffusion {
    folder: PathBuf,
    unet: UNet,
    autoencoder: Autoencoder,
    diffusion: DiffusionConfig,
    dtype: DType,
    device: Device,
}

impl StableDiffusion {
    /// Reads a model's folder. The text encoder, an eighth of its memory, is read for each text and let go.
    pub fn open(folder: &Path, dtype: DType, device: &Device) -> Result<Self, InferenceError> {
        Ok(Self {
            folder: folder.to_owned(),
            unet: {
                let folder = folder.join("unet");
                let config: UNetConfig = weights::config(&folder.join("config.json"))?;
                weights::load(&config, &[weights::only_file(&folder)?], dtype, device)?
            },
            autoencoder: Self::open_autoencoder(folder, dtype, device)?,
            diffusion: weights::config(&folder.join("scheduler/scheduler_config.json"))?,
            dtype,
            device: device.clone(),
        })
    }

    /// What says how much noise is in latents.
    pub fn unet(&self) -> &UNet {
        &self.unet
    }

    /// What latents and pictures become each other by.
    pub fn autoencoder(&self) -> &Autoencoder {
        &self.autoencoder
    }

    /// Reads the autoencoder out of a model's folder.
    pub fn open_autoencoder(folder: &Path, dtype: DType, device: &Device) -> Result<Autoencoder, InferenceError> {
        let folder = folder.join("vae");
        let config: AutoencoderConfig = weights::config(&folder.join("config.json"))?;
        let file = [weights::only_file(&folder)?];
        weights::load_renamed(&config, &file, dtype, device, autoencoder::older_name)
    }

    /// Reads a `ControlNet` out of its folder.
    pub fn control_net(folder: &Path, dtype: DType, device: &Device) -> Result<ControlNet, InferenceError> {
        let config: ControlNetConfig = weights::config(&folder.join("config.json"))?;
        weights::load(&config, &[weights::only_file(folder)?], dtype, device)
    }

    /// What is read of texts, each `(1, tokens, width)`.
    fn read(&self, texts: &[&str], watch: Watch) -> Result<Vec<Tensor>, InferenceError> {
        watch.at(0, 2)?;
        let encoder = TextEncoder::open(&self.folder.join("text_encoder"), self.dtype, &self.device)?;
        let words = Words::open(&self.folder.join("tokenizer"), encoder.positions())?;
        let read = encoder.read(&words, texts, watch.part(0.5, 1.0))?;
        (0..texts.len()).map(|text| Ok(read.narrow(0, text, 1)?.contiguous()?)).collect()
    }
}
