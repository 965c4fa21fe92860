//! Networks that hear, speak and play, with the text encoder that they read by.

use candle_core::{Device, Result, Tensor};
use patchbay_inference::networks::audio_spectrogram_transformer::{
    AudioSpectrogramTransformerConfig, AudioSpectrogramTransformerNetwork,
};
use patchbay_inference::networks::dac::{DacConfig, DacDecoder};
use patchbay_inference::networks::encodec::{EncodecConfig, EncodecDecoder};
use patchbay_inference::networks::musicgen::{
    DecoderConfig, MusicGenConfig, MusicGenNetwork, Options,
};
use patchbay_inference::networks::parler_tts::{
    GenerationConfig as SpeechConfig, ParlerTts, ParlerTtsConfig, ParlerTtsNetwork, SpeakerConfig,
};
use patchbay_inference::networks::t5::{T5Config, T5Encoder};
use patchbay_inference::networks::whisper::{GenerationConfig, WhisperConfig, WhisperNetwork};
use patchbay_inference::{InferenceError, Watch};

use super::random;
use crate::{Run, texts};

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
pub(super) fn whisper_encoder() -> std::result::Result<Run, InferenceError> {
    let (network, window) = (
        whisper()?,
        Tensor::randn(0.0_f32, 1.0, (3000, 80), &Device::Cpu)?,
    );
    Ok(Box::new(move |watch| {
        network.hear(&window, watch).map(|_| ())
    }))
}

/// 60 tokens about 30 seconds that were heard already.
pub(super) fn whisper_decoder() -> std::result::Result<Run, InferenceError> {
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
        alignment_heads: None,
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
pub(super) fn audio_spectrogram_transformer() -> std::result::Result<Run, InferenceError> {
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

pub(super) fn t5_encoder() -> std::result::Result<Run, InferenceError> {
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
pub(super) fn encodec_decoder() -> std::result::Result<Run, InferenceError> {
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
pub(super) fn musicgen_decoder() -> std::result::Result<Run, InferenceError> {
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

/// The codes of a second of speech, to a voice of 20 tokens that were read already and a text of
/// 12. Of the small size.
pub(super) fn parler_tts_decoder() -> std::result::Result<Run, InferenceError> {
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
pub(super) fn dac_decoder() -> std::result::Result<Run, InferenceError> {
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
