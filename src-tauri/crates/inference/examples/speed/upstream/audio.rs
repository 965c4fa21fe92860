//! Networks that hear, speak and play, with the text encoder that they read by.

use candle_core::{Device, IndexOp, Module, Result, Tensor};
use candle_nn::Activation;
use candle_transformers::generation::{LogitsProcessor, Sampling};
use candle_transformers::models::{dac, encodec, parler_tts, t5, whisper};

use super::{Built, ids, likeliest, random};
use crate::{texts, weights};

/// Codes of `(1, books, frames)`.
fn codes(books: u32, frames: u32, size: u32) -> Result<Tensor> {
    let codes =
        (0..books).flat_map(|book| (0..frames).map(move |frame| (frame * 37 + book * 5) % size));
    Tensor::from_iter(codes, &Device::Cpu)?.reshape((1, books as usize, frames as usize))
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

pub(super) fn whisper_encoder() -> Built {
    let (mut network, window) = (whisper()?, random(&[1, 80, 3000])?);
    Ok(Box::new(move |_| {
        Ok(network.encoder.forward(&window, true).map(|_| ())?)
    }))
}

/// 60 tokens, each the likeliest. It keeps nothing of the tokens before, so that they are all
/// looked at again.
pub(super) fn whisper_decoder() -> Built {
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

pub(super) fn t5_encoder() -> Built {
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
pub(super) fn encodec_decoder() -> Built {
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

pub(super) fn dac_decoder() -> Built {
    let quantiser = dac::ResidualVectorQuantizer::new(1024, 9, 1024, 8, weights())?;
    let network = dac::Decoder::new(1024, 1536, &[8, 8, 4, 2], 1, weights())?;
    let codes = codes(9, 172, 1024)?;
    Ok(Box::new(move |_| {
        Ok(network
            .forward(&quantiser.from_codes(&codes)?)
            .map(|_| ())?)
    }))
}

pub(super) fn parler_tts_decoder() -> Built {
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
