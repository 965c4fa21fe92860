//! Texts, their tokens, and what the text encoder reads in them.

use std::collections::HashMap;

use candle_core::Device;
use patchbay_inference::Watch;
use patchbay_inference::networks::qwen3::Qwen3Encoder;
use serde::Deserialize;

use super::{BOUND, PROMPT, changed, fixture, network, opened};
use crate::support::difference;

#[derive(Deserialize)]
struct Tokens {
    text: String,
    ids: Vec<u32>,
}

fn tokens() -> Vec<Tokens> {
    serde_json::from_slice(&std::fs::read(fixture().folder.join("tokens.json")).unwrap()).unwrap()
}

#[test]
fn texts_become_the_same_tokens_and_are_read_the_same() {
    let fixture = fixture();
    let model = opened(&fixture.folder).unwrap();
    let kept: Qwen3Encoder = network("text_encoder", None);
    let all = tokens();
    assert!(
        all.iter().any(|tokens| tokens.ids.len() == 512),
        "one is cut off"
    );
    for (index, Tokens { text, ids }) in all.iter().enumerate() {
        assert_eq!(&model.ids(text).unwrap(), ids, "{text}");
        if index < 4 {
            let expected = fixture
                .tensor(&format!("text.{index}"))
                .unsqueeze(0)
                .unwrap();
            for read in [
                model.encode(text, Watch::nobody()).unwrap(),
                kept.encode(ids, Watch::nobody()).unwrap(),
            ] {
                let apart = difference(&read, &expected);
                assert!(apart < BOUND, "{text}: {apart}");
            }
        }
    }
}

#[test]
fn a_disturbed_text_encoder_does_not_agree() {
    let (fixture, ids) = (fixture(), tokens().swap_remove(0).ids);
    let own = |name: &str| format!("model.layers.{name}.weight");
    for name in [
        own("0.self_attn.q_proj"),
        own("0.self_attn.k_proj"),
        own("1.self_attn.v_proj"),
        own("1.self_attn.o_proj"),
        own("0.self_attn.q_norm"),
        own("0.self_attn.k_norm"),
        own("0.input_layernorm"),
        own("1.post_attention_layernorm"),
        own("0.mlp.gate_proj"),
        own("1.mlp.up_proj"),
        own("1.mlp.down_proj"),
    ] {
        let network: Qwen3Encoder = network("text_encoder", Some(&name));
        let read = network
            .encode(&ids, Watch::nobody())
            .unwrap()
            .squeeze(0)
            .unwrap();
        let apart = difference(&read, fixture.tensor("text.0"));
        assert!(apart > 5e-4, "{name}: {apart}");
    }
}

#[test]
fn a_text_encoder_s_tensors_are_found_under_their_shorter_names_too() {
    let shorter = changed(|folder| {
        let path = folder.join("text_encoder/model.safetensors");
        let tensors = candle_core::safetensors::load(&path, &Device::Cpu).unwrap();
        let named = |name: String| name.strip_prefix("model.").unwrap().to_owned();
        let tensors: HashMap<_, _> = tensors
            .into_iter()
            .map(|(name, tensor)| (named(name), tensor))
            .collect();
        candle_core::safetensors::save(&tensors, &path).unwrap();
    });
    let read = opened(shorter.path())
        .unwrap()
        .encode(PROMPT, Watch::nobody())
        .unwrap();
    assert!(difference(&read.squeeze(0).unwrap(), fixture().tensor("text.0")) < BOUND);
}
