//! Z-Image's networks, scheduler and whole way to a picture against diffusers.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::qwen3::{Qwen3Config, Qwen3Encoder};
use patchbay_inference::networks::stable_diffusion::{
    Autoencoder, AutoencoderConfig, StableDiffusion,
};
use patchbay_inference::networks::z_image::{
    FlowConfig, FlowScheduler, Request, Transformer, TransformerConfig, ZImage,
};
use patchbay_inference::weights::{self, Network};
use patchbay_inference::{InferenceError, Watch};
use serde::Deserialize;

use crate::support::{Fixture, difference, disturbed};

const BOUND: f32 = 1e-5;
const PROMPT: &str = "a photo of a red ball on the beach";

fn fixture() -> Fixture {
    Fixture::open("z_image")
}

fn opened(folder: &Path) -> Result<ZImage, InferenceError> {
    ZImage::open(folder, DType::F32, &Device::Cpu)
}

/// A network with all of its layers in memory, and with one tensor disturbed where one is named.
fn network<N: Network>(part: &str, tensor: Option<&str>) -> N {
    let folder = Fixture::folder("z_image").join(part);
    let config = weights::config(&folder.join("config.json")).unwrap();
    let files = weights::all_files(&folder).unwrap();
    let load = |files: &[PathBuf]| weights::load(&config, files, DType::F32, &Device::Cpu).unwrap();
    let Some(tensor) = tensor else {
        return load(&files);
    };
    let tensors: HashMap<String, Tensor> = files
        .iter()
        .flat_map(|file| candle_core::safetensors::load(file, &Device::Cpu).unwrap())
        .collect();
    let whole = tempfile::tempdir().unwrap();
    let path = whole.path().join("model.safetensors");
    candle_core::safetensors::save(&tensors, &path).unwrap();
    let (_folder, path) = disturbed(&path, tensor);
    load(&[path])
}

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
fn the_scheduler_agrees_step_by_step() {
    let fixture = fixture();
    for (name, use_dynamic_shifting) in [("fixed", false), ("by_size", true)] {
        let config = FlowConfig {
            use_dynamic_shifting,
            ..FlowConfig::default()
        };
        for steps in [1, 4, 8] {
            let of = |what: &str| fixture.tensor(&format!("{name}.{steps}.{what}")).clone();
            let scheduler = FlowScheduler::new(&config, steps, 1536);
            let shares = Tensor::new(scheduler.shares(), &Device::Cpu).unwrap();
            assert!(
                difference(&shares, &of("shares")) < 1e-6,
                "{name}: {:?}",
                scheduler.shares()
            );
            let mut latents = of("samples").get(0).unwrap();
            for step in 0..steps {
                latents = scheduler
                    .step(step, &latents, &of("velocities").get(step).unwrap())
                    .unwrap();
                let apart = difference(&latents, &of("samples").get(step + 1).unwrap());
                assert!(apart < BOUND, "{name}, step {step} of {steps}: {apart}");
            }
        }
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

/// A copy of the fixture's model with something changed in its folder.
fn changed(change: impl Fn(&Path)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in [
        "tokenizer",
        "text_encoder",
        "transformer",
        "vae",
        "scheduler",
    ] {
        let to = folder.path().join(part);
        std::fs::create_dir(&to).unwrap();
        for file in std::fs::read_dir(fixture().folder.join(part)).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
    }
    change(folder.path());
    folder
}

/// Replaces words in a file.
fn replaced(path: PathBuf, from: &str, to: &str) {
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(path, text.replace(from, to)).unwrap();
}

fn request(width: u32, height: u32) -> Request<'static> {
    Request {
        text: PROMPT,
        width,
        height,
        steps: 8,
    }
}

#[test]
fn whole_ways_to_pictures_agree() {
    let fixture = fixture();
    let by_size = changed(|folder| {
        replaced(
            folder.join("scheduler/scheduler_config.json"),
            "\"use_dynamic_shifting\": false",
            "\"use_dynamic_shifting\": true",
        );
    });
    for (name, folder) in [
        ("fixed", fixture.folder.as_path()),
        ("by_size", by_size.path()),
    ] {
        let mut draws = 0;
        let mut draw = |_| {
            draws += 1;
            Ok(fixture.tensor("noise").clone())
        };
        let found = opened(folder)
            .unwrap()
            .generate(&request(96, 64), &mut draw, Watch::nobody())
            .unwrap();
        assert_eq!((found.dimensions(), draws), ((96, 64), 1));
        let expected = fixture
            .tensor(&format!("image.{name}"))
            .flatten_all()
            .unwrap()
            .to_vec1::<u8>()
            .unwrap();
        let apart = found
            .as_raw()
            .iter()
            .zip(&expected)
            .map(|(a, b)| a.abs_diff(*b))
            .max()
            .unwrap();
        assert!(apart <= 2, "{name}: {apart}");
        let seen = |most: bool| {
            expected
                .iter()
                .copied()
                .reduce(|a, b| if most { a.max(b) } else { a.min(b) })
                .unwrap()
        };
        assert!(
            seen(true) - seen(false) > 100,
            "{name}: there is something to see"
        );
    }
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

#[test]
fn what_cannot_be_made_and_what_is_no_such_model_is_refused() {
    let model = opened(&fixture().folder).unwrap();
    let refused = |request: &Request| {
        let mut draw = |shape| Tensor::zeros(shape, DType::F32, &Device::Cpu);
        model
            .generate(request, &mut draw, Watch::nobody())
            .unwrap_err()
            .to_string()
    };
    assert!(refused(&request(90, 64)).contains("90 by 64"));
    assert!(refused(&request(0, 64)).contains("0 by 64"));
    assert!(
        refused(&request(16 * 33, 16)).contains("66"),
        "{}",
        refused(&request(16 * 33, 16))
    );
    assert!(
        refused(&Request {
            steps: 0,
            ..request(96, 64)
        })
        .contains("no steps")
    );
    let wrong = |file: &str, from: &str, to: &str| {
        let folder = changed(|folder| replaced(folder.join(file), from, to));
        opened(folder.path())
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    for (file, from, to, said) in [
        (
            "transformer/config.json",
            "\"qk_norm\": true",
            "\"qk_norm\": false",
            "qk_norm",
        ),
        (
            "transformer/config.json",
            "\"siglip_feat_dim\": null",
            "\"siglip_feat_dim\": 8",
            "siglip_feat_dim",
        ),
        (
            "transformer/config.json",
            "\"n_heads\": 2",
            "\"n_heads\": 5",
            "n_heads",
        ),
        (
            "transformer/config.json",
            "\"in_channels\": 16",
            "\"in_channels\": 8",
            "all_final_layer.2-1.linear.bias",
        ),
        (
            "transformer/config.json",
            "\"rope_theta\": 256.0",
            "\"rope_theta\": \"far\"",
            "transformer/config.json",
        ),
        (
            "scheduler/scheduler_config.json",
            "\"shift\": 3.0",
            "\"shift\": 0",
            "shift",
        ),
        (
            "transformer/diffusion_pytorch_model.safetensors.index.json",
            "\"diffusion_pytorch",
            "\"../diffusion_pytorch",
            "no file beside it",
        ),
    ] {
        let found = wrong(file, from, to);
        assert!(found.contains(said), "{to}: {found}");
    }
    let heads = changed(|folder| {
        replaced(
            folder.join("text_encoder/config.json"),
            "\"num_key_value_heads\": 2",
            "\"num_key_value_heads\": 3",
        );
    });
    let said = opened(heads.path())
        .unwrap()
        .encode(PROMPT, Watch::nobody())
        .unwrap_err()
        .to_string();
    assert!(said.contains("num_key_value_heads"), "{said}");
    for file in [
        "tokenizer/tokenizer.json",
        "scheduler/scheduler_config.json",
        "vae/config.json",
    ] {
        let lacking = changed(|folder| std::fs::remove_file(folder.join(file)).unwrap());
        assert!(
            opened(lacking.path())
                .err()
                .unwrap()
                .to_string()
                .contains(file),
            "{file}"
        );
    }
}
