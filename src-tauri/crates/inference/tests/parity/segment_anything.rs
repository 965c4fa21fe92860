//! Segment Anything with both encoders: preprocessing, embeddings, every kind of prompt, masks, and
//! masks of everything.

use std::collections::BTreeMap;
use std::path::Path;

use candle_core::{DType, Device, Tensor};
use image::{GrayImage, RgbImage};
use patchbay_inference::networks::segment_anything::automatic::Settings;
use patchbay_inference::networks::segment_anything::{
    Candidate, Config, Embedding, MaskPrompt, Placement, Prompt, SegmentAnything, preprocess,
};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference};

const FIXTURES: [&str; 2] = ["segment_anything", "segment_anything_mobile"];
const SIDE: usize = 128;

fn image(fixture: &Fixture, name: &str) -> RgbImage {
    image::open(fixture.folder.join(name)).unwrap().to_rgb8()
}

/// The embedding as `PyTorch` made it, so that the decoder is judged by itself.
fn embedding(fixture: &Fixture) -> Embedding {
    Embedding {
        features: fixture.tensor("embedding").clone(),
        placement: Placement::new((200, 133), SIDE),
    }
}

fn prompts(fixture: &Fixture) -> Vec<(&'static str, Prompt)> {
    let (here, there) = ((60.5, 40.25, true), (150.0, 100.0, false));
    let bounding_box = Some([30.0, 20.0, 120.0, 99.0]);
    let mask = Some(MaskPrompt::Logits(fixture.tensor("mask").clone().into()));
    vec![
        (
            "point",
            Prompt {
                points: vec![here],
                ..Prompt::default()
            },
        ),
        (
            "points",
            Prompt {
                points: vec![here, there],
                ..Prompt::default()
            },
        ),
        (
            "box",
            Prompt {
                bounding_box,
                ..Prompt::default()
            },
        ),
        (
            "box_and_point",
            Prompt {
                points: vec![there],
                bounding_box,
                ..Prompt::default()
            },
        ),
        (
            "mask_and_point",
            Prompt {
                points: vec![here],
                mask,
                ..Prompt::default()
            },
        ),
    ]
}

/// Returns the output of `PyTorch` for a prompt, in the order of the candidates: logits and scores.
fn expected(fixture: &Fixture, prompt: &str) -> Vec<(usize, Tensor, f32)> {
    let scores = fixture
        .tensor(&format!("{prompt}.scores"))
        .to_vec1::<f32>()
        .unwrap();
    let logits = fixture.tensor(&format!("{prompt}.logits"));
    let first = usize::from(prompt == "point");
    let mut masks: Vec<_> = (first..scores.len())
        .map(|mask| (mask, logits.get(mask).unwrap(), scores[mask]))
        .collect();
    masks.sort_by(|a, b| b.2.total_cmp(&a.2));
    masks
}

/// The largest difference of logits and scores over all prompts.
fn decoder_difference(network: &SegmentAnything, fixture: &Fixture) -> f32 {
    let mut worst = 0.0_f32;
    for (name, prompt) in prompts(fixture) {
        let found = network.segment(&embedding(fixture), &prompt).unwrap();
        let expected = expected(fixture, name);
        assert_eq!(found.len(), expected.len(), "{name}");
        for (Candidate { logits, score, .. }, (_, expected, expected_score)) in
            found.iter().zip(expected)
        {
            worst = worst
                .max(difference(logits.tensor(), &expected))
                .max((score - expected_score).abs());
        }
    }
    worst
}

#[test]
fn images_are_prepared_as_the_image_processor_does() {
    for name in FIXTURES {
        let fixture = Fixture::open(name);
        for (file, tensor) in [("picture.png", "pixels"), ("small.png", "pixels_small")] {
            let image = image(&fixture, file);
            let (pixels, _) = preprocess::pixels(&image, SIDE, DType::F32, &Device::Cpu).unwrap();
            let apart = (pixels - fixture.tensor(tensor))
                .unwrap()
                .abs()
                .unwrap()
                .flatten_all()
                .unwrap();
            let apart = apart.max(0).unwrap().to_scalar::<f32>().unwrap();
            // A step of an 8-bit value is 0.017 here: none differs.
            assert!(apart < 1e-5, "{file}: {apart}");
        }
    }
}

#[test]
fn embeddings_are_those_of_pytorch() {
    for (name, biases) in [
        (
            "segment_anything",
            [
                "image_encoder.blocks.0.attn.qkv.bias",
                "image_encoder.blocks.1.attn.rel_pos_w",
            ],
        ),
        (
            "segment_anything_mobile",
            [
                "image_encoder.layers.1.blocks.0.attn.attention_biases",
                "image_encoder.layers.2.blocks.1.local_conv.bn.bias",
            ],
        ),
    ] {
        let fixture = Fixture::open(name);
        let apart = |network: SegmentAnything| {
            let found = network
                .embed_pixels(fixture.tensor("pixels"), Watch::nobody())
                .unwrap();
            difference(&found, fixture.tensor("embedding"))
        };
        let own = apart(fixture.network());
        assert!(own < 2e-5, "{name}: {own}");
        let square = if name == FIXTURES[0] {
            "blocks.0.attn.proj.weight"
        } else {
            "layers.1.blocks.0.attn.proj.weight"
        };
        for mutated in biases
            .into_iter()
            .map(str::to_owned)
            .chain([format!("image_encoder.{square}")])
        {
            let changed = apart(fixture.mutated(&mutated));
            assert!(changed > 1e-3, "{mutated}: {changed}");
        }
    }
}

#[test]
fn prompts_are_decoded_as_pytorch_does() {
    let fixture = Fixture::open("segment_anything");
    let own = decoder_difference(&fixture.network(), &fixture);
    assert!(own < 2e-5, "{own}");
    for tensor in [
        "mask_decoder.transformer.layers.1.norm4.bias",
        "mask_decoder.transformer.layers.0.self_attn.q_proj.weight",
        "mask_decoder.output_upscaling.3.bias",
        "prompt_encoder.point_embeddings.3.weight",
        "prompt_encoder.mask_downscaling.4.bias",
    ] {
        let changed = decoder_difference(&fixture.mutated(tensor), &fixture);
        assert!(changed > 1e-4, "{tensor}: {changed}");
    }
}

#[test]
fn masks_are_brought_to_the_image_as_pytorch_does() {
    let fixture = Fixture::open("segment_anything");
    let network: SegmentAnything = fixture.network();
    let (_, prompt) = prompts(&fixture).remove(1);
    let found = network.segment(&embedding(&fixture), &prompt).unwrap();
    for (candidate, (mask, ..)) in found.iter().zip(expected(&fixture, "points")) {
        let expected = fixture
            .tensor("points.masks")
            .get(mask)
            .unwrap()
            .flatten_all()
            .unwrap()
            .to_vec1::<u8>()
            .unwrap();
        assert_eq!(candidate.mask.pixels.dimensions(), (200, 133));
        let apart = candidate
            .mask
            .pixels
            .as_raw()
            .iter()
            .zip(&expected)
            .filter(|(a, b)| **a != **b * 255)
            .count();
        assert!(apart <= 2, "{apart} pixels differ");
    }
}

#[test]
fn masks_of_everything_are_those_of_the_publications_procedure() {
    for name in FIXTURES {
        let fixture = Fixture::open(name);
        let network: SegmentAnything = fixture.network();
        let config: serde_json::Value =
            weights::config(&fixture.folder.join("config.json")).unwrap();
        let setting = |name: &str| config[name].as_f64().unwrap() as f32;
        for (kind, least_area) in [("everything", 0), ("everything_clean", 25)] {
            let settings = Settings {
                points_per_side: 4,
                points_per_batch: 5,
                least_score: setting("least_score"),
                least_stability: setting("least_stability"),
                suppression: setting("suppression"),
                least_area,
            };
            let found = network
                .segment_everything(&embedding(&fixture), &settings, Watch::nobody())
                .unwrap();
            let boxes = fixture
                .tensor(&format!("{kind}.boxes"))
                .to_vec2::<f32>()
                .unwrap();
            let masks = fixture
                .tensor(&format!("{kind}.masks"))
                .to_vec2::<u8>()
                .unwrap();
            assert_eq!(found.len(), boxes.len(), "{name}: {kind}");
            for ((found, expected), bits) in found.iter().zip(boxes).zip(masks) {
                assert!(
                    found
                        .bounds
                        .iter()
                        .zip(&expected)
                        .all(|(a, b)| (*a as f32 - b).abs() <= 1.0),
                    "{name}: {kind}"
                );
                let expected = |index: usize| bits[index / 8] >> (7 - index % 8) & 1 == 1;
                let pixels = found.mask.pixels.as_raw().iter().enumerate();
                let apart = pixels
                    .filter(|(index, pixel)| (**pixel == 255) != expected(*index))
                    .count();
                assert!(apart <= 4, "{name}: {kind}: {apart} pixels differ");
            }
        }
    }
}

#[test]
fn a_painted_mask_lies_where_it_was_painted() {
    let fixture = Fixture::open("segment_anything_mobile");
    let network: SegmentAnything = fixture.network();
    let embedding = network
        .embed(&image(&fixture, "picture.png"), Watch::nobody())
        .unwrap();
    let painted = GrayImage::from_fn(200, 133, |x, _| {
        image::Luma([if x < 100 { 255 } else { 0 }])
    });
    let by_image = Prompt {
        mask: Some(MaskPrompt::Image(painted)),
        ..Prompt::default()
    };
    // The image covers 32 by 21 of the mask's 32 by 32 values.
    let values: Vec<f32> = (0..32 * 32)
        .map(|index| {
            if index % 32 < 16 && index / 32 < 21 {
                10.0
            } else {
                -10.0
            }
        })
        .collect();
    let logits = Tensor::from_vec(values, (32, 32), &Device::Cpu).unwrap();
    let by_logits = Prompt {
        mask: Some(MaskPrompt::Logits(logits.into())),
        ..Prompt::default()
    };
    let [first, second] =
        [by_image, by_logits].map(|prompt| network.segment(&embedding, &prompt).unwrap());
    // Pillow's filter mixes the columns next to the edge.
    assert!(difference(first[0].logits.tensor(), second[0].logits.tensor()) < 0.2);
}

#[test]
fn embedding_and_everything_are_followed_and_stopped() {
    let fixture = Fixture::open("segment_anything_mobile");
    let network: SegmentAnything = fixture.network();
    let heard = std::cell::RefCell::new(Vec::new());
    let report = |fraction: f64| {
        heard.borrow_mut().push(fraction);
        std::ops::ControlFlow::Continue(())
    };
    let image = image(&fixture, "picture.png");
    let embedding = network.embed(&image, Watch::new(&report)).unwrap();
    assert!(heard.borrow().len() > 5 && heard.borrow().is_sorted());
    assert_eq!(heard.borrow().last(), Some(&1.0));
    let stop = |_: f64| std::ops::ControlFlow::Break(());
    let stopped = network.embed(&image, Watch::new(&stop)).err();
    assert!(matches!(stopped, Some(InferenceError::Cancelled)));
    let stopped = network
        .segment_everything(&embedding, &Settings::default(), Watch::new(&stop))
        .err();
    assert!(matches!(stopped, Some(InferenceError::Cancelled)));
}

#[test]
fn the_published_checkpoints_tensors_are_those_that_are_read() {
    for (file, config) in [
        ("mobile_sam.json", Config::mobile_sam()),
        ("vit_b.json", Config::vit_b()),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../../tests/parity/fixtures/segment_anything")
            .join(file);
        let expected: BTreeMap<String, Vec<usize>> = weights::config(&path).unwrap();
        assert_eq!(
            weights::expected::<SegmentAnything>(&config).unwrap(),
            expected,
            "{file}"
        );
    }
}
