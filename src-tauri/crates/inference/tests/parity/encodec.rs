//! `EnCodec`'s decoder against transformers' `EncodecModel`.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::encodec::{EncodecConfig, EncodecDecoder};
use patchbay_inference::{Watch, weights};

use crate::support::{Fixture, difference};

/// Frames of the fixture: more than are made at a time.
const FRAMES: usize = 230;

/// The first codes of each codebook.
fn codes(fixture: &Fixture, count: usize) -> Vec<Vec<u32>> {
    let all: Vec<Vec<u32>> = fixture
        .tensor("codes")
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec2()
        .unwrap();
    all.into_iter()
        .map(|codes| codes[..count].to_vec())
        .collect()
}

/// How far the audio of the first codes is from the expected.
fn apart(fixture: &Fixture, network: &EncodecDecoder, count: usize) -> f32 {
    let audio = network
        .decode(&codes(fixture, count), Watch::nobody())
        .unwrap();
    difference(
        &Tensor::new(audio, &Device::Cpu).unwrap(),
        fixture.tensor(&format!("sound_{count}")),
    )
}

#[test]
fn audio_of_any_length_is_the_same_and_that_of_disturbed_layers_not() {
    let fixture = Fixture::open("encodec");
    for count in [1, 2, 3, FRAMES] {
        let same = apart(&fixture, &fixture.network(), count);
        assert!(same < 1e-4, "{count}: {same}");
    }
    for tensor in [
        "quantizer.layers.0.codebook.embed",
        "quantizer.layers.2.codebook.embed",
        "decoder.layers.0.conv.weight_g",
        "decoder.layers.0.conv.weight_v",
        "decoder.layers.0.conv.bias",
        "decoder.layers.1.lstm.weight_ih_l0",
        "decoder.layers.1.lstm.weight_hh_l1",
        "decoder.layers.1.lstm.bias_ih_l1",
        "decoder.layers.1.lstm.bias_hh_l0",
        "decoder.layers.3.conv.weight_g",
        "decoder.layers.6.conv.weight_v",
        "decoder.layers.6.conv.bias",
        "decoder.layers.7.block.1.conv.weight_v",
        "decoder.layers.10.block.3.conv.weight_g",
        "decoder.layers.10.block.1.conv.bias",
        "decoder.layers.12.conv.weight_v",
        "decoder.layers.12.conv.bias",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor), FRAMES);
        assert!(apart > 5e-4, "{tensor}: {apart}");
    }
}

/// The configuration of the model that `MusicGen` has.
pub(crate) fn published() -> EncodecConfig {
    EncodecConfig {
        sampling_rate: 32_000,
        target_bandwidths: vec![2.2],
        codebook_size: 2048,
        num_filters: 64,
        upsampling_ratios: vec![8, 5, 4, 4],
        use_causal_conv: false,
        use_conv_shortcut: false,
        ..EncodecConfig::default()
    }
}

#[test]
fn the_published_model_has_the_hubs_names_and_shapes() {
    let config = published();
    assert_eq!(
        (config.codebooks(), config.frame_rate(), config.hop()),
        (4, 50, 640)
    );
    let mut expected = Fixture::open("encodec").full_size();
    // What makes codes of audio, and what training needs.
    expected
        .retain(|name, _| name.starts_with("decoder.") || name.rsplit('.').next() == Some("embed"));
    assert_eq!(
        weights::expected::<EncodecDecoder>(&config).unwrap(),
        expected
    );
}

#[test]
fn other_models_and_other_codes_are_refused() {
    let refused = weights::expected::<EncodecDecoder>(&EncodecConfig::default())
        .unwrap_err()
        .to_string();
    assert!(refused.contains("use_causal_conv"), "{refused}");
    let fixture = Fixture::open("encodec");
    let network: EncodecDecoder = fixture.network();
    let mut wrong = codes(&fixture, 3);
    wrong[1][2] = 32;
    for codes in [
        wrong,
        codes(&fixture, 3)[..2].to_vec(),
        vec![vec![1], vec![1, 2], vec![1]],
    ] {
        let refused = network
            .decode(&codes, Watch::nobody())
            .unwrap_err()
            .to_string();
        assert!(refused.contains("3 codebooks of 32 codes"), "{refused}");
    }
    assert!(
        network
            .decode(&codes(&fixture, 0), Watch::nobody())
            .unwrap()
            .is_empty()
    );
}
