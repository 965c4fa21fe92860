//! The transformer and the autoencoder, each by itself.

use std::collections::BTreeMap;

use candle_core::{DType, Device};
use patchbay_inference::networks::qwen3::{Qwen3Config, Qwen3Encoder};
use patchbay_inference::networks::stable_diffusion::{
    Autoencoder, AutoencoderConfig, StableDiffusion,
};
use patchbay_inference::networks::z_image::{Transformer, TransformerConfig};
use patchbay_inference::{Watch, weights};

use super::{BOUND, fixture, network};
use crate::support::{Fixture, difference};

/// How far a transformer is from what it says of one of the fixture's latents.
fn apart(fixture: &Fixture, network: &Transformer, name: &str, time: f64) -> f32 {
    let tensor = |what: &str| fixture.tensor(&format!("{name}.{what}"));
    let text = network.read(tensor("text"), Watch::nobody()).unwrap();
    let found = network
        .forward(tensor("latents"), time, &text, Watch::nobody())
        .unwrap();
    difference(&found, tensor("towards"))
}

#[test]
fn the_transformer_agrees_with_its_layers_in_memory_and_out_of_the_file() {
    let fixture = fixture();
    let mapped = Transformer::open(
        &fixture.folder.join("transformer"),
        DType::F32,
        &Device::Cpu,
    )
    .unwrap();
    for network in [network("transformer", None), mapped] {
        for (name, time) in [("filled", 0.3), ("whole", 0.0), ("late", 0.875)] {
            let apart = apart(&fixture, &network, name, time);
            assert!(apart < BOUND, "{name}: {apart}");
        }
    }
}

#[test]
fn a_disturbed_transformer_does_not_agree() {
    let fixture = fixture();
    for name in [
        "all_x_embedder.2-1.bias",
        "x_pad_token",
        "cap_pad_token",
        "cap_embedder.0.weight",
        "cap_embedder.1.bias",
        "t_embedder.mlp.0.bias",
        "t_embedder.mlp.2.bias",
        "noise_refiner.0.adaLN_modulation.0.bias",
        "noise_refiner.0.attention.to_q.weight",
        "noise_refiner.0.attention.norm_k.weight",
        "context_refiner.0.attention.to_k.weight",
        "context_refiner.0.attention_norm1.weight",
        "layers.0.attention.to_v.weight",
        "layers.1.attention.to_out.0.weight",
        "layers.0.attention.norm_q.weight",
        "layers.0.attention_norm2.weight",
        "layers.1.ffn_norm1.weight",
        "layers.1.ffn_norm2.weight",
        "layers.0.feed_forward.w1.weight",
        "layers.1.feed_forward.w2.weight",
        "layers.1.feed_forward.w3.weight",
        "layers.1.adaLN_modulation.0.bias",
        "all_final_layer.2-1.adaLN_modulation.1.bias",
        "all_final_layer.2-1.linear.bias",
    ] {
        let apart = apart(&fixture, &network("transformer", Some(name)), "filled", 0.3);
        assert!(apart > 1e-4, "{name}: {apart}");
    }
}

#[test]
fn the_autoencoder_agrees_without_the_convolutions_that_it_lacks() {
    let fixture = fixture();
    let network =
        StableDiffusion::open_autoencoder(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let decoded = network
        .decode(fixture.tensor("vae.latents"), Watch::nobody())
        .unwrap();
    assert!(difference(&decoded, fixture.tensor("vae.decoded")) < BOUND);
    let moments = network
        .encode(fixture.tensor("vae.pixels"), Watch::nobody())
        .unwrap();
    assert!(difference(&moments.mean, fixture.tensor("vae.mean")) < BOUND);
    assert!((network.scaling() - 0.3611).abs() < 1e-9 && (network.shift() - 0.1159).abs() < 1e-9);
}

#[test]
fn the_full_size_models_have_these_tensors() {
    let shapes = |part: &str| -> BTreeMap<String, Vec<usize>> {
        let path = fixture().folder.join(format!("full_size_{part}.json"));
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    };
    assert_eq!(
        weights::expected::<Transformer>(&TransformerConfig::default()).unwrap(),
        shapes("transformer")
    );
    let flux = AutoencoderConfig {
        latent_channels: 16,
        use_quant_conv: false,
        use_post_quant_conv: false,
        ..AutoencoderConfig::default()
    };
    assert_eq!(
        weights::expected::<Autoencoder>(&flux).unwrap(),
        shapes("vae")
    );
    // The last layer and the norm behind it are not read.
    let is_read = |name: &String| !name.starts_with("layers.35.") && name != "norm.weight";
    let read = shapes("text_encoder")
        .into_iter()
        .filter(|(name, _)| is_read(name));
    let read: BTreeMap<_, _> = read
        .map(|(name, shape)| (format!("model.{name}"), shape))
        .collect();
    assert_eq!(
        weights::expected::<Qwen3Encoder>(&Qwen3Config::default()).unwrap(),
        read
    );
}
