//! Networks that look at images.

use std::sync::Arc;

use candle_core::{IndexOp, Module, Result};
use candle_nn::Activation;
use candle_transformers::models::depth_anything_v2::{DepthAnythingV2, DepthAnythingV2Config};
use candle_transformers::models::segment_anything::sam::Sam;
use candle_transformers::models::{blip, blip_text, clip, dinov2};

use super::{Built, ids, likeliest, random};
use crate::{pixels, texts, weights};

pub(super) fn segment_anything_encoder(network: Sam) -> Built {
    let pixels = random(&[3, 1024, 1024])?;
    Ok(Box::new(move |_| {
        Ok(network.embeddings(&pixels).map(|_| ())?)
    }))
}

pub(super) fn segment_anything_decoder() -> Built {
    let (network, features) = (Sam::new_tiny(weights())?, random(&[1, 256, 64, 64])?);
    let point = (500.0 / 1024.0, 300.0 / 683.0, true);
    Ok(Box::new(move |_| {
        let (masks, _) = network.forward_for_embeddings(&features, 683, 1024, &[point], true)?;
        masks
            .upsample_nearest2d(1024, 1024)?
            .i((0, .., ..683))?
            .contiguous()?;
        Ok(())
    }))
}

fn clip() -> Result<clip::ClipModel> {
    clip::ClipModel::new(weights(), &clip::ClipConfig::vit_base_patch32())
}

pub(super) fn clip_image() -> Built {
    let (network, pixels) = (clip()?, pixels(224, 224)?);
    Ok(Box::new(move |_| {
        Ok(network.get_image_features(&pixels).map(|_| ())?)
    }))
}

pub(super) fn clip_text() -> Built {
    let (network, text) = (clip()?, ids(&texts(1, 49_407).concat())?);
    Ok(Box::new(move |_| {
        Ok(network.get_text_features(&text).map(|_| ())?)
    }))
}

pub(super) fn depth_anything() -> Built {
    let backbone = Arc::new(dinov2::vit_small(weights())?);
    let network = DepthAnythingV2::new(backbone, DepthAnythingV2Config::vit_small(), weights())?;
    let pixels = pixels(518, 518)?;
    Ok(Box::new(move |_| {
        Ok(network.forward(&pixels).map(|_| ())?)
    }))
}

fn blip() -> Result<blip::BlipForConditionalGeneration> {
    let text_config = blip_text::Config {
        vocab_size: 30_524,
        hidden_size: 768,
        encoder_hidden_size: 768,
        intermediate_size: 3072,
        projection_dim: 768,
        num_hidden_layers: 12,
        num_attention_heads: 12,
        max_position_embeddings: 512,
        hidden_act: Activation::Gelu,
        layer_norm_eps: 1e-12,
        is_decoder: true,
    };
    let vision_config = blip::VisionConfig {
        hidden_size: 768,
        intermediate_size: 3072,
        projection_dim: 512,
        num_hidden_layers: 12,
        num_attention_heads: 12,
        image_size: 384,
        patch_size: 16,
        hidden_act: Activation::Gelu,
        layer_norm_eps: 1e-5,
    };
    let config = blip::Config {
        text_config,
        vision_config,
        projection_dim: 512,
        image_text_hidden_size: 256,
    };
    blip::BlipForConditionalGeneration::new(&config, weights())
}

pub(super) fn blip_encoder() -> Built {
    let (network, pixels) = (blip()?, pixels(384, 384)?);
    Ok(Box::new(move |_| {
        Ok(network.vision_model().forward(&pixels).map(|_| ())?)
    }))
}

/// 20 tokens, each the likeliest.
pub(super) fn blip_decoder() -> Built {
    let (mut network, seen) = (blip()?, random(&[1, 577, 768])?);
    Ok(Box::new(move |_| {
        network.reset_kv_cache();
        let mut token = 30_522;
        for _ in 0..20 {
            let logits = network.text_decoder().forward(&ids(&[token])?, &seen)?;
            token = likeliest(&logits)?;
        }
        Ok(())
    }))
}
