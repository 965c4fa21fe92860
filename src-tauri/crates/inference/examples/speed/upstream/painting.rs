//! Networks that make images.

use candle_transformers::models::stable_diffusion::unet_2d::{
    BlockConfig, UNet2DConditionModel, UNet2DConditionModelConfig,
};
use candle_transformers::models::stable_diffusion::vae::{AutoEncoderKL, AutoEncoderKLConfig};

use super::{Built, random};
use crate::weights;

pub(super) fn unet_step() -> Built {
    let block = |out_channels, use_cross_attn| BlockConfig {
        out_channels,
        use_cross_attn,
        attention_head_dim: 8,
    };
    let blocks = vec![
        block(320, Some(1)),
        block(640, Some(1)),
        block(1280, Some(1)),
        block(1280, None),
    ];
    let config = UNet2DConditionModelConfig {
        blocks,
        cross_attention_dim: 768,
        ..Default::default()
    };
    let network = UNet2DConditionModel::new(weights(), 4, 4, false, config)?;
    let (sample, text) = (random(&[1, 4, 64, 64])?, random(&[1, 77, 768])?);
    Ok(Box::new(move |_| {
        Ok(network.forward(&sample, 801.0, &text).map(|_| ())?)
    }))
}

pub(super) fn vae_decode() -> Built {
    let config = AutoEncoderKLConfig {
        block_out_channels: vec![128, 256, 512, 512],
        layers_per_block: 2,
        ..AutoEncoderKLConfig::default()
    };
    let (network, latents) = (
        AutoEncoderKL::new(weights(), 3, 3, config)?,
        random(&[1, 4, 64, 64])?,
    );
    Ok(Box::new(move |_| {
        Ok(network.decode(&latents).map(|_| ())?)
    }))
}
