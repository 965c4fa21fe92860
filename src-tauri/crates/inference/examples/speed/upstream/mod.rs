//! The networks that candle-transformers has too, of the same sizes and with the same inputs as
//! Patchbay's. Nothing in them asks whether it goes on.

mod audio;
mod painting;
mod vision;

use candle_core::{D, Device, IndexOp, Result, Tensor};
use candle_transformers::models::segment_anything::sam::Sam;

use crate::{Builder, Run, weights};

type Built = std::result::Result<Run, patchbay_inference::InferenceError>;

/// By the names of Patchbay's.
pub(crate) const NETWORKS: &[(&str, Builder)] = &[
    ("mobile_sam_encoder", || {
        vision::segment_anything_encoder(Sam::new_tiny(weights())?)
    }),
    ("mobile_sam_decoder", vision::segment_anything_decoder),
    ("sam_vit_b_encoder", || {
        vision::segment_anything_encoder(Sam::new(768, 12, 12, &[2, 5, 8, 11], weights())?)
    }),
    ("clip_image", vision::clip_image),
    ("clip_text", vision::clip_text),
    ("depth_anything", vision::depth_anything),
    ("blip_encoder", vision::blip_encoder),
    ("blip_decoder", vision::blip_decoder),
    ("whisper_encoder", audio::whisper_encoder),
    ("whisper_decoder", audio::whisper_decoder),
    ("t5_encoder", audio::t5_encoder),
    ("encodec_decoder", audio::encodec_decoder),
    ("parler_tts_decoder", audio::parler_tts_decoder),
    ("dac_decoder", audio::dac_decoder),
    ("unet_step", painting::unet_step),
    ("vae_decode", painting::vae_decode),
];

fn random(shape: &[usize]) -> Result<Tensor> {
    Tensor::randn(0.0_f32, 1.0, shape, &Device::Cpu)
}

/// `(1, tokens)`.
fn ids(tokens: &[u32]) -> Result<Tensor> {
    Tensor::new(tokens, &Device::Cpu)?.unsqueeze(0)
}

/// Behind the last token of `(1, tokens, vocabulary)`.
fn likeliest(logits: &Tensor) -> Result<u32> {
    logits
        .i((0, logits.dim(1)? - 1))?
        .argmax(D::Minus1)?
        .to_scalar()
}
