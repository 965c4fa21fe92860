//! The Descript audio codec against transformers' `DacModel`, whose tensors are saved under the
//! names of its authors.

use candle_core::{DType, Tensor};
use patchbay_inference::networks::dac::{DacConfig, DacDecoder};
use patchbay_inference::{Watch, weights};

use crate::support::{Fixture, difference};

/// The codes of each codebook.
fn codes(fixture: &Fixture) -> Vec<Vec<u32>> {
    fixture
        .tensor("codes")
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec2()
        .unwrap()
}

/// How far the samples that a network makes are from the expected ones.
fn apart(fixture: &Fixture, network: &DacDecoder) -> f32 {
    let samples = network.decode(&codes(fixture), Watch::nobody()).unwrap();
    let expected = fixture.tensor("samples");
    difference(&Tensor::new(samples, expected.device()).unwrap(), expected)
}

#[test]
fn codes_make_the_samples_of_transformers_and_disturbed_layers_others() {
    let fixture = Fixture::open("dac");
    let same = apart(&fixture, &fixture.network());
    assert!(same < 1e-4, "{same}");
    for tensor in [
        "quantizer.quantizers.0.codebook.weight",
        "quantizer.quantizers.3.out_proj.weight_g",
        "quantizer.quantizers.1.out_proj.bias",
        "decoder.model.0.weight_v",
        "decoder.model.0.bias",
        "decoder.model.1.block.0.alpha",
        "decoder.model.1.block.1.weight_g",
        "decoder.model.1.block.1.weight_v",
        "decoder.model.2.block.1.bias",
        "decoder.model.1.block.2.block.0.alpha",
        "decoder.model.1.block.3.block.1.weight_v",
        "decoder.model.2.block.4.block.1.weight_g",
        "decoder.model.2.block.4.block.2.alpha",
        "decoder.model.2.block.3.block.3.bias",
        "decoder.model.3.alpha",
        "decoder.model.4.weight_g",
        "decoder.model.4.bias",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 5e-4, "{tensor}: {apart}");
    }
}

#[test]
fn half_of_the_precision_is_not_used() {
    let fixture = Fixture::open("dac");
    // The weights are stored in full here, so that nothing is lost.
    let same = apart(&fixture, &fixture.network_of(DType::F16));
    assert!(same < 1e-4, "{same}");
}

#[test]
fn what_is_no_code_is_refused_and_no_codes_are_silent() {
    let fixture = Fixture::open("dac");
    let network: DacDecoder = fixture.network();
    let all = codes(&fixture);
    let mut wrong = all.clone();
    wrong[2][7] = 16;
    let mut uneven = all.clone();
    uneven[1].pop();
    for codes in [wrong, uneven, all[..3].to_vec(), Vec::new()] {
        let said = network
            .decode(&codes, Watch::nobody())
            .unwrap_err()
            .to_string();
        assert!(said.contains("4 codebooks of 16 codes"), "{said}");
    }
    assert!(
        network
            .decode(&vec![Vec::new(); 4], Watch::nobody())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn the_published_codec_has_its_authors_names_and_shapes() {
    let config = DacConfig::default();
    assert_eq!(
        weights::expected::<DacDecoder>(&config).unwrap(),
        Fixture::open("dac").full_size()
    );
    assert_eq!(config.hop(), 512);
    for wrong in [
        DacConfig {
            decoder_rates: vec![8, 5],
            ..DacConfig::default()
        },
        DacConfig {
            decoder_rates: Vec::new(),
            ..DacConfig::default()
        },
        DacConfig {
            decoder_dim: 100,
            ..DacConfig::default()
        },
        DacConfig {
            num_codebooks: 0,
            ..DacConfig::default()
        },
    ] {
        assert!(
            weights::expected::<DacDecoder>(&wrong).is_err(),
            "{wrong:?}"
        );
    }
}
