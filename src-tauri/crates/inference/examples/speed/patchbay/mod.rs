//! Patchbay's own networks.

use candle_core::{Device, Result, Tensor};
use patchbay_inference::networks::audio_spectrogram_transformer::{
    AudioSpectrogramTransformerConfig, AudioSpectrogramTransformerNetwork,
};
use patchbay_inference::networks::blip::{BlipCaptioner, BlipConfig, BlipTextConfig};
use patchbay_inference::networks::clip::{ClipConfig, ClipTowers};
use patchbay_inference::networks::dac::{DacConfig, DacDecoder};
use patchbay_inference::networks::depth_anything::{DepthAnything, DepthAnythingConfig};
use patchbay_inference::networks::detr::{DetrConfig, DetrDetector, DetrSegmenter};
use patchbay_inference::networks::encodec::{EncodecConfig, EncodecDecoder};
use patchbay_inference::networks::musicgen::{
    DecoderConfig, MusicGenConfig, MusicGenNetwork, Options,
};
use patchbay_inference::networks::owl_vit::{OwlVitConfig, OwlVitNetwork};
use patchbay_inference::networks::parler_tts::{
    GenerationConfig as SpeechConfig, ParlerTts, ParlerTtsConfig, ParlerTtsNetwork, SpeakerConfig,
};
use patchbay_inference::networks::segment_anything::automatic::Settings;
use patchbay_inference::networks::segment_anything::{
    Config, Embedding, Placement, Prompt, SegmentAnything,
};
use patchbay_inference::networks::stable_diffusion::{
    Autoencoder, AutoencoderConfig, UNet, UNetConfig,
};
use patchbay_inference::networks::t5::{T5Config, T5Encoder};
use patchbay_inference::networks::whisper::{GenerationConfig, WhisperConfig, WhisperNetwork};
use patchbay_inference::networks::z_image::{Transformer, TransformerConfig};
use patchbay_inference::weights::Network;
use patchbay_inference::{InferenceError, Watch};

use crate::{Builder, Run, pixels, texts, weights};

/// By their names.
pub(crate) const NETWORKS: &[(&str, Builder)] = &[
    ("mobile_sam_encoder", || {
        segment_anything_encoder(&Config::mobile_sam())
    }),
    ("mobile_sam_decoder", || {
        segment_anything_decoder(&Config::mobile_sam())
    }),
    ("sam_everything", || {
        segment_anything_everything(&Config::mobile_sam())
    }),
    ("sam_vit_b_encoder", || {
        segment_anything_encoder(&Config::vit_b())
    }),
    ("clip_image", clip_image),
    ("clip_text", clip_text),
    ("detr", detr),
    ("detr_panoptic", detr_panoptic),
    ("owl_vit", owl_vit),
    ("depth_anything", depth_anything),
    ("blip_encoder", blip_encoder),
    ("blip_decoder", blip_decoder),
    ("whisper_encoder", whisper_encoder),
    ("whisper_decoder", whisper_decoder),
    (
        "audio_spectrogram_transformer",
        audio_spectrogram_transformer,
    ),
    ("t5_encoder", t5_encoder),
    ("encodec_decoder", encodec_decoder),
    ("musicgen_decoder", musicgen_decoder),
    ("parler_tts_decoder", parler_tts_decoder),
    ("dac_decoder", dac_decoder),
    ("unet_step", unet_step),
    ("vae_decode", vae_decode),
    ("z_image_layers", z_image_layers),
];

fn segment_anything_encoder(config: &Config) -> std::result::Result<Run, InferenceError> {
    let network: SegmentAnything = random(config)?;
    let pixels = Tensor::randn(0.0_f32, 1.0, (1024, 1024, 3), &Device::Cpu)?;
    Ok(Box::new(move |watch| {
        network.embed_pixels(&pixels, watch).map(|_| ())
    }))
}

fn segment_anything_decoder(config: &Config) -> std::result::Result<Run, InferenceError> {
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
fn segment_anything_everything(config: &Config) -> std::result::Result<Run, InferenceError> {
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

fn clip_image() -> std::result::Result<Run, InferenceError> {
    let (network, pixels): (ClipTowers, _) = (random(&ClipConfig::default())?, pixels(224, 224)?);
    Ok(Box::new(move |watch| {
        network.image_embeddings(&pixels, watch).map(|_| ())
    }))
}

fn clip_text() -> std::result::Result<Run, InferenceError> {
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

fn detr() -> std::result::Result<Run, InferenceError> {
    let (network, pixels): (DetrDetector, _) = (random(&classes(91))?, pixels(800, 1066)?);
    Ok(Box::new(move |watch| {
        network.forward(&pixels, watch).map(|_| ())
    }))
}

/// With the masks of all queries, as `PyTorch`'s model makes them.
fn detr_panoptic() -> std::result::Result<Run, InferenceError> {
    let (network, pixels): (DetrSegmenter, _) = (random(&classes(250))?, pixels(800, 1066)?);
    Ok(Box::new(move |watch| {
        let found = network.detector().forward(&pixels, watch)?;
        network
            .masks(&found, &(0..100).collect::<Vec<_>>(), watch)
            .map(|_| ())
    }))
}

fn owl_vit() -> std::result::Result<Run, InferenceError> {
    let network: OwlVitNetwork = random(&OwlVitConfig::default())?;
    let (pixels, texts) = (pixels(768, 768)?, texts(5, 49_407));
    Ok(Box::new(move |watch| {
        let words = network.text_embeddings(&texts, watch)?;
        network
            .heads(&network.patches(&pixels, watch)?, &words)
            .map(|_| ())
    }))
}

fn depth_anything() -> std::result::Result<Run, InferenceError> {
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

fn blip_encoder() -> std::result::Result<Run, InferenceError> {
    let (network, pixels) = (
        blip()?,
        Tensor::randn(0.0_f32, 1.0, (1, 3, 384, 384), &Device::Cpu)?,
    );
    Ok(Box::new(move |watch| {
        network.look(&pixels, watch).map(|_| ())
    }))
}

/// 20 tokens about a picture that was seen already.
fn blip_decoder() -> std::result::Result<Run, InferenceError> {
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

/// At the base size.
fn whisper() -> Result<WhisperNetwork> {
    random(&WhisperConfig {
        d_model: 512,
        encoder_layers: 6,
        encoder_attention_heads: 8,
        encoder_ffn_dim: 2048,
        decoder_layers: 6,
        decoder_attention_heads: 8,
        decoder_ffn_dim: 2048,
        ..WhisperConfig::default()
    })
}

/// 30 seconds.
fn whisper_encoder() -> std::result::Result<Run, InferenceError> {
    let (network, window) = (
        whisper()?,
        Tensor::randn(0.0_f32, 1.0, (3000, 80), &Device::Cpu)?,
    );
    Ok(Box::new(move |watch| {
        network.hear(&window, watch).map(|_| ())
    }))
}

/// 60 tokens about 30 seconds that were heard already.
fn whisper_decoder() -> std::result::Result<Run, InferenceError> {
    let (network, heard) = (
        whisper()?,
        Tensor::randn(0.0_f32, 1.0, (1, 1500, 512), &Device::Cpu)?,
    );
    let config = GenerationConfig {
        decoder_start_token_id: 50_258,
        eos_token_id: 50_257,
        no_timestamps_token_id: 50_363,
        suppress_tokens: None,
        begin_suppress_tokens: None,
        max_initial_timestamp_index: Some(50),
        lang_to_id: [("<|en|>".to_owned(), 50_259)].into(),
        task_to_id: [("transcribe".to_owned(), 50_359)].into(),
        max_length: 60,
    };
    Ok(Box::new(move |watch| {
        let written = network.write(&heard, &config, Some(50_259), watch)?;
        assert_eq!(
            written.ids.len(),
            60,
            "the end came by chance: run it again"
        );
        Ok(())
    }))
}

/// 10.24 seconds.
fn audio_spectrogram_transformer() -> std::result::Result<Run, InferenceError> {
    let id2label = (0..527).map(|class| (class, class.to_string())).collect();
    let config = AudioSpectrogramTransformerConfig {
        id2label,
        ..AudioSpectrogramTransformerConfig::default()
    };
    let network: AudioSpectrogramTransformerNetwork = random(&config)?;
    let window = Tensor::randn(0.0_f32, 1.0, (1024, 128), &Device::Cpu)?;
    Ok(Box::new(move |watch| {
        network.logits(&window, watch).map(|_| ())
    }))
}

/// That of t5-base.
fn t5() -> T5Config {
    T5Config {
        d_model: 768,
        d_ff: 3072,
        num_layers: 12,
        num_heads: 12,
        ..T5Config::default()
    }
}

fn t5_encoder() -> std::result::Result<Run, InferenceError> {
    let (network, text): (T5Encoder, _) = (random(&t5())?, texts(1, 1).concat());
    Ok(Box::new(move |watch| {
        network.encode(&text, watch).map(|_| ())
    }))
}

/// That of `MusicGen`.
fn encodec() -> EncodecConfig {
    EncodecConfig {
        sampling_rate: 32_000,
        target_bandwidths: vec![2.2],
        codebook_size: 2048,
        num_filters: 64,
        upsampling_ratios: vec![8, 5, 4, 4],
        use_causal_conv: false,
        use_conv_shortcut: false,
        ..EncodecConfig::default()
    }
}

/// 10 seconds.
fn encodec_decoder() -> std::result::Result<Run, InferenceError> {
    let network: EncodecDecoder = random(&encodec())?;
    let codes: Vec<Vec<u32>> = (0..4)
        .map(|book| {
            (0..500)
                .map(|frame| (frame * 37 + book * 5) % 2048)
                .collect()
        })
        .collect();
    Ok(Box::new(move |watch| {
        network.decode(&codes, watch).map(|_| ())
    }))
}

/// The codes of a second of music, with guidance, to 12 tokens that were read already. Of the small
/// size.
fn musicgen_decoder() -> std::result::Result<Run, InferenceError> {
    let decoder = DecoderConfig::default();
    let network: MusicGenNetwork = random(&MusicGenConfig {
        text_encoder: t5(),
        audio_encoder: encodec(),
        decoder,
    })?;
    let read = network.read(&texts(1, 1).concat(), Watch::nobody())?;
    Ok(Box::new(move |watch| {
        network
            .compose(&read, &[], 50, &Options::default(), &mut || 0.5, watch)
            .map(|_| ())
    }))
}

/// The codes of a second of speech, to a voice of 20 tokens that were read already and a text of 12. Of the small size.
fn parler_tts_decoder() -> std::result::Result<Run, InferenceError> {
    let layers = DecoderConfig {
        vocab_size: 1088,
        num_codebooks: 9,
        ..DecoderConfig::default()
    };
    let network: ParlerTtsNetwork = random(&ParlerTtsConfig {
        vocab_size: 32_128,
        prompt_cross_attention: false,
        // What reads the voice is not asked.
        text_encoder: T5Config {
            d_model: 1024,
            num_layers: 1,
            num_heads: 16,
            ..T5Config::default()
        },
        audio_encoder: DacConfig::default(),
        decoder: SpeakerConfig {
            layers,
            max_position_embeddings: 4096,
            num_key_value_heads: None,
            num_cross_attention_key_value_heads: None,
            rope_embeddings: false,
            use_fused_lm_heads: false,
        },
    })?;
    let (voice, ids) = (
        Tensor::randn(0.0_f32, 1.0, (1, 20, 1024), &Device::Cpu)?,
        texts(1, 1).concat(),
    );
    let generation = SpeechConfig {
        decoder_start_token_id: 1025,
        eos_token_id: 1024,
        max_length: 95,
        min_new_tokens: 94,
    };
    Ok(Box::new(move |watch| {
        network
            .speak(
                &voice,
                &ids,
                (&generation, ParlerTts::SAMPLING),
                &mut || 0.5,
                watch,
            )
            .map(|_| ())
    }))
}

/// 2 seconds at 44.1 kHz.
fn dac_decoder() -> std::result::Result<Run, InferenceError> {
    let network: DacDecoder = random(&DacConfig::default())?;
    let codes: Vec<Vec<u32>> = (0..9)
        .map(|book| {
            (0..172)
                .map(|frame| (frame * 37 + book * 5) % 1024)
                .collect()
        })
        .collect();
    Ok(Box::new(move |watch| {
        network.decode(&codes, watch).map(|_| ())
    }))
}

/// Once about the latents of a picture of 512 by 512 pixels.
fn unet_step() -> std::result::Result<Run, InferenceError> {
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

fn vae_decode() -> std::result::Result<Run, InferenceError> {
    let network: Autoencoder = random(&AutoencoderConfig::default())?;
    let latents = Tensor::randn(0.0_f32, 1.0, (64, 64, 4), &Device::Cpu)?;
    Ok(Box::new(move |watch| {
        network.decode(&latents, watch).map(|_| ())
    }))
}

/// Four of the layers, on a picture of 512 by 512 pixels and a text of 32 tokens: all 34 are more
/// than many computers can hold.
fn z_image_layers() -> std::result::Result<Run, InferenceError> {
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

fn random<N: Network>(config: &N::Config) -> Result<N> {
    N::new(config, weights())
}
