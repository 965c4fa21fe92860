//! The networks that candle-transformers has too, of the same sizes and with the same inputs as
//! Patchbay's. Nothing in them asks whether it goes on.

use std::sync::Arc;

use candle_core::{D, Device, IndexOp, Module, Result, Tensor};
use candle_nn::Activation;
use candle_transformers::generation::{LogitsProcessor, Sampling};
use candle_transformers::models::depth_anything_v2::{DepthAnythingV2, DepthAnythingV2Config};
use candle_transformers::models::segment_anything::sam::Sam;
use candle_transformers::models::stable_diffusion::unet_2d::{
    BlockConfig, UNet2DConditionModel, UNet2DConditionModelConfig,
};
use candle_transformers::models::stable_diffusion::vae::{AutoEncoderKL, AutoEncoderKLConfig};
use candle_transformers::models::{
    blip, blip_text, clip, dac, dinov2, encodec, parler_tts, t5, whisper,
};

use crate::{Builder, Run, pixels, texts, weights};

type Built = std::result::Result<Run, patchbay_inference::InferenceError>;

/// By the names of Patchbay's.
pub(crate) const NETWORKS: &[(&str, Builder)] = &[
    ("mobile_sam_encoder", || {
        segment_anything_encoder(Sam::new_tiny(weights())?)
    }),
    ("mobile_sam_decoder", segment_anything_decoder),
    ("sam_vit_b_encoder", || {
        segment_anything_encoder(Sam::new(768, 12, 12, &[2, 5, 8, 11], weights())?)
    }),
    ("clip_image", clip_image),
    ("clip_text", clip_text),
    ("depth_anything", depth_anything),
    ("blip_encoder", blip_encoder),
    ("blip_decoder", blip_decoder),
    ("whisper_encoder", whisper_encoder),
    ("whisper_decoder", whisper_decoder),
    ("t5_encoder", t5_encoder),
    ("encodec_decoder", encodec_decoder),
    ("parler_tts_decoder", parler_tts_decoder),
    ("dac_decoder", dac_decoder),
    ("unet_step", unet_step),
    ("vae_decode", vae_decode),
];

fn random(shape: &[usize]) -> Result<Tensor> {
    Tensor::randn(0.0_f32, 1.0, shape, &Device::Cpu)
}

/// `(1, tokens)`.
fn ids(tokens: &[u32]) -> Result<Tensor> {
    Tensor::new(tokens, &Device::Cpu)?.unsqueeze(0)
}

/// Codes of `(1, books, frames)`.
fn codes(books: u32, frames: u32, size: u32) -> Result<Tensor> {
    let codes =
        (0..books).flat_map(|book| (0..frames).map(move |frame| (frame * 37 + book * 5) % size));
    Tensor::from_iter(codes, &Device::Cpu)?.reshape((1, books as usize, frames as usize))
}

fn segment_anything_encoder(network: Sam) -> Built {
    let pixels = random(&[3, 1024, 1024])?;
    Ok(Box::new(move |_| {
        Ok(network.embeddings(&pixels).map(|_| ())?)
    }))
}

fn segment_anything_decoder() -> Built {
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

fn clip_image() -> Built {
    let (network, pixels) = (clip()?, pixels(224, 224)?);
    Ok(Box::new(move |_| {
        Ok(network.get_image_features(&pixels).map(|_| ())?)
    }))
}

fn clip_text() -> Built {
    let (network, text) = (clip()?, ids(&texts(1, 49_407).concat())?);
    Ok(Box::new(move |_| {
        Ok(network.get_text_features(&text).map(|_| ())?)
    }))
}

fn depth_anything() -> Built {
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

fn blip_encoder() -> Built {
    let (network, pixels) = (blip()?, pixels(384, 384)?);
    Ok(Box::new(move |_| {
        Ok(network.vision_model().forward(&pixels).map(|_| ())?)
    }))
}

/// 20 tokens, each the likeliest.
fn blip_decoder() -> Built {
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

/// Behind the last token of `(1, tokens, vocabulary)`.
fn likeliest(logits: &Tensor) -> Result<u32> {
    logits
        .i((0, logits.dim(1)? - 1))?
        .argmax(D::Minus1)?
        .to_scalar()
}

fn whisper() -> Result<whisper::model::Whisper> {
    let config = whisper::Config {
        num_mel_bins: 80,
        max_source_positions: 1500,
        d_model: 512,
        encoder_attention_heads: 8,
        encoder_layers: 6,
        vocab_size: 51_865,
        max_target_positions: 448,
        decoder_attention_heads: 8,
        decoder_layers: 6,
        suppress_tokens: Vec::new(),
    };
    whisper::model::Whisper::load(&weights(), config)
}

fn whisper_encoder() -> Built {
    let (mut network, window) = (whisper()?, random(&[1, 80, 3000])?);
    Ok(Box::new(move |_| {
        Ok(network.encoder.forward(&window, true).map(|_| ())?)
    }))
}

/// 60 tokens, each the likeliest. It keeps nothing of the tokens before, so that they are all
/// looked at again.
fn whisper_decoder() -> Built {
    let (mut network, heard) = (whisper()?, random(&[1, 1500, 512])?);
    Ok(Box::new(move |_| {
        let mut written = vec![50_258, 50_259, 50_359];
        for step in 0..60 {
            let hidden = network
                .decoder
                .forward(&ids(&written)?, &heard, step == 0)?;
            let last = hidden.i((.., written.len() - 1..))?;
            written.push(likeliest(&network.decoder.final_linear(&last)?)?);
        }
        Ok(())
    }))
}

fn t5(size: t5::Config) -> t5::Config {
    t5::Config {
        num_decoder_layers: None,
        use_cache: false,
        ..size
    }
}

fn t5_encoder() -> Built {
    let config = t5(t5::Config {
        d_model: 768,
        d_ff: 3072,
        num_layers: 12,
        num_heads: 12,
        ..t5::Config::default()
    });
    let (mut network, text) = (
        t5::T5EncoderModel::load(weights(), &config)?,
        ids(&texts(1, 1).concat())?,
    );
    Ok(Box::new(move |_| Ok(network.forward(&text).map(|_| ())?)))
}

/// With the ends repeated, since it cannot mirror them.
fn encodec_decoder() -> Built {
    let config = encodec::Config {
        sampling_rate: 32_000,
        target_bandwidths: vec![2.2],
        codebook_size: 2048,
        num_filters: 64,
        upsampling_ratios: vec![8, 5, 4, 4],
        use_causal_conv: false,
        use_conv_shortcut: false,
        ..encodec::Config::default()
    };
    let quantiser = encodec::ResidualVectorQuantizer::new(&config, weights())?;
    let network = encodec::Decoder::new(&config, weights())?;
    let codes = codes(4, 500, 2048)?.transpose(0, 1)?.contiguous()?;
    Ok(Box::new(move |_| {
        Ok(network.forward(&quantiser.decode(&codes)?).map(|_| ())?)
    }))
}

fn dac_decoder() -> Built {
    let quantiser = dac::ResidualVectorQuantizer::new(1024, 9, 1024, 8, weights())?;
    let network = dac::Decoder::new(1024, 1536, &[8, 8, 4, 2], 1, weights())?;
    let codes = codes(9, 172, 1024)?;
    Ok(Box::new(move |_| {
        Ok(network
            .forward(&quantiser.from_codes(&codes)?)
            .map(|_| ())?)
    }))
}

fn parler_tts_decoder() -> Built {
    let decoder = parler_tts::DecoderConfig {
        vocab_size: 1088,
        max_position_embeddings: 4096,
        num_hidden_layers: 24,
        ffn_dim: 4096,
        num_attention_heads: 16,
        num_key_value_heads: None,
        num_cross_attention_key_value_heads: None,
        activation_function: Activation::Gelu,
        hidden_size: 1024,
        scale_embedding: false,
        num_codebooks: 9,
        pad_token_id: 1024,
        bos_token_id: 1025,
        eos_token_id: 1024,
        tie_word_embeddings: false,
        rope_embeddings: false,
        rope_theta: 10_000.0,
    };
    let audio_encoder = dac::Config {
        num_codebooks: 9,
        model_bitrate: 8,
        codebook_size: 1024,
        latent_dim: 1024,
        frame_rate: 86,
        sampling_rate: 44_100,
    };
    let config = parler_tts::Config {
        decoder_start_token_id: 1025,
        // None that is drawn, so that nothing ends.
        pad_token_id: u32::MAX,
        decoder,
        // Of what reads the voice, one layer.
        text_encoder: t5(t5::Config {
            d_model: 1024,
            num_layers: 1,
            num_heads: 16,
            ..t5::Config::default()
        }),
        vocab_size: 32_128,
        audio_encoder,
    };
    let mut network = parler_tts::Model::new(&config, weights())?;
    let (voice, text) = (
        ids(&(400..420).collect::<Vec<_>>())?,
        ids(&texts(1, 1).concat())?,
    );
    Ok(Box::new(move |_| {
        let drawn = LogitsProcessor::from_sampling(
            0,
            Sampling::TopK {
                k: 50,
                temperature: 1.0,
            },
        );
        Ok(network.generate(&text, &voice, drawn, 94).map(|_| ())?)
    }))
}

fn unet_step() -> Built {
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

fn vae_decode() -> Built {
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
