//! T5's encoder against transformers' `T5EncoderModel`, with plain and with gated feed-forward
//! layers.

use candle_core::DType;
use patchbay_inference::networks::t5::{FeedForward, T5Config, T5Encoder};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference};

/// How far what a text says is from the expected.
fn apart(fixture: &Fixture, network: &T5Encoder) -> f32 {
    let ids: Vec<u32> = fixture
        .tensor("ids")
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec1()
        .unwrap();
    difference(
        &network.encode(&ids, Watch::nobody()).unwrap(),
        fixture.tensor("encoded"),
    )
}

#[test]
fn texts_are_read_the_same_and_by_disturbed_layers_not() {
    for (name, up) in [("t5", "wi"), ("t5_gated", "wi_0"), ("t5_gated", "wi_1")] {
        let fixture = Fixture::open(name);
        let same = apart(&fixture, &fixture.network());
        assert!(same < 1e-5, "{name}: {same}");
        for tensor in [
            "shared.weight",
            "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight",
            "encoder.block.0.layer.0.SelfAttention.q.weight",
            "encoder.block.1.layer.0.SelfAttention.k.weight",
            "encoder.block.1.layer.0.SelfAttention.v.weight",
            "encoder.block.2.layer.0.SelfAttention.o.weight",
            "encoder.block.0.layer.0.layer_norm.weight",
            "encoder.block.2.layer.1.layer_norm.weight",
            &format!("encoder.block.1.layer.1.DenseReluDense.{up}.weight"),
            "encoder.block.2.layer.1.DenseReluDense.wo.weight",
            "encoder.final_layer_norm.weight",
        ] {
            let apart = apart(&fixture, &fixture.mutated(tensor));
            assert!(apart > 5e-4, "{name} {tensor}: {apart}");
        }
    }
}

/// The configuration of t5-base.
pub(crate) fn base() -> T5Config {
    T5Config {
        d_model: 768,
        d_ff: 3072,
        num_layers: 12,
        num_heads: 12,
        ..T5Config::default()
    }
}

#[test]
fn published_models_have_the_hubs_names_and_shapes() {
    let base = base();
    let gated = T5Config {
        d_model: 1024,
        d_ff: 2816,
        num_layers: 24,
        num_heads: 16,
        feed_forward_proj: FeedForward::GatedGelu,
        ..T5Config::default()
    };
    for (name, config) in [("t5", base), ("t5_gated", gated)] {
        let mut expected = Fixture::open(name).full_size();
        // The matrix of the embeddings under another name, which the hub's files leave out.
        expected.remove("encoder.embed_tokens.weight");
        assert_eq!(
            weights::expected::<T5Encoder>(&config).unwrap(),
            expected,
            "{name}"
        );
    }
}

#[test]
fn single_precision_stays_where_a_model_runs_in_half() {
    let fixture = Fixture::open("t5_gated");
    let network: T5Encoder = fixture.network_of(DType::F16);
    assert!(apart(&fixture, &network) < 1e-5);
}

#[test]
fn what_is_no_text_and_what_is_no_model_is_refused() {
    let network: T5Encoder = Fixture::open("t5").network();
    for (ids, said) in [(vec![], "no tokens"), (vec![3, 90, 1], "90")] {
        let refused = network.encode(&ids, Watch::nobody()).unwrap_err();
        assert!(
            matches!(&refused, InferenceError::Text(reason) if reason.contains(said)),
            "{refused}"
        );
    }
    let config = T5Config {
        relative_attention_num_buckets: 2,
        ..T5Config::default()
    };
    let refused = weights::expected::<T5Encoder>(&config)
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("relative_attention_num_buckets"),
        "{refused}"
    );
    let unknown: Result<T5Config, _> =
        serde_json::from_str(r#"{"feed_forward_proj": "gated-silu"}"#);
    assert!(unknown.unwrap_err().to_string().contains("gated-silu"));
    assert_eq!(
        network.encode(&[1], Watch::nobody()).unwrap().dims(),
        [1, 1, 24]
    );
}
