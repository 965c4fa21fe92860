//! Patchbay's own networks.

mod audio;
mod painting;
mod vision;

use candle_core::Result;
use patchbay_inference::networks::segment_anything::Config;
use patchbay_inference::weights::Network;

use crate::{Builder, weights};

/// By their names.
pub(crate) const NETWORKS: &[(&str, Builder)] = &[
    ("mobile_sam_encoder", || {
        vision::segment_anything_encoder(&Config::mobile_sam())
    }),
    ("mobile_sam_decoder", || {
        vision::segment_anything_decoder(&Config::mobile_sam())
    }),
    ("sam_everything", || {
        vision::segment_anything_everything(&Config::mobile_sam())
    }),
    ("sam_vit_b_encoder", || {
        vision::segment_anything_encoder(&Config::vit_b())
    }),
    ("clip_image", vision::clip_image),
    ("clip_text", vision::clip_text),
    ("detr", vision::detr),
    ("detr_panoptic", vision::detr_panoptic),
    ("owl_vit", vision::owl_vit),
    ("depth_anything", vision::depth_anything),
    ("blip_encoder", vision::blip_encoder),
    ("blip_decoder", vision::blip_decoder),
    ("whisper_encoder", audio::whisper_encoder),
    ("whisper_decoder", audio::whisper_decoder),
    (
        "audio_spectrogram_transformer",
        audio::audio_spectrogram_transformer,
    ),
    ("t5_encoder", audio::t5_encoder),
    ("encodec_decoder", audio::encodec_decoder),
    ("musicgen_decoder", audio::musicgen_decoder),
    ("parler_tts_decoder", audio::parler_tts_decoder),
    ("dac_decoder", audio::dac_decoder),
    ("unet_step", painting::unet_step),
    ("vae_decode", painting::vae_decode),
    ("z_image_layers", painting::z_image_layers),
];

fn random<N: Network>(config: &N::Config) -> Result<N> {
    N::new(config, weights())
}
