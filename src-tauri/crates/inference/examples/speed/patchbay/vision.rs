//! Networks that look at images.

use candle_core::{Device, Result, Tensor};
use patchbay_inference::InferenceError;
use patchbay_inference::networks::blip::{BlipCaptioner, BlipConfig, BlipTextConfig};
use patchbay_inference::networks::clip::{ClipConfig, ClipTowers};
use patchbay_inference::networks::depth_anything::{DepthAnything, DepthAnythingConfig};
use patchbay_inference::networks::detr::{DetrConfig, DetrDetector, DetrSegmenter};
use patchbay_inference::networks::owl_vit::{OwlVitConfig, OwlVitNetwork};
use patchbay_inference::networks::segment_anything::automatic::Settings;
use patchbay_inference::networks::segment_anything::{
    Config, Embedding, Placement, Prompt, SegmentAnything,
};

use super::random;
use crate::{Run, pixels, texts};

pub(super) fn segment_anything_encoder(
    config: &Config,
) -> std::result::Result<Run, InferenceError> {
    let network: SegmentAnything = random(config)?;
    let pixels = Tensor::randn(0.0_f32, 1.0, (1024, 1024, 3), &Device::Cpu)?;
    Ok(Box::new(move |watch| {
        network.embed_pixels(&pixels, watch).map(|_| ())
    }))
}

pub(super) fn segment_anything_decoder(
    config: &Config,
) -> std::result::Result<Run, InferenceError> {
    let network: SegmentAnything = random(config)?;
    let features = Tensor::randn(0.0_f32, 1.0, (64, 64, 256), &Device::Cpu)?;
    let embedding = Embedding {
        features,
        placement: Placement::new((1024, 683), 1024),
    };
    let prompt = Prompt {
        points: vec![(500.0, 300.0, true)],
        ..Prompt::default()
    };
    Ok(Box::new(move |_| {
        network.segment(&embedding, &prompt).map(|_| ())
    }))
}

/// A quarter of the points that are asked for.
pub(super) fn segment_anything_everything(
    config: &Config,
) -> std::result::Result<Run, InferenceError> {
    let network: SegmentAnything = random(config)?;
    let features = Tensor::randn(0.0_f32, 1.0, (64, 64, 256), &Device::Cpu)?;
    let embedding = Embedding {
        features,
        placement: Placement::new((1024, 683), 1024),
    };
    // All masks are looked at, which takes longest.
    let settings = Settings {
        points_per_side: 16,
        least_score: f32::NEG_INFINITY,
        ..Settings::default()
    };
    Ok(Box::new(move |watch| {
        network
            .segment_everything(&embedding, &settings, watch)
            .map(|_| ())
    }))
}

pub(super) fn clip_image() -> std::result::Result<Run, InferenceError> {
    let (network, pixels): (ClipTowers, _) = (random(&ClipConfig::default())?, pixels(224, 224)?);
    Ok(Box::new(move |watch| {
        network.image_embeddings(&pixels, watch).map(|_| ())
    }))
}

pub(super) fn clip_text() -> std::result::Result<Run, InferenceError> {
    let config = ClipConfig::default();
    let (network, texts): (ClipTowers, _) =
        (random(&config)?, texts(1, config.text_config.eos_token_id));
    Ok(Box::new(move |watch| {
        network.text_embeddings(&texts, watch).map(|_| ())
    }))
}

fn classes(count: usize) -> DetrConfig {
    DetrConfig {
        id2label: (0..count).map(|class| (class, class.to_string())).collect(),
        ..DetrConfig::default()
    }
}

pub(super) fn detr() -> std::result::Result<Run, InferenceError> {
    let (network, pixels): (DetrDetector, _) = (random(&classes(91))?, pixels(800, 1066)?);
    Ok(Box::new(move |watch| {
        network.forward(&pixels, watch).map(|_| ())
    }))
}

/// With the masks of all queries, as `PyTorch`'s model makes them.
pub(super) fn detr_panoptic() -> std::result::Result<Run, InferenceError> {
    let (network, pixels): (DetrSegmenter, _) = (random(&classes(250))?, pixels(800, 1066)?);
    Ok(Box::new(move |watch| {
        let found = network.detector().forward(&pixels, watch)?;
        network
            .masks(&found, &(0..100).collect::<Vec<_>>(), watch)
            .map(|_| ())
    }))
}

pub(super) fn owl_vit() -> std::result::Result<Run, InferenceError> {
    let network: OwlVitNetwork = random(&OwlVitConfig::default())?;
    let (pixels, texts) = (pixels(768, 768)?, texts(5, 49_407));
    Ok(Box::new(move |watch| {
        let words = network.text_embeddings(&texts, watch)?;
        network
            .heads(&network.patches(&pixels, watch)?, &words)
            .map(|_| ())
    }))
}

pub(super) fn depth_anything() -> std::result::Result<Run, InferenceError> {
    let (network, pixels): (DepthAnything, _) =
        (random(&DepthAnythingConfig::default())?, pixels(518, 518)?);
    Ok(Box::new(move |watch| {
        network.forward(&pixels, watch).map(|_| ())
    }))
}

/// At the published size, whose configuration has 12 heads. Random weights never end a text.
fn blip() -> Result<BlipCaptioner> {
    let text_config = BlipTextConfig {
        num_attention_heads: 12,
        max_length: 21,
        ..BlipTextConfig::default()
    };
    random(&BlipConfig {
        text_config,
        ..BlipConfig::default()
    })
}

pub(super) fn blip_encoder() -> std::result::Result<Run, InferenceError> {
    let (network, pixels) = (
        blip()?,
        Tensor::randn(0.0_f32, 1.0, (1, 3, 384, 384), &Device::Cpu)?,
    );
    Ok(Box::new(move |watch| {
        network.look(&pixels, watch).map(|_| ())
    }))
}

/// 20 tokens about an image that was seen already.
pub(super) fn blip_decoder() -> std::result::Result<Run, InferenceError> {
    let (network, seen) = (
        blip()?,
        Tensor::randn(0.0_f32, 1.0, (1, 577, 768), &Device::Cpu)?,
    );
    Ok(Box::new(move |watch| {
        let written = network.write(&seen, watch)?;
        assert_eq!(
            written.ids.len(),
            20,
            "the end came by chance: run it again"
        );
        Ok(())
    }))
}
