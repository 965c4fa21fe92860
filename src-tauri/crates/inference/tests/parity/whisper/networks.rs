//! The encoder and the decoder, each layer of them.

use candle_core::DType;
use patchbay_inference::networks::whisper::{WhisperConfig, WhisperNetwork};
use patchbay_inference::{Watch, weights};

use crate::support::{Fixture, difference};

/// How far what is heard and the logits of what is said are from the expected ones.
fn apart(fixture: &Fixture, network: &WhisperNetwork) -> f32 {
    let window = fixture.tensor("window").to_dtype(DType::F32).unwrap();
    let heard = network.hear(&window, Watch::nobody()).unwrap();
    let ids: Vec<u32> = fixture
        .tensor("ids")
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec1()
        .unwrap();
    let logits = network.logits(&heard, &ids).unwrap().unsqueeze(0).unwrap();
    difference(&heard, fixture.tensor("heard")).max(difference(&logits, fixture.tensor("logits")))
}

#[test]
fn the_layers_agree_and_disturbed_ones_do_not() {
    let fixture = Fixture::open("whisper");
    let same = apart(&fixture, &fixture.network());
    assert!(same < 1e-4, "{same}");
    for tensor in [
        "model.encoder.conv1.weight",
        "model.encoder.conv2.weight",
        "model.encoder.conv2.bias",
        "model.encoder.embed_positions.weight",
        "model.encoder.layers.0.self_attn.k_proj.weight",
        "model.encoder.layers.1.self_attn.v_proj.bias",
        "model.encoder.layers.0.final_layer_norm.bias",
        "model.encoder.layer_norm.weight",
        "model.decoder.embed_tokens.weight",
        "model.decoder.embed_positions.weight",
        "model.decoder.layers.0.self_attn.k_proj.weight",
        "model.decoder.layers.1.self_attn.out_proj.weight",
        "model.decoder.layers.0.encoder_attn.q_proj.weight",
        "model.decoder.layers.0.encoder_attn.v_proj.bias",
        "model.decoder.layers.1.encoder_attn_layer_norm.weight",
        "model.decoder.layers.1.fc2.bias",
        "model.decoder.layer_norm.bias",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 5e-4, "{tensor}: {apart}");
    }
}

#[test]
fn the_largest_model_has_the_hubs_names_and_shapes() {
    let fixture = Fixture::open("whisper");
    let config = WhisperConfig {
        vocab_size: 51_866,
        num_mel_bins: 128,
        d_model: 1280,
        encoder_layers: 32,
        encoder_attention_heads: 20,
        encoder_ffn_dim: 5120,
        decoder_layers: 4,
        decoder_attention_heads: 20,
        decoder_ffn_dim: 5120,
        ..WhisperConfig::default()
    };
    let mut expected = fixture.full_size();
    // The matrix of the embeddings under another name, which the hub's files leave out.
    expected.remove("proj_out.weight");
    assert_eq!(
        weights::expected::<WhisperNetwork>(&config).unwrap(),
        expected
    );
}
