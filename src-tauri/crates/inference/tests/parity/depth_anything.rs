//! Depth Anything against transformers' `DepthAnythingForDepthEstimation` and `DPTImageProcessor`.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::depth_anything::{
    DepthAnything, DepthAnythingConfig, preprocess,
};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference, photo};

fn apart(fixture: &Fixture, network: &DepthAnything) -> f32 {
    let depth = network
        .forward(fixture.tensor("pixels"), Watch::nobody())
        .unwrap()
        .squeeze(1)
        .unwrap();
    difference(&depth, fixture.tensor("depth"))
}

#[test]
fn the_network_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("depth_anything");
    let same = apart(&fixture, &fixture.network());
    assert!(same < 2e-5, "{same}");
    for tensor in [
        "backbone.encoder.layer.1.attention.attention.key.weight",
        "backbone.encoder.layer.0.layer_scale2.lambda1",
        "backbone.embeddings.position_embeddings",
        "neck.reassemble_stage.layers.0.resize.bias",
        "neck.reassemble_stage.layers.3.resize.weight",
        "neck.fusion_stage.layers.2.residual_layer1.convolution2.bias",
        "neck.convs.1.weight",
        "head.conv2.bias",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 1e-3, "{tensor}: {apart}");
    }
}

#[test]
fn an_image_is_prepared_as_by_pillow() {
    let fixture = Fixture::open("depth_anything");
    let sizes = std::fs::read(fixture.folder.join("sizes.json")).unwrap();
    for size in serde_json::from_slice::<Vec<serde_json::Value>>(&sizes).unwrap() {
        let read = |key: &str| serde_json::from_value::<(u32, u32)>(size[key].clone()).unwrap();
        assert_eq!(
            preprocess::size(read("from"), 518, 14),
            read("to"),
            "{size}"
        );
    }
    let (width, height) = preprocess::size((20_000, 500), 518, 14);
    assert!(
        width * height <= 6200 * 14 * 14 && width / height > 30,
        "{width} {height}"
    );
    let pixels = preprocess::pixels(&photo(), 70, 14, DType::F32, &Device::Cpu).unwrap();
    let apart = (pixels - fixture.tensor("pixels"))
        .unwrap()
        .abs()
        .unwrap()
        .max_all()
        .unwrap();
    // Rounding of the deviations; a step of one of 255 would be 1.4e-2 at least.
    assert!(apart.to_scalar::<f32>().unwrap() < 1e-5);
}

#[test]
fn the_map_is_as_large_as_the_image_and_can_be_stopped() {
    let fixture = Fixture::open("depth_anything");
    let network: DepthAnything = fixture.network();
    let found = network.depth(&photo(), Watch::nobody()).unwrap();
    assert_eq!((found.width, found.height), photo().dimensions());
    let values = Tensor::from_slice(
        &found.values,
        (found.height as usize, found.width as usize),
        &Device::Cpu,
    )
    .unwrap();
    let every_eighth = |length: u32| Tensor::arange_step(0, length, 8, &Device::Cpu).unwrap();
    let values = values.index_select(&every_eighth(found.height), 0).unwrap();
    let values = values.index_select(&every_eighth(found.width), 1).unwrap();
    // The image's preparation differs by up to one of 255.
    assert!(difference(&values, fixture.tensor("whole")) < 1e-2);
    let grey = found.grey();
    assert!(
        grey.pixels().any(|pixel| pixel.0[0] == 0)
            && grey.pixels().any(|pixel| pixel.0[0] == u16::MAX)
    );
    let stop = |_: f64| std::ops::ControlFlow::Break(());
    assert!(matches!(
        network.depth(&photo(), Watch::new(&stop)),
        Err(InferenceError::Cancelled)
    ));
}

#[test]
fn the_full_size_model_has_these_tensors() {
    let expected = Fixture::open("depth_anything").full_size();
    assert_eq!(
        weights::expected::<DepthAnything>(&DepthAnythingConfig::default()).unwrap(),
        expected
    );
}
