//! Parler-TTS against its authors' package, and its codec against transformers' `DacModel`.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::clip::TextTokenizer;
use patchbay_inference::networks::dac::DacConfig;
use patchbay_inference::networks::musicgen::{DecoderConfig, Sampling};
use patchbay_inference::networks::parler_tts::{
    GenerationConfig, ParlerTts, ParlerTtsConfig, ParlerTtsNetwork, SpeakerConfig,
};
use patchbay_inference::networks::stable_diffusion::Noise;
use patchbay_inference::networks::t5::{FeedForward, T5Config};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference};

const DESCRIPTION: &str = "A calm woman speaks slowly, very close to the microphone.";
const SAID: &str = "Nobody is awake yet, not even the gulls.";
/// Always the likeliest, as the fixture was made.
const LIKELIEST: Sampling = Sampling {
    top_k: 1,
    temperature: 1.0,
};

fn ids(fixture: &Fixture, name: &str) -> Vec<u32> {
    fixture
        .tensor(name)
        .to_dtype(DType::U32)
        .unwrap()
        .flatten_all()
        .unwrap()
        .to_vec1()
        .unwrap()
}

fn rows(fixture: &Fixture, name: &str) -> Vec<Vec<u32>> {
    fixture
        .tensor(name)
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec2()
        .unwrap()
}

/// How far what is read and the logits of what is said are from the expected ones.
fn apart(fixture: &Fixture, network: &ParlerTtsNetwork) -> f32 {
    let described = network
        .describe(&ids(fixture, "read"), Watch::nobody())
        .unwrap();
    let codes = fixture
        .tensor("codes")
        .to_dtype(DType::U32)
        .unwrap()
        .t()
        .unwrap();
    let logits = network
        .logits(
            &described,
            &ids(fixture, "before"),
            &codes.to_vec2().unwrap(),
        )
        .unwrap();
    difference(&logits.transpose(0, 1).unwrap(), fixture.tensor("logits"))
}

#[test]
fn the_layers_agree_and_disturbed_ones_do_not() {
    let fixture = Fixture::open("parler_tts");
    let same = apart(&fixture, &fixture.network());
    assert!(same < 1e-4, "{same}");
    for tensor in [
        "text_encoder.shared.weight",
        "text_encoder.encoder.final_layer_norm.weight",
        "enc_to_dec_proj.weight",
        "enc_to_dec_proj.bias",
        "embed_prompts.weight",
        "decoder.model.decoder.embed_tokens.0.weight",
        "decoder.model.decoder.embed_tokens.3.weight",
        "decoder.model.decoder.layers.0.self_attn.k_proj.weight",
        "decoder.model.decoder.layers.1.self_attn.out_proj.weight",
        "decoder.model.decoder.layers.0.self_attn_layer_norm.bias",
        "decoder.model.decoder.layers.0.encoder_attn.q_proj.weight",
        "decoder.model.decoder.layers.1.encoder_attn.v_proj.weight",
        "decoder.model.decoder.layers.1.encoder_attn_layer_norm.weight",
        "decoder.model.decoder.layers.1.fc1.weight",
        "decoder.model.decoder.layers.0.fc2.weight",
        "decoder.model.decoder.layers.1.final_layer_norm.bias",
        "decoder.model.decoder.layer_norm.bias",
        "decoder.lm_heads.0.weight",
        "decoder.lm_heads.3.weight",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 5e-4, "{tensor}: {apart}");
    }
}

#[test]
fn texts_have_the_same_tokens() {
    let fixture = Fixture::open("parler_tts");
    let words = TextTokenizer::open(&fixture.folder, 512).unwrap();
    let found = words.ids(&[DESCRIPTION, SAID]).unwrap();
    assert_eq!(found, [ids(&fixture, "description"), ids(&fixture, "said")]);
}

#[test]
fn what_is_said_is_the_same_code_by_code_and_sounds_the_same() {
    let fixture = Fixture::open("parler_tts");
    let network: ParlerTtsNetwork = fixture.network();
    let generation: GenerationConfig =
        weights::config(&fixture.folder.join("generation_config.json")).unwrap();
    let described = network
        .describe(&ids(&fixture, "description"), Watch::nobody())
        .unwrap();
    let speak = |generation: &GenerationConfig| {
        let how = (generation, LIKELIEST);
        network
            .speak(
                &described,
                &ids(&fixture, "said"),
                how,
                &mut || 0.5,
                Watch::nobody(),
            )
            .unwrap()
    };
    let spoken = speak(&generation);
    assert_eq!(
        spoken,
        rows(&fixture, "spoken"),
        "up to the end of every codebook"
    );
    assert_eq!(
        speak(&GenerationConfig {
            max_length: 14,
            ..generation
        }),
        rows(&fixture, "cut"),
        "as far as may be"
    );
    let model = ParlerTts::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let voice = model.voice(DESCRIPTION, Watch::nobody()).unwrap();
    let samples = model
        .say(SAID, &voice, LIKELIEST, &mut || 0.5, Watch::nobody())
        .unwrap();
    let apart = difference(
        &Tensor::new(samples, &Device::Cpu).unwrap(),
        fixture.tensor("samples"),
    );
    assert!(apart < 1e-4, "{apart}");
}

#[test]
fn a_seed_is_one_clip_and_another_another() {
    let fixture = Fixture::open("parler_tts");
    let model = ParlerTts::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let said = |seed: u64, description: &str| {
        let mut noise = Noise::new(seed);
        let voice = model.voice(description, Watch::nobody()).unwrap();
        model
            .say(
                SAID,
                &voice,
                ParlerTts::SAMPLING,
                &mut || noise.evenly(),
                Watch::nobody(),
            )
            .unwrap()
    };
    assert_eq!(said(1, DESCRIPTION), said(1, DESCRIPTION));
    assert_ne!(said(1, DESCRIPTION), said(2, DESCRIPTION));
    assert_ne!(said(1, DESCRIPTION), said(1, "A man."));
}

/// The published configuration.
fn published() -> ParlerTtsConfig {
    ParlerTtsConfig {
        vocab_size: 32_128,
        prompt_cross_attention: false,
        text_encoder: T5Config {
            d_model: 1024,
            d_ff: 2816,
            num_layers: 24,
            num_heads: 16,
            feed_forward_proj: FeedForward::GatedGelu,
            ..T5Config::default()
        },
        audio_encoder: DacConfig::default(),
        decoder: SpeakerConfig {
            layers: DecoderConfig {
                vocab_size: 1088,
                num_codebooks: 9,
                pad_token_id: 1024,
                ..DecoderConfig::default()
            },
            max_position_embeddings: 4096,
            num_key_value_heads: None,
            num_cross_attention_key_value_heads: None,
            rope_embeddings: false,
            use_fused_lm_heads: false,
        },
    }
}

#[test]
fn the_published_model_has_the_hubs_names_and_shapes() {
    let mut expected = Fixture::open("parler_tts").full_size();
    // Positions are computed.
    expected.remove("decoder.model.decoder.embed_positions.weights");
    assert_eq!(
        weights::expected::<ParlerTtsNetwork>(&published()).unwrap(),
        expected
    );
}

type Change = fn(&mut ParlerTtsConfig);

#[test]
fn what_does_not_fit_is_refused_by_its_field() {
    let changes: [(&str, Change); 7] = [
        ("decoder.max_position_embeddings", |config| {
            config.decoder.max_position_embeddings = 1 << 40;
        }),
        ("prompt_cross_attention", |config| {
            config.prompt_cross_attention = true;
        }),
        ("decoder.num_key_value_heads", |config| {
            config.decoder.num_key_value_heads = Some(4);
        }),
        ("decoder.rope_embeddings", |config| {
            config.decoder.rope_embeddings = true;
        }),
        ("decoder.use_fused_lm_heads", |config| {
            config.decoder.use_fused_lm_heads = true;
        }),
        ("decoder.num_codebooks", |config| {
            config.decoder.layers.num_codebooks = 4;
        }),
        ("decoder.vocab_size", |config| {
            config.decoder.layers.vocab_size = 1024;
        }),
    ];
    for (field, change) in changes {
        let mut config = published();
        change(&mut config);
        let refused = weights::expected::<ParlerTtsNetwork>(&config)
            .unwrap_err()
            .to_string();
        assert!(refused.contains(field), "{field}: {refused}");
    }
    let fixture = Fixture::open("parler_tts");
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "model.safetensors", "tokenizer.json"] {
        std::fs::copy(fixture.folder.join(name), folder.path().join(name)).unwrap();
    }
    let name = "generation_config.json";
    let whole: serde_json::Value =
        serde_json::from_slice(&std::fs::read(fixture.folder.join(name)).unwrap()).unwrap();
    for (field, value) in [
        ("eos_token_id", 20),
        ("decoder_start_token_id", 21),
        ("max_length", 7),
    ] {
        let mut config = whole.clone();
        config[field] = value.into();
        std::fs::write(folder.path().join(name), config.to_string()).unwrap();
        let refused = ParlerTts::open(folder.path(), DType::F32, &Device::Cpu)
            .err()
            .unwrap();
        assert!(
            matches!(refused, InferenceError::File { .. }) && refused.to_string().contains(field),
            "{refused}"
        );
    }
}

#[test]
fn a_text_that_is_too_long_to_be_said_at_once_is_told() {
    let fixture = Fixture::open("parler_tts");
    let model = ParlerTts::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let voice = model.voice(DESCRIPTION, Watch::nobody()).unwrap();
    let long = "not even the gulls ".repeat(40);
    let refused = model
        .say(&long, &voice, LIKELIEST, &mut || 0.5, Watch::nobody())
        .unwrap_err();
    assert!(
        matches!(&refused, InferenceError::Text(reason) if reason.contains("too many")),
        "{refused:?}"
    );
}
