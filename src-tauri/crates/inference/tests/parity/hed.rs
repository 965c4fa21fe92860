//! HED against its definition in `PyTorch`, and strokes against their definition in `SciPy`.

use candle_core::{DType, Device};
use patchbay_inference::networks::hed::{EdgeMap, Hed, HedConfig, STROKE, preprocess};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference, photo};

/// How far the furthest block's edges and the joined ones are from the expected ones.
fn differences(fixture: &Fixture, network: &Hed) -> (f32, f32) {
    let pixels = fixture
        .tensor("pixels")
        .squeeze(0)
        .unwrap()
        .permute((1, 2, 0))
        .unwrap();
    let pixels = pixels.to_dtype(DType::F32).unwrap().contiguous().unwrap();
    let sides = network.forward(&pixels, Watch::nobody()).unwrap();
    let apart = sides
        .iter()
        .enumerate()
        .map(|(index, side)| difference(side, fixture.tensor(&format!("side_{}", index + 1))));
    (
        apart.fold(0.0, f32::max),
        difference(&Hed::joined(&sides).unwrap(), fixture.tensor("edges")),
    )
}

#[test]
fn the_network_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("hed");
    let (sides, edges) = differences(&fixture, &fixture.network());
    assert!(sides < 1e-5 && edges < 1e-5, "{sides} {edges}");
    for tensor in [
        "norm",
        "block1.convs.0.weight",
        "block3.convs.2.bias",
        "block5.projection.bias",
        "block2.projection.weight",
    ] {
        let (sides, edges) = differences(&fixture, &fixture.mutated(tensor));
        assert!(sides > 1e-3 && edges > 1e-4, "{tensor}: {sides} {edges}");
    }
}

#[test]
fn strokes_follow_the_ridges_of_edges() {
    let fixture = Fixture::open("hed");
    let drawn = fixture.tensor("drawn");
    let (height, width) = drawn.dims2().unwrap();
    let edges = EdgeMap {
        width,
        height,
        values: drawn.flatten_all().unwrap().to_vec1().unwrap(),
    };
    let found = edges
        .strokes()
        .values
        .iter()
        .map(|value| u8::from(*value > STROKE))
        .collect::<Vec<_>>();
    let expected = fixture
        .tensor("strokes")
        .flatten_all()
        .unwrap()
        .to_vec1::<u8>()
        .unwrap();
    let others = found
        .iter()
        .zip(&expected)
        .filter(|(found, expected)| found != expected)
        .count();
    // Along a straight line neighbours are as high as each other, and rounding decides which of
    // them is a ridge.
    assert!(
        others * 1000 <= found.len() && found.contains(&1),
        "{others} places of {} differ",
        found.len()
    );
}

#[test]
fn an_image_is_looked_at_at_its_size_and_that_can_be_stopped() {
    for (from, to) in [
        ((1280, 853), (768, 512)),
        ((853, 1280), (512, 768)),
        ((512, 512), (512, 512)),
        ((100, 100), (512, 512)),
        ((10, 1000), (128, 12_224)),
    ] {
        assert_eq!(preprocess::size(from), to, "{from:?}");
    }
    let network: Hed = Fixture::open("hed").network();
    let found = network.edges(&photo(), Watch::nobody()).unwrap();
    assert_eq!((found.width, found.height), (768, 512));
    assert!(
        found.values.len() == 768 * 512
            && found.values.iter().all(|value| (0.0..=1.0).contains(value))
    );
    let stop = |_: f64| std::ops::ControlFlow::Break(());
    assert!(matches!(
        network.edges(&photo(), Watch::new(&stop)),
        Err(InferenceError::Cancelled)
    ));
    let pixels = preprocess::pixels(&photo(), DType::F32, &Device::Cpu).unwrap();
    assert_eq!(pixels.dims(), [284, 427, 3]);
    let pixel = pixels
        .get(7)
        .unwrap()
        .get(9)
        .unwrap()
        .to_dtype(DType::U8)
        .unwrap()
        .to_vec1::<u8>()
        .unwrap();
    assert_eq!(pixel, photo().get_pixel(9, 7).0);
}

#[test]
fn the_full_size_model_has_these_tensors() {
    let expected = Fixture::open("hed").full_size();
    assert_eq!(
        weights::expected::<Hed>(&HedConfig::default()).unwrap(),
        expected
    );
}
