//! Requests that cannot be met, and folders that hold no such model.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::Watch;
use patchbay_inference::networks::z_image::Request;

use super::{PROMPT, changed, fixture, opened, replaced, request};

#[test]
fn what_cannot_be_made_and_what_is_no_such_model_is_refused() {
    sizes_and_steps_are_refused();
    other_configurations_are_refused();
    a_text_encoder_that_does_not_fit_is_refused();
    what_a_folder_lacks_is_named();
}

fn sizes_and_steps_are_refused() {
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
}

fn other_configurations_are_refused() {
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
}

/// It is read when its turn comes.
fn a_text_encoder_that_does_not_fit_is_refused() {
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
}

fn what_a_folder_lacks_is_named() {
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
