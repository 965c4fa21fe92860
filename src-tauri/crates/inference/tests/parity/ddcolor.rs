//! `DDColor` against the published network, stage by stage, and CIE L*a*b* against its definition.

use std::collections::BTreeMap;

use candle_core::{DType, Device, Tensor};
use image::{Rgb, RgbImage};
use patchbay_inference::networks::ddcolor::{Chroma, DdColor, DdColorConfig, lab, preprocess};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference, photo};

/// How far the encoder's maps, the pixel decoder's, the colours and what becomes of them are from
/// the expected ones.
fn differences(fixture: &Fixture, network: &DdColor) -> [f32; 4] {
    let found = network
        .forward(fixture.tensor("grey"), Watch::nobody())
        .unwrap();
    let furthest = |tensors: &[Tensor], name: &str| {
        let apart = tensors.iter().enumerate().map(|(index, tensor)| {
            let expected = fixture.tensor(&format!("{name}_{index}"));
            difference(tensor, expected)
        });
        apart.fold(0.0, f32::max)
    };
    assert_eq!((found.maps.len(), found.features.len()), (4, 3));
    [
        furthest(&found.maps, "map"),
        furthest(&found.features, "feature"),
        difference(&found.colors, fixture.tensor("colors")),
        difference(&found.chroma, fixture.tensor("chroma")),
    ]
}

#[test]
fn each_part_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("ddcolor");
    let apart = differences(&fixture, &fixture.network());
    assert!(apart.iter().all(|apart| *apart < 1e-5), "{apart:?}");
    // The first part that each of them changes.
    for (tensor, part) in [
        ("mean", 0),
        ("std", 0),
        ("encoder.arch.downsample_layers.2.0.bias", 0),
        ("encoder.arch.stages.1.0.gamma", 0),
        ("encoder.arch.stages.0.0.dwconv.bias", 0),
        ("encoder.arch.norm2.bias", 0),
        ("decoder.layers.0.conv.2.running_mean", 1),
        ("decoder.layers.1.bn.running_mean", 1),
        ("decoder.layers.2.shuf.conv.0.weight_v", 1),
        ("decoder.layers.2.conv.2.running_var", 1),
        ("decoder.color_decoder.level_embed.weight", 2),
        ("decoder.color_decoder.query_feat.weight", 2),
        ("decoder.color_decoder.query_embed.weight", 2),
        ("decoder.color_decoder.input_proj.1.weight", 2),
        (
            "decoder.color_decoder.transformer_ffn_layers.3.linear1.bias",
            2,
        ),
        ("decoder.color_decoder.decoder_norm.bias", 2),
        ("decoder.last_shuf.conv.0.bias", 3),
        ("decoder.last_shuf.conv.0.weight_u", 3),
        ("refine_net.0.0.weight_orig", 3),
        ("refine_net.0.0.bias", 3),
    ] {
        let apart = differences(&fixture, &fixture.mutated(tensor));
        assert!(apart[part] > 1e-3 && apart[3] > 1e-3, "{tensor}: {apart:?}");
        assert!(
            apart[..part].iter().all(|apart| *apart < 1e-5),
            "{tensor}: {apart:?}"
        );
    }
}

#[test]
fn chroma_between_places_is_that_of_interpolated_maps() {
    let fixture = Fixture::open("ddcolor");
    let (height, width, _) = fixture.tensor("chroma").dims3().unwrap();
    let values = fixture
        .tensor("chroma")
        .reshape((height * width, 2))
        .unwrap()
        .to_vec2::<f32>()
        .unwrap();
    let chroma = Chroma {
        width,
        height,
        values: values.iter().map(|pair| [pair[0], pair[1]]).collect(),
    };
    let expected = fixture.tensor("resized");
    let (rows, columns, _) = expected.dims3().unwrap();
    let size = (columns as u32, rows as u32);
    let pixels = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
    let found: Vec<f32> = pixels.flat_map(|pixel| chroma.at(pixel, size)).collect();
    let found = Tensor::from_vec(found, (rows, columns, 2), &Device::Cpu).unwrap();
    assert!(difference(&found, expected) < 1e-5);
}

#[test]
fn a_colour_keeps_its_light_and_gets_other_axes() {
    let fixture = Fixture::open("ddcolor");
    let rows = |name: &str| fixture.tensor(name).to_vec2::<f32>().unwrap();
    for ((before, axes), expected) in rows("before")
        .iter()
        .zip(&rows("axes"))
        .zip(&rows("recolored"))
    {
        let found = lab::recolored([before[0], before[1], before[2]], [axes[0], axes[1]]);
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-4,
                "{before:?} {axes:?}: {found} instead of {expected}"
            );
        }
    }
}

#[test]
fn any_image_gets_colours_at_the_size_it_is_seen_at_and_that_can_be_stopped() {
    let network: DdColor = Fixture::open("ddcolor").network();
    let images = [
        photo(),
        RgbImage::from_pixel(1, 1, Rgb([9, 9, 9])),
        RgbImage::from_pixel(2000, 1, Rgb([0, 255, 128])),
        RgbImage::new(3, 700),
    ];
    for image in &images {
        let chroma = network.chroma(image, Watch::nobody()).unwrap();
        assert_eq!(
            (chroma.width, chroma.height, chroma.values.len()),
            (96, 64, 96 * 64)
        );
        let size = image.dimensions();
        for at in [(0, 0), (size.0 - 1, size.1 - 1)] {
            assert!(
                chroma.at(at, size).iter().all(|axis| axis.is_finite()),
                "{size:?}"
            );
        }
    }
    let empty = network
        .chroma(&RgbImage::new(0, 0), Watch::nobody())
        .unwrap_err();
    assert!(matches!(empty, InferenceError::Image(_)));
    let stop = |_: f64| std::ops::ControlFlow::Break(());
    assert!(matches!(
        network.chroma(&photo(), Watch::new(&stop)),
        Err(InferenceError::Cancelled)
    ));
}

#[test]
fn an_image_is_seen_as_grey_as_it_is_light() {
    let one = |color: [u8; 3]| {
        let image = RgbImage::from_pixel(5, 3, Rgb(color));
        let grey = preprocess::grey(&image, (64, 32), DType::F32, &Device::Cpu).unwrap();
        assert_eq!(grey.dims(), [64, 32]);
        grey.get(7)
            .unwrap()
            .get(9)
            .unwrap()
            .to_scalar::<f32>()
            .unwrap()
    };
    assert!((one([51; 3]) - 0.2).abs() < 1e-4);
    // L* of 53.24, 87.73 and 32.30 (Lindbloom's calculator), as sRGB's greys.
    for (color, level) in [
        ([255, 0, 0], 0.498),
        ([0, 255, 0], 0.863),
        ([0, 0, 255], 0.298),
    ] {
        assert!(
            (one(color) - level).abs() < 4e-3,
            "{color:?}: {}",
            one(color)
        );
    }
}

#[test]
fn full_size_models_have_these_tensors() {
    let fixture = Fixture::open("ddcolor");
    assert_eq!(
        weights::expected::<DdColor>(&DdColorConfig::default()).unwrap(),
        fixture.full_size()
    );
    let tiny = std::fs::read(fixture.folder.join("full_size_tiny.json")).unwrap();
    let tiny: BTreeMap<String, Vec<usize>> = serde_json::from_slice(&tiny).unwrap();
    let config = DdColorConfig {
        encoder_name: "convnext-t".to_owned(),
        ..DdColorConfig::default()
    };
    assert_eq!(weights::expected::<DdColor>(&config).unwrap(), tiny);
}

#[test]
fn models_that_are_not_supported_are_refused() {
    let usual = DdColorConfig::default;
    for config in [
        DdColorConfig {
            encoder_name: "resnet50".to_owned(),
            ..usual()
        },
        DdColorConfig {
            decoder_name: "SingleColorDecoder".to_owned(),
            ..usual()
        },
        DdColorConfig {
            last_norm: "Weight".to_owned(),
            ..usual()
        },
        DdColorConfig {
            num_output_channels: 3,
            ..usual()
        },
        DdColorConfig {
            num_scales: 2,
            ..usual()
        },
        DdColorConfig {
            do_normalize: true,
            ..usual()
        },
        DdColorConfig {
            input_size: [500, 512],
            ..usual()
        },
        DdColorConfig {
            input_size: [512, 0],
            ..usual()
        },
        DdColorConfig {
            nheads: 7,
            ..usual()
        },
        DdColorConfig { nf: 0, ..usual() },
    ] {
        assert!(weights::expected::<DdColor>(&config).is_err(), "{config:?}");
    }
}
