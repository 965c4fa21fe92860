//! The model: U-Net, autoencoder and text encoder, read from their folders.

use std::path::{Path, PathBuf};

use candle_core::{DType, Device, Tensor};

use super::autoencoder::{self, Autoencoder};
use super::config::{AutoencoderConfig, ControlNetConfig, DiffusionConfig, UNetConfig};
use super::control_net::ControlNet;
use super::text::TextEncoder;
use super::unet::UNet;
use crate::models::weights;
use crate::networks::clip::TextTokenizer;
use crate::{InferenceError, Watch};

/// A model with the folders `tokenizer`, `text_encoder`, `unet`, `vae` and `scheduler`, as the hub
/// has it.
pub struct StableDiffusion {
    pub(super) folder: PathBuf,
    pub(super) unet: UNet,
    pub(super) autoencoder: Autoencoder,
    pub(super) diffusion: DiffusionConfig,
    pub(super) dtype: DType,
    pub(super) device: Device,
}

impl StableDiffusion {
    /// Reads a model's folder. The text encoder, an eighth of its memory, is read for each text and
    /// let go.
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

    /// Returns the U-Net, which says how much noise is in latents.
    pub fn unet(&self) -> &UNet {
        &self.unet
    }

    /// Returns the autoencoder, by which latents and images become each other.
    pub fn autoencoder(&self) -> &Autoencoder {
        &self.autoencoder
    }

    /// Reads the autoencoder out of a model's folder.
    pub fn open_autoencoder(
        folder: &Path,
        dtype: DType,
        device: &Device,
    ) -> Result<Autoencoder, InferenceError> {
        let folder = folder.join("vae");
        let config: AutoencoderConfig = weights::config(&folder.join("config.json"))?;
        let file = [weights::only_file(&folder)?];
        weights::load_renamed(&config, &file, dtype, device, autoencoder::older_name)
    }

    /// Reads a `ControlNet` out of its folder.
    pub fn control_net(
        folder: &Path,
        dtype: DType,
        device: &Device,
    ) -> Result<ControlNet, InferenceError> {
        let config: ControlNetConfig = weights::config(&folder.join("config.json"))?;
        weights::load(&config, &[weights::only_file(folder)?], dtype, device)
    }

    /// Returns the hidden states of texts, each `(1, tokens, width)`.
    pub(super) fn read(&self, texts: &[&str], watch: Watch) -> Result<Vec<Tensor>, InferenceError> {
        watch.at(0, 2)?;
        let encoder =
            TextEncoder::open(&self.folder.join("text_encoder"), self.dtype, &self.device)?;
        let tokenizer = TextTokenizer::open(&self.folder.join("tokenizer"), encoder.positions())?;
        let read = encoder.read(&tokenizer, texts, watch.part(0.5, 1.0))?;
        (0..texts.len())
            .map(|text| Ok(read.narrow(0, text, 1)?.contiguous()?))
            .collect()
    }
}
