//! Networks in half precision, as graphics cards run them (`device::numbers`): every operation takes f16 where it got f16,
//! and what comes out is near what f32 gives. candle multiplies no bf16 on the processor; it would go the same way.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::Watch;
use patchbay_inference::networks::clip::{Clip, ClipTowers};
use patchbay_inference::networks::depth_anything::DepthAnything;
use patchbay_inference::networks::detr::{DetrDetector, DetrSegmenter};
use patchbay_inference::networks::owl_vit::{OwlVit, OwlVitNetwork};
use patchbay_inference::networks::segment_anything::{Embedding, Placement, Prompt, SegmentAnything};
use patchbay_inference::networks::stable_diffusion::StableDiffusion;

use crate::support::{Fixture, difference, photo};

/// Of what is largest: a step of f16 is 1e-3 of a value, and layers add their steps up.
const BOUND: f32 = 2e-2;
/// DETR's fixture has sharpened weights, which make a hundred times as much of a step as there is, of single precision too.
const SHARPENED: f32 = 0.15;

fn half(fixture: &Fixture, tensor: &str) -> Tensor {
    fixture.tensor(tensor).to_dtype(DType::F16).unwrap()
}

/// A result of half precision against the expected one of single precision.
fn assert_near(found: &Tensor, expected: &Tensor, bound: f32, what: &str) {
    assert_eq!(found.dtype(), DType::F16, "{what}");
    let apart = difference(found, expected);
    assert!(apart < bound, "{what}: {apart}");
}

#[test]
fn clip() {
    let fixture = Fixture::open("clip");
    let (network, whole): (ClipTowers, ClipTowers) = (fixture.network_of(DType::F16), fixture.network());
    let images = network.image_embeddings(&half(&fixture, "pixels"), Watch::nobody()).unwrap();
    assert_near(&images, fixture.tensor("image_embeddings"), BOUND, "image");
    let ids = [vec![1, 5, 9, 2], vec![3, 4]];
    let texts = network.text_embeddings(&ids, Watch::nobody()).unwrap();
    assert_near(&texts, &whole.text_embeddings(&ids, Watch::nobody()).unwrap(), BOUND, "text");
    let clip = Clip::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let found = clip.probabilities(&photo(), &["cat", "red ball", "man in a hat"], Watch::nobody()).unwrap();
    let found = Tensor::new(found.as_slice(), &Device::Cpu).unwrap().unsqueeze(0).unwrap();
    assert!(difference(&found, fixture.tensor("probabilities")) < BOUND);
}

#[test]
fn owl_vit() {
    let fixture = Fixture::open("owl_vit");
    let network: OwlVitNetwork = fixture.network_of(DType::F16);
    let patches = network.patches(&half(&fixture, "pixels"), Watch::nobody()).unwrap();
    assert_near(&patches, fixture.tensor("patches"), BOUND, "patches");
    let (fits, boxes) = network.heads(&patches, &half(&fixture, "queries")).unwrap();
    assert_near(&fits, fixture.tensor("fits"), BOUND, "fits");
    assert_near(&boxes, fixture.tensor("boxes"), BOUND, "boxes");
    let model = OwlVit::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let queries = ["a cat".to_owned(), "a red ball".to_owned()];
    model.find(&photo(), &queries, 0.1, Watch::nobody()).unwrap();
}

#[test]
fn detr() {
    let fixture = Fixture::open("detr");
    let network: DetrDetector = fixture.network_of(DType::F16);
    let found = network.forward(&half(&fixture, "pixels"), Watch::nobody()).unwrap();
    assert_near(&found.memory, fixture.tensor("memory"), SHARPENED, "memory");
    assert_near(&found.logits, fixture.tensor("logits"), SHARPENED, "logits");
    assert_near(&found.boxes, fixture.tensor("boxes"), SHARPENED, "boxes");
    network.detect(&photo(), 0.3, Watch::nobody()).unwrap();
    let masked = Fixture::open("detr_panoptic");
    let network: DetrSegmenter = masked.network_of(DType::F16);
    let found = network.detector().forward(&half(&fixture, "pixels"), Watch::nobody()).unwrap();
    let masks = network.masks(&found, &(0..12).collect::<Vec<_>>(), Watch::nobody()).unwrap();
    assert_near(&masks.unsqueeze(0).unwrap(), masked.tensor("masks"), SHARPENED, "masks");
    assert!(!network.segment(&photo(), Watch::nobody()).unwrap().is_empty());
}

#[test]
fn depth_anything() {
    let fixture = Fixture::open("depth_anything");
    let network: DepthAnything = fixture.network_of(DType::F16);
    let depth = network.forward(&half(&fixture, "pixels"), Watch::nobody()).unwrap();
    assert_near(&depth.squeeze(1).unwrap(), fixture.tensor("depth"), BOUND, "depth");
    assert!(network.depth(&photo(), Watch::nobody()).unwrap().values.iter().all(|value| value.is_finite()));
}

#[test]
fn segment_anything() {
    for name in ["segment_anything", "segment_anything_mobile"] {
        let fixture = Fixture::open(name);
        let (network, whole): (SegmentAnything, SegmentAnything) = (fixture.network_of(DType::F16), fixture.network());
        let features = network.embed_pixels(&half(&fixture, "pixels"), Watch::nobody()).unwrap();
        assert_near(&features, fixture.tensor("embedding"), BOUND, name);
        let prompt = Prompt { points: vec![(60.5, 40.25, true)], ..Prompt::default() };
        let segments = |network: &SegmentAnything, features: Tensor| {
            network.segment(&Embedding { features, placement: Placement::new((200, 133), 128) }, &prompt).unwrap()
        };
        let expected = segments(&whole, fixture.tensor("embedding").clone());
        for (found, expected) in segments(&network, features).iter().zip(&expected) {
            assert!(difference(&found.logits, &expected.logits) < BOUND, "{name}");
        }
    }
}

#[test]
fn stable_diffusion() {
    let fixture = Fixture::open("stable_diffusion");
    let model = StableDiffusion::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let text = half(&fixture, "text").narrow(0, 0, 1).unwrap();
    let sample = half(&fixture, "unet.sample");
    let noise = model.unet().forward(&sample, 801.0, &text, None, Watch::nobody()).unwrap();
    assert_near(&noise, fixture.tensor("unet.noise"), BOUND, "U-Net");
    let moments = model.autoencoder().encode(&half(&fixture, "vae.pixels"), Watch::nobody()).unwrap();
    assert_near(&moments.mean, fixture.tensor("vae.mean"), BOUND, "encoder");
    let decoded = model.autoencoder().decode(&half(&fixture, "vae.latents"), Watch::nobody()).unwrap();
    assert_near(&decoded, fixture.tensor("vae.decoded"), BOUND, "decoder");
}
