//! Networks that tell what is on an image, and where.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::Watch;
use patchbay_inference::detection::Area;
use patchbay_inference::networks::clip::{Clip, ClipTowers};
use patchbay_inference::networks::depth_anything::DepthAnything;
use patchbay_inference::networks::detr::{DetrDetector, DetrSegmenter};
use patchbay_inference::networks::hed::Hed;
use patchbay_inference::networks::owl_vit::{OwlVit, OwlVitNetwork};
use patchbay_inference::networks::pp_ocr::{DetectorNetwork, RecogniserNetwork};
use patchbay_inference::networks::segment_anything::{
    Embedding, Placement, Prompt, SegmentAnything,
};
use patchbay_inference::networks::vitpose::VitPose;

use super::{BOUND, SHARPENED, assert_near, half};
use crate::support::{Fixture, difference, photo};

#[test]
fn clip() {
    let fixture = Fixture::open("clip");
    let (network, whole): (ClipTowers, ClipTowers) =
        (fixture.network_of(DType::F16), fixture.network());
    let images = network
        .image_embeddings(&half(&fixture, "pixels"), Watch::nobody())
        .unwrap();
    assert_near(&images, fixture.tensor("image_embeddings"), BOUND, "image");
    let ids = [vec![1, 5, 9, 2], vec![3, 4]];
    let texts = network.text_embeddings(&ids, Watch::nobody()).unwrap();
    assert_near(
        &texts,
        &whole.text_embeddings(&ids, Watch::nobody()).unwrap(),
        BOUND,
        "text",
    );
    let clip = Clip::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let found = clip
        .probabilities(
            &photo(),
            &["cat", "red ball", "man in a hat"],
            Watch::nobody(),
        )
        .unwrap();
    let found = Tensor::new(found.as_slice(), &Device::Cpu)
        .unwrap()
        .unsqueeze(0)
        .unwrap();
    assert!(difference(&found, fixture.tensor("probabilities")) < BOUND);
}

#[test]
fn owl_vit() {
    let fixture = Fixture::open("owl_vit");
    let network: OwlVitNetwork = fixture.network_of(DType::F16);
    let patches = network
        .patches(&half(&fixture, "pixels"), Watch::nobody())
        .unwrap();
    assert_near(&patches, fixture.tensor("patches"), BOUND, "patches");
    let (fits, boxes) = network.heads(&patches, &half(&fixture, "queries")).unwrap();
    assert_near(&fits, fixture.tensor("fits"), BOUND, "fits");
    assert_near(&boxes, fixture.tensor("boxes"), BOUND, "boxes");
    let model = OwlVit::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let queries = ["a cat".to_owned(), "a red ball".to_owned()];
    model
        .find(&photo(), &queries, 0.1, Watch::nobody())
        .unwrap();
}

#[test]
fn detr() {
    let fixture = Fixture::open("detr");
    let network: DetrDetector = fixture.network_of(DType::F16);
    let found = network
        .forward(&half(&fixture, "pixels"), Watch::nobody())
        .unwrap();
    assert_near(&found.memory, fixture.tensor("memory"), SHARPENED, "memory");
    assert_near(&found.logits, fixture.tensor("logits"), SHARPENED, "logits");
    assert_near(&found.boxes, fixture.tensor("boxes"), SHARPENED, "boxes");
    network.detect(&photo(), 0.3, Watch::nobody()).unwrap();
    let masked = Fixture::open("detr_panoptic");
    let network: DetrSegmenter = masked.network_of(DType::F16);
    let found = network
        .detector()
        .forward(&half(&fixture, "pixels"), Watch::nobody())
        .unwrap();
    let masks = network
        .masks(&found, &(0..12).collect::<Vec<_>>(), Watch::nobody())
        .unwrap();
    assert_near(
        &masks.unsqueeze(0).unwrap(),
        masked.tensor("masks"),
        SHARPENED,
        "masks",
    );
    assert!(
        !network
            .segment(&photo(), Watch::nobody())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn depth_anything() {
    let fixture = Fixture::open("depth_anything");
    let network: DepthAnything = fixture.network_of(DType::F16);
    let depth = network
        .forward(&half(&fixture, "pixels"), Watch::nobody())
        .unwrap();
    assert_near(
        &depth.squeeze(1).unwrap(),
        fixture.tensor("depth"),
        BOUND,
        "depth",
    );
    assert!(
        network
            .depth(&photo(), Watch::nobody())
            .unwrap()
            .values
            .iter()
            .all(|value| value.is_finite())
    );
}

#[test]
fn segment_anything() {
    for name in ["segment_anything", "segment_anything_mobile"] {
        let fixture = Fixture::open(name);
        let (network, whole): (SegmentAnything, SegmentAnything) =
            (fixture.network_of(DType::F16), fixture.network());
        let features = network
            .embed_pixels(&half(&fixture, "pixels"), Watch::nobody())
            .unwrap();
        assert_near(&features, fixture.tensor("embedding"), BOUND, name);
        let prompt = Prompt {
            points: vec![(60.5, 40.25, true)],
            ..Prompt::default()
        };
        let segments = |network: &SegmentAnything, features: Tensor| {
            network
                .segment(
                    &Embedding {
                        features,
                        placement: Placement::new((200, 133), 128),
                    },
                    &prompt,
                )
                .unwrap()
        };
        let expected = segments(&whole, fixture.tensor("embedding").clone());
        for (found, expected) in segments(&network, features).iter().zip(&expected) {
            assert!(
                difference(found.logits.tensor(), expected.logits.tensor()) < BOUND,
                "{name}"
            );
        }
    }
}

#[test]
fn vitpose() {
    let fixture = Fixture::open("vitpose");
    let network: VitPose = fixture.network_of(DType::F16);
    let pixels = half(&fixture, "pixels")
        .permute((0, 2, 3, 1))
        .unwrap()
        .get(0)
        .unwrap()
        .contiguous()
        .unwrap();
    let (hidden, heat) = network.forward(&pixels, Watch::nobody()).unwrap();
    let expected = |name: &str| fixture.tensor(name).get(0).unwrap();
    assert_near(
        &hidden.flatten(0, 1).unwrap(),
        &expected("hidden"),
        BOUND,
        "hidden",
    );
    assert_near(&heat, &expected("heat"), BOUND, "heat");
    let person = Area {
        left: 60.5,
        top: 30.25,
        right: 180.5,
        bottom: 241.0,
    };
    assert_eq!(
        network
            .pose(&photo(), person, Watch::nobody())
            .unwrap()
            .len(),
        17
    );
}

#[test]
fn hed() {
    let fixture = Fixture::open("hed");
    let network: Hed = fixture.network_of(DType::F16);
    let pixels = half(&fixture, "pixels")
        .squeeze(0)
        .unwrap()
        .permute((1, 2, 0))
        .unwrap()
        .contiguous()
        .unwrap();
    let sides = network.forward(&pixels, Watch::nobody()).unwrap();
    for (index, side) in sides.iter().enumerate() {
        assert_near(
            side,
            fixture.tensor(&format!("side_{}", index + 1)),
            BOUND,
            "side",
        );
    }
    assert!(difference(&Hed::joined(&sides).unwrap(), fixture.tensor("edges")) < BOUND);
    assert!(
        network
            .edges(&photo(), Watch::nobody())
            .unwrap()
            .values
            .iter()
            .all(|value| value.is_finite())
    );
}

#[test]
fn pp_ocr() {
    let fixture = Fixture::open("pp_ocr_detector");
    let network: DetectorNetwork = fixture.network_of(DType::F16);
    let likely = network
        .forward(&half(&fixture, "pixels"), Watch::nobody())
        .unwrap();
    // Its last layer is sharpened too.
    let apart = difference(&likely, fixture.tensor("likely"));
    assert!(apart < SHARPENED, "{apart}");
    let fixture = Fixture::open("pp_ocr_recogniser");
    let network: RecogniserNetwork = fixture.network_of(DType::F16);
    let likely = network
        .forward(&half(&fixture, "long_pixels"), Watch::nobody())
        .unwrap();
    let (apart, expected) = (
        difference(&likely, fixture.tensor("long_likely")),
        fixture.tensor("long_likely"),
    );
    assert!(apart < SHARPENED, "{apart}");
    // What is read at each place stays the same.
    let read = |likely: &Tensor| {
        likely
            .argmax(candle_core::D::Minus1)
            .unwrap()
            .flatten_all()
            .unwrap()
            .to_vec1::<u32>()
            .unwrap()
    };
    assert_eq!(read(&likely), read(expected));
}
