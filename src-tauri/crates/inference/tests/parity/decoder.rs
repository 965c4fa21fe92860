//! Language models against transformers' of the same families, from GGUF files.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use candle_core::quantized::{GgmlDType, QTensor, gguf_file};
use candle_core::{DType, Device, Tensor};
use patchbay_inference::Watch;
use patchbay_inference::networks::decoder::{Decoder, FAMILIES};

use crate::support::{Fixture, difference};

fn open(path: &Path) -> Decoder {
    let mut file = BufReader::new(File::open(path).unwrap());
    let content = gguf_file::Content::read(&mut file).unwrap();
    Decoder::new(&content, &mut file, &Device::Cpu).unwrap()
}

fn fixture(family: &str) -> (Fixture, PathBuf, Vec<u32>) {
    let fixture = Fixture::open(&format!("decoder_{family}"));
    let ids = fixture.tensor("ids").to_dtype(DType::U32).unwrap();
    let path = fixture.folder.join("model.gguf");
    (fixture, path, ids.to_vec1().unwrap())
}

/// The logits behind all tokens, read in the given parts.
fn logits(network: &Decoder, parts: &[&[u32]]) -> Tensor {
    let mut cache = network.cache();
    let mut last = None;
    for part in parts {
        last = Some(network.read(part, &mut cache, Watch::nobody()).unwrap());
    }
    last.unwrap()
}

/// The file with one tensor disturbed.
fn disturbed(path: &Path, name: &str, to: &Path) {
    let mut file = BufReader::new(File::open(path).unwrap());
    let content = gguf_file::Content::read(&mut file).unwrap();
    let mut tensors = Vec::new();
    for known in content.tensor_infos.keys() {
        let tensor = content.tensor(&mut file, known, &Device::Cpu).unwrap();
        let mut values = tensor.dequantize(&Device::Cpu).unwrap();
        if known == name {
            let count = values.elem_count() as u32;
            let wave = Tensor::arange(0, count, &Device::Cpu).unwrap();
            let wave = wave.to_dtype(DType::F32).unwrap().sin().unwrap();
            let wave = wave.reshape(values.shape()).unwrap();
            values = (&values + (wave * 0.1).unwrap()).unwrap();
        }
        let again = QTensor::quantize(&values, GgmlDType::F32).unwrap();
        tensors.push((known.as_str(), again));
    }
    let metadata: Vec<_> = (content.metadata.iter())
        .map(|(key, value)| (key.as_str(), value))
        .collect();
    let tensors: Vec<_> = tensors
        .iter()
        .map(|(name, tensor)| (*name, tensor))
        .collect();
    let mut out = File::create(to).unwrap();
    gguf_file::write(&mut out, &metadata, &tensors).unwrap();
}

#[test]
fn each_family_says_what_follows_read_at_once_and_in_parts() {
    for family in FAMILIES {
        let (fixture, path, ids) = fixture(family);
        let network = open(&path);
        let expected = fixture.tensor("logits");
        let singly: Vec<&[u32]> = ids.chunks(1).collect();
        let (first, rest) = ids.split_at(13);
        for (how, parts) in [
            ("at once", &[&ids[..]] as &[_]),
            ("in two parts", &[first, rest]),
            ("token by token", &singly),
        ] {
            let apart = difference(&logits(&network, parts), expected);
            assert!(apart < 2e-4, "{family} {how}: {apart}");
        }
    }
}

#[test]
fn what_was_read_and_forgotten_again_changes_nothing() {
    let (fixture, path, ids) = fixture("gemma3");
    let network = open(&path);
    let mut cache = network.cache();
    network
        .read(&ids[..9], &mut cache, Watch::nobody())
        .unwrap();
    network
        .read(&[1, 2, 3], &mut cache, Watch::nobody())
        .unwrap();
    cache.truncate(9);
    let logits = network
        .read(&ids[9..], &mut cache, Watch::nobody())
        .unwrap();
    let apart = difference(&logits, fixture.tensor("logits"));
    assert!(apart < 2e-4, "{apart}");
}

/// A tensor's name in the files of a family whose feed-forward layers are experts.
fn in_experts(family: &str, tensor: &str) -> String {
    let is_expert = ["ffn_gate.", "ffn_up.", "ffn_down."];
    if family == "qwen3moe" && is_expert.iter().any(|part| tensor.contains(part)) {
        tensor.replace(".weight", "_exps.weight")
    } else {
        tensor.to_owned()
    }
}

#[test]
fn disturbed_layers_say_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let everywhere = [
        "token_embd.weight",
        "output_norm.weight",
        "blk.1.attn_norm.weight",
    ];
    let layers = [
        "blk.0.attn_output.weight",
        "blk.1.ffn_up.weight",
        "blk.1.ffn_down.weight",
        "blk.0.ffn_norm.weight",
    ];
    let parts = [
        "blk.0.attn_q.weight",
        "blk.1.attn_k.weight",
        "blk.1.attn_v.weight",
        "blk.1.ffn_gate.weight",
    ];
    let own: [(&str, &[&str]); 7] = [
        ("llama", &["output.weight"]),
        (
            "qwen2",
            &[
                "blk.0.attn_q.bias",
                "blk.0.attn_k.bias",
                "blk.1.attn_v.bias",
            ],
        ),
        (
            "qwen3",
            &["blk.0.attn_q_norm.weight", "blk.1.attn_k_norm.weight"],
        ),
        ("qwen3moe", &["blk.1.ffn_gate_inp.weight"]),
        ("phi3", &["blk.0.attn_qkv.weight", "blk.1.attn_qkv.weight"]),
        (
            "gemma3",
            &[
                "blk.0.post_attention_norm.weight",
                "blk.5.post_ffw_norm.weight",
                "blk.5.attn_q.weight",
            ],
        ),
        ("smollm3", &["blk.3.attn_k.weight"]),
    ];
    for (family, own) in own {
        let (fixture, path, ids) = fixture(family);
        let parts: &[&str] = if family == "phi3" { &[] } else { &parts };
        for tensor in everywhere.iter().chain(&layers).chain(parts).chain(own) {
            let file = folder.path().join("disturbed.gguf");
            let tensor = in_experts(family, tensor);
            disturbed(&path, &tensor, &file);
            let apart = difference(&logits(&open(&file), &[&ids]), fixture.tensor("logits"));
            assert!(apart > 2e-3, "{family} {tensor}: {apart}");
        }
    }
}
