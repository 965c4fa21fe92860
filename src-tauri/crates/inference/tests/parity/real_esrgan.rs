//! Real-ESRGAN's networks against spandrel's.

use candle_core::Tensor;
use image::{DynamicImage, Rgb32FImage};
use patchbay_inference::networks::real_esrgan::{RealEsrgan, RealEsrganConfig};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference, photo};

/// How far the larger image is from the expected one.
fn apart(fixture: &Fixture, network: &RealEsrgan) -> f32 {
    let pixels = fixture
        .tensor("pixels")
        .squeeze(0)
        .unwrap()
        .permute((1, 2, 0))
        .unwrap()
        .contiguous()
        .unwrap();
    let large = network.forward(&pixels, Watch::nobody()).unwrap();
    difference(
        &large.permute((2, 0, 1)).unwrap().unsqueeze(0).unwrap(),
        fixture.tensor("large"),
    )
}

#[test]
fn both_networks_agree_and_disturbed_ones_do_not() {
    for (name, tensors) in [
        (
            "real_esrgan",
            [
                "body.0.weight",
                "body.3.weight",
                "body.4.bias",
                "body.8.bias",
            ],
        ),
        (
            "real_esrgan_dense",
            [
                "conv_first.bias",
                "body.0.rdb2.conv5.bias",
                "body.0.rdb3.conv3.weight",
                "conv_hr.bias",
            ],
        ),
    ] {
        let fixture = Fixture::open(name);
        let found = apart(&fixture, &fixture.network());
        assert!(found < 1e-5, "{name}: {found}");
        for tensor in tensors {
            let found = apart(&fixture, &fixture.mutated(tensor));
            assert!(found > 1e-4, "{name}, {tensor}: {found}");
        }
    }
}

#[test]
fn pieces_join_without_a_seam() {
    let network: RealEsrgan = Fixture::open("real_esrgan").network();
    let image = DynamicImage::ImageRgb8(photo())
        .crop_imm(0, 0, 250, 200)
        .to_rgb32f();
    let joined = network.upscaled(&image, Watch::nobody()).unwrap();
    assert_eq!(joined.dimensions(), (1000, 800));
    let whole =
        Tensor::from_slice(image.as_raw(), (200, 250, 3), &candle_core::Device::Cpu).unwrap();
    let whole = network
        .forward(&whole, Watch::nobody())
        .unwrap()
        .clamp(0.0, 1.0)
        .unwrap();
    let whole =
        Rgb32FImage::from_raw(1000, 800, whole.flatten_all().unwrap().to_vec1().unwrap()).unwrap();
    let apart = joined
        .iter()
        .zip(whole.iter())
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(apart < 1e-5, "{apart}");
    // The smallest image there is.
    let dot = network
        .upscaled(&Rgb32FImage::new(1, 1), Watch::nobody())
        .unwrap();
    assert_eq!(dot.dimensions(), (4, 4));
    let stop = |_: f64| std::ops::ControlFlow::Break(());
    assert!(matches!(
        network.upscaled(&image, Watch::new(&stop)),
        Err(InferenceError::Cancelled)
    ));
}

#[test]
fn the_full_size_models_have_these_tensors() {
    for (name, config) in [
        ("real_esrgan", RealEsrganConfig::general()),
        ("real_esrgan_dense", RealEsrganConfig::dense()),
    ] {
        let expected = Fixture::open(name).full_size();
        assert_eq!(
            weights::expected::<RealEsrgan>(&config).unwrap(),
            expected,
            "{name}"
        );
    }
}
