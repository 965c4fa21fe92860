//! PP-OCRv6 against transformers' `PPOCRV6SmallDetForObjectDetection`,
//! `PPOCRV6SmallRecForTextRecognition` and their image processors, and lines cut out against
//! `OpenCV`.

use candle_core::{DType, Device, Tensor};
use image::RgbImage;
use patchbay_inference::networks::pp_ocr::{
    DetectorConfig, DetectorNetwork, DetectorPreprocessing, RecogniserConfig, RecogniserNetwork,
    TextBox, TextDetector, TextRecogniser, line, postprocess, preprocess,
};
use patchbay_inference::weights::Network;
use patchbay_inference::{InferenceError, Watch, weights};
use serde_json::Value;

use crate::support::{Fixture, difference, image_difference, photo};

const CPU: Device = Device::Cpu;

fn json(fixture: &Fixture, file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(fixture.folder.join(file)).unwrap()).unwrap()
}

fn values(tensor: &Tensor) -> Vec<f32> {
    tensor.flatten_all().unwrap().to_vec1().unwrap()
}

/// The boxes that a fixture holds, by their scores' order, and those found have to be the same
/// within a pixel.
fn assert_same_boxes(found: &[TextBox], boxes: &Tensor, scores: &Tensor, score_bound: f32) {
    let expected = values(boxes);
    assert_eq!(found.len(), expected.len() / 8, "{found:?}");
    for (corners, score) in expected.chunks(8).zip(values(scores)) {
        let is_near = |found: &&TextBox| {
            let ours = found.corners.iter().flat_map(|(x, y)| [*x, *y]);
            ours.zip(corners).all(|(a, b)| (a - b).abs() <= 1.0)
        };
        let same = found
            .iter()
            .find(is_near)
            .unwrap_or_else(|| panic!("{corners:?} is not in {found:?}"));
        assert!((same.score - score).abs() < score_bound, "{same:?} {score}");
    }
}

fn apart<N: Network>(
    fixture: &Fixture,
    network: &N,
    run: impl Fn(&N, &Tensor) -> Tensor,
    names: [&str; 2],
) -> f32 {
    difference(
        &run(network, fixture.tensor(names[0])),
        fixture.tensor(names[1]),
    )
}

#[test]
fn the_detector_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("pp_ocr_detector");
    let run = |network: &DetectorNetwork, pixels: &Tensor| {
        network.forward(pixels, Watch::nobody()).unwrap()
    };
    let names = ["pixels", "likely"];
    let same = apart(&fixture, &fixture.network::<DetectorNetwork>(), run, names);
    // What comes before is multiplied by 9, so that there are boxes.
    assert!(same < 1e-4, "{same}");
    for tensor in [
        "model.backbone.encoder.convolution.stem2b.normalization.bias",
        "model.backbone.encoder.convolution.stem4.convolution.weight",
        "model.backbone.encoder.blocks.0.blocks.0.token_squeeze_excitation.convolutions.2.bias",
        "model.backbone.encoder.blocks.1.blocks.0.token_conv.normalization.running_mean",
        "model.backbone.encoder.blocks.2.blocks.1.token_conv.bias",
        "model.backbone.encoder.blocks.3.blocks.1.channel_conv2.normalization.weight",
        "model.neck.insert_conv.3.in_conv.weight",
        "model.neck.insert_conv.1.squeeze_excitation_block.conv2.bias",
        "model.neck.input_conv.2.depthwise_convolution.bias",
        "head.conv_up.convolution.bias",
        "head.conv_up.norm.running_var",
        "head.conv_final.weight",
    ] {
        let apart = apart(
            &fixture,
            &fixture.mutated::<DetectorNetwork>(tensor),
            run,
            names,
        );
        assert!(apart > 1e-3, "{tensor}: {apart}");
    }
}

#[test]
fn the_recogniser_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("pp_ocr_recogniser");
    let run = |network: &RecogniserNetwork, pixels: &Tensor| {
        network.forward(pixels, Watch::nobody()).unwrap()
    };
    let network = fixture.network::<RecogniserNetwork>();
    for names in [
        ["long_pixels", "long_likely"],
        ["short_pixels", "short_likely"],
    ] {
        let same = apart(&fixture, &network, run, names);
        assert!(same < 1e-4, "{same}");
    }
    for tensor in [
        "head.encoder.conv_block.0.normalization.bias",
        "head.encoder.conv_block.2.convolution.weight",
        "head.encoder.svtr_block.0.self_attn.qkv.bias",
        "head.encoder.svtr_block.1.self_attn.projection.weight",
        "head.encoder.svtr_block.1.mlp.fc2.bias",
        "head.encoder.norm.weight",
        "head.head.bias",
        "model.backbone.encoder.blocks.2.blocks.0.token_conv.convolution.weight",
    ] {
        let apart = apart(
            &fixture,
            &fixture.mutated::<RecogniserNetwork>(tensor),
            run,
            ["long_pixels", "long_likely"],
        );
        assert!(apart > 1e-3, "{tensor}: {apart}");
    }
}

#[test]
fn images_are_prepared_as_by_the_hub() {
    let fixture = Fixture::open("pp_ocr_detector");
    for case in json(&fixture, "sizes.json").as_array().unwrap() {
        let read = |key: &str| serde_json::from_value::<(u32, u32)>(case[key].clone()).unwrap();
        let preprocessing = DetectorPreprocessing {
            limit_side_len: case["limit"].as_u64().unwrap() as u32,
            limit_type: case["type"].as_str().unwrap().to_owned(),
            ..DetectorPreprocessing::default()
        };
        assert_eq!(
            preprocess::detector_size(read("from"), &preprocessing),
            read("to"),
            "{case}"
        );
    }
    let pixels = preprocess::detector_pixels(&photo(), (160, 96), DType::F32, &CPU).unwrap();
    let apart = (pixels - fixture.tensor("pixels"))
        .unwrap()
        .abs()
        .unwrap()
        .max_all()
        .unwrap();
    // One of 255, divided by the smallest deviation: the reference does not round in between.
    assert!(apart.to_scalar::<f32>().unwrap() < 1.01 / 255.0 / 0.224);

    let fixture = Fixture::open("pp_ocr_recogniser");
    for case in json(&fixture, "widths.json").as_array().unwrap() {
        let from = serde_json::from_value(case["from"].clone()).unwrap();
        assert_eq!(
            Value::from(preprocess::recogniser_width(from, 3200)),
            case["to"],
            "{case}"
        );
    }
    for name in ["long", "short"] {
        let line = saved_line(&fixture, name);
        let pixels = preprocess::recogniser_pixels(&line, 3200, DType::F32, &CPU).unwrap();
        let expected = fixture.tensor(&format!("{name}_pixels"));
        assert_eq!(pixels.dims(), expected.dims());
        let apart = (pixels - expected)
            .unwrap()
            .abs()
            .unwrap()
            .max_all()
            .unwrap()
            .to_scalar::<f32>()
            .unwrap();
        assert!(apart < 1.01 / 255.0 / 0.5, "{name}: {apart}");
    }
}

fn saved_line(fixture: &Fixture, name: &str) -> RgbImage {
    let planes = fixture.tensor(&format!("{name}_line")).squeeze(0).unwrap();
    let (_, height, width) = planes.dims3().unwrap();
    let pixels = planes
        .permute((1, 2, 0))
        .unwrap()
        .flatten_all()
        .unwrap()
        .to_vec1::<u8>()
        .unwrap();
    RgbImage::from_raw(width as u32, height as u32, pixels).unwrap()
}

#[test]
fn boxes_are_those_of_the_hub_s_post_processing() {
    let fixture = Fixture::open("pp_ocr_detector");
    let map = fixture.tensor("map");
    let found = postprocess::boxes(&values(map), (192, 128), photo().dimensions());
    assert_same_boxes(
        &found,
        fixture.tensor("map_boxes"),
        fixture.tensor("map_scores"),
        0.02,
    );
    // From the same pixels: random weights make much of the step of one of 255 by which pixels may
    // differ.
    let detector = TextDetector::open(&fixture.folder, DType::F32, &CPU).unwrap();
    let likely = fixture
        .network::<DetectorNetwork>()
        .forward(fixture.tensor("pixels"), Watch::nobody())
        .unwrap();
    let found = postprocess::boxes(&values(&likely), (160, 96), photo().dimensions());
    assert_same_boxes(
        &found,
        fixture.tensor("boxes"),
        fixture.tensor("scores"),
        1e-3,
    );
    assert!(!detector.find(&photo(), Watch::nobody()).unwrap().is_empty());
    let stop = |_: f64| std::ops::ControlFlow::Break(());
    assert!(matches!(
        detector.find(&photo(), Watch::new(&stop)),
        Err(InferenceError::Cancelled)
    ));
}

#[test]
fn lines_are_cut_out_and_read() {
    let fixture = Fixture::open("pp_ocr_recogniser");
    let recogniser = TextRecogniser::open(&fixture.folder, DType::F32, &CPU).unwrap();
    let boxes: Vec<Vec<f32>> = values(fixture.tensor("boxes"))
        .chunks(8)
        .map(<[f32]>::to_vec)
        .collect();
    let expected = json(&fixture, "read.json");
    for name in ["long", "short"] {
        let expected = &expected[name];
        let place = &boxes[expected["index"].as_u64().unwrap() as usize];
        let corners = std::array::from_fn(|corner| (place[2 * corner], place[2 * corner + 1]));
        let cut = line(
            &photo(),
            &TextBox {
                corners,
                score: 1.0,
            },
        );
        let apart = image_difference(&cut, fixture.tensor(&format!("{name}_line")));
        // OpenCV takes places between pixels in steps of a 32nd.
        assert!(apart <= 8, "{name}: {apart}");
        // From the same pixels: random weights make much of the step of one of 255 by which pixels
        // may differ.
        let read = recogniser
            .read_pixels(fixture.tensor(&format!("{name}_pixels")), Watch::nobody())
            .unwrap();
        assert_eq!(Value::from(read.text), expected["text"]);
        assert!(
            (f64::from(read.score) - expected["score"].as_f64().unwrap()).abs() < 1e-3,
            "{name}: {}",
            read.score
        );
        assert!(
            !recogniser
                .read(&cut, Watch::nobody())
                .unwrap()
                .text
                .is_empty()
        );
        let stop = |_: f64| std::ops::ControlFlow::Break(());
        assert!(matches!(
            recogniser.read(&cut, Watch::new(&stop)),
            Err(InferenceError::Cancelled)
        ));
    }
}

#[test]
fn the_full_size_models_have_these_tensors() {
    let expected = Fixture::open("pp_ocr_detector").full_size();
    assert_eq!(
        weights::expected::<DetectorNetwork>(&DetectorConfig::default()).unwrap(),
        expected
    );
    let expected = Fixture::open("pp_ocr_recogniser").full_size();
    assert_eq!(
        weights::expected::<RecogniserNetwork>(&RecogniserConfig::default()).unwrap(),
        expected
    );
}
