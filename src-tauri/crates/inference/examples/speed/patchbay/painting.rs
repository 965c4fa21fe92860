//! Networks that make images.

use candle_core::{Device, Tensor};
use patchbay_inference::InferenceError;
use patchbay_inference::networks::stable_diffusion::{
    Autoencoder, AutoencoderConfig, UNet, UNetConfig,
};
use patchbay_inference::networks::z_image::{Transformer, TransformerConfig};

use super::random;
use crate::Run;

/// Once about the latents of an image of 512 by 512 pixels.
pub(super) fn unet_step() -> std::result::Result<Run, InferenceError> {
    let (network, sample): (UNet, _) = (
        random(&UNetConfig::default())?,
        Tensor::randn(0.0_f32, 1.0, (64, 64, 4), &Device::Cpu)?,
    );
    let text = Tensor::randn(0.0_f32, 1.0, (1, 77, 768), &Device::Cpu)?;
    Ok(Box::new(move |watch| {
        network
            .forward(&sample, 801.0, &text, None, watch)
            .map(|_| ())
    }))
}

pub(super) fn vae_decode() -> std::result::Result<Run, InferenceError> {
    let network: Autoencoder = random(&AutoencoderConfig::default())?;
    let latents = Tensor::randn(0.0_f32, 1.0, (64, 64, 4), &Device::Cpu)?;
    Ok(Box::new(move |watch| {
        network.decode(&latents, watch).map(|_| ())
    }))
}

/// Four of the layers, on an image of 512 by 512 pixels and a text of 32 tokens: all 34 are more
/// than many computers can hold.
pub(super) fn z_image_layers() -> std::result::Result<Run, InferenceError> {
    let config = TransformerConfig {
        n_layers: 2,
        n_refiner_layers: 1,
        ..TransformerConfig::default()
    };
    let (network, latents): (Transformer, _) = (
        random(&config)?,
        Tensor::randn(0.0_f32, 1.0, (64, 64, 16), &Device::Cpu)?,
    );
    let text = Tensor::randn(0.0_f32, 1.0, (1, 32, config.cap_feat_dim), &Device::Cpu)?;
    Ok(Box::new(move |watch| {
        let text = network.read(&text, watch.part(0.0, 0.1))?;
        network
            .forward(&latents, 0.5, &text, watch.part(0.1, 1.0))
            .map(|_| ())
    }))
}
