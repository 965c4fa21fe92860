//! The names and shapes of the tensors.

use candle_core::{DType, Device};
use patchbay_inference::networks::clip::TextConfig;
use patchbay_inference::networks::stable_diffusion::{
    Autoencoder, AutoencoderConfig, ControlNet, ControlNetConfig, StableDiffusion, TextEncoder,
    UNet, UNetConfig,
};
use patchbay_inference::{InferenceError, weights};

use super::fixture;

#[test]
fn tensors_are_found_under_their_newer_names_too() {
    let fixture = fixture();
    let folder = tempfile::tempdir().unwrap();
    for (part, renamed) in [
        ("vae", [(".query.", ".to_q."), (".key.", ".to_k.")]),
        ("text_encoder", [("text_model.", ""); 2]),
    ] {
        let to = folder.path().join(part);
        std::fs::create_dir(&to).unwrap();
        std::fs::copy(
            fixture.folder.join(part).join("config.json"),
            to.join("config.json"),
        )
        .unwrap();
        let tensors = candle_core::safetensors::load(
            weights::only_file(&fixture.folder.join(part)).unwrap(),
            &Device::Cpu,
        )
        .unwrap();
        let new = |name: &str| {
            renamed
                .iter()
                .fold(name.to_owned(), |name, (old, new)| name.replace(old, new))
        };
        let tensors = tensors
            .iter()
            .map(|(name, tensor)| (new(name), tensor.clone()))
            .collect();
        candle_core::safetensors::save(&tensors, to.join("model.safetensors")).unwrap();
    }
    StableDiffusion::open_autoencoder(folder.path(), DType::F32, &Device::Cpu).unwrap();
    TextEncoder::open(
        &folder.path().join("text_encoder"),
        DType::F32,
        &Device::Cpu,
    )
    .unwrap();
    let missing = StableDiffusion::open(folder.path(), DType::F32, &Device::Cpu)
        .err()
        .unwrap();
    assert!(
        matches!(missing, InferenceError::File { path, .. } if path.ends_with("unet/config.json"))
    );
}

#[test]
fn the_full_size_models_have_these_tensors() {
    let shapes = |part: &str| -> std::collections::BTreeMap<String, Vec<usize>> {
        let path = fixture().folder.join(format!("full_size_{part}.json"));
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    };
    assert_eq!(
        weights::expected::<UNet>(&UNetConfig::default()).unwrap(),
        shapes("unet")
    );
    assert_eq!(
        weights::expected::<ControlNet>(&ControlNetConfig::default()).unwrap(),
        shapes("controlnet")
    );
    assert_eq!(
        weights::expected::<Autoencoder>(&AutoencoderConfig::default()).unwrap(),
        shapes("vae")
    );
    let reader = TextConfig {
        hidden_size: 768,
        intermediate_size: 3072,
        num_attention_heads: 12,
        ..TextConfig::default()
    };
    let read = weights::expected::<TextEncoder>(&reader).unwrap();
    let named = shapes("text_encoder")
        .into_iter()
        .map(|(name, shape)| (format!("text_model.{name}"), shape));
    assert_eq!(read, named.collect());
    let uneven = UNetConfig {
        attention_head_dim: 7,
        ..UNetConfig::default()
    };
    assert!(weights::expected::<UNet>(&uneven).is_err());
    for (field, value) in [
        ("time_cond_proj_dim", "256"),
        ("addition_embed_type", "\"text_time\""),
    ] {
        let other: UNetConfig = serde_json::from_str(&format!("{{\"{field}\": {value}}}")).unwrap();
        let said = weights::expected::<UNet>(&other).unwrap_err().to_string();
        assert!(said.contains(field), "{said}");
    }
    let short = UNetConfig {
        up_block_types: Vec::new(),
        ..UNetConfig::default()
    };
    assert!(weights::expected::<UNet>(&short).is_err());
}
