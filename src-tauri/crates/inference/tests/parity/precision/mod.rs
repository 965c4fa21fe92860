//! Networks in half precision, as graphics cards run them (`device::numbers`): every operation
//! takes f16 where it got f16, and what comes out is near what f32 gives. candle multiplies no bf16
//! on the processor; it would go the same way.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::Watch;
use patchbay_inference::detection::Area;
use patchbay_inference::networks::audio_spectrogram_transformer::{
    AudioSpectrogramTransformer, AudioSpectrogramTransformerNetwork,
};
use patchbay_inference::networks::clip::{Clip, ClipTowers};
use patchbay_inference::networks::ddcolor::DdColor;
use patchbay_inference::networks::depth_anything::DepthAnything;
use patchbay_inference::networks::detr::{DetrDetector, DetrSegmenter};
use patchbay_inference::networks::hed::Hed;
use patchbay_inference::networks::musicgen::{MusicGen, MusicGenNetwork, Options as MusicOptions};
use patchbay_inference::networks::owl_vit::{OwlVit, OwlVitNetwork};
use patchbay_inference::networks::parler_tts::{ParlerTts, ParlerTtsNetwork};
use patchbay_inference::networks::pp_ocr::{DetectorNetwork, RecogniserNetwork};
use patchbay_inference::networks::real_esrgan::RealEsrgan;
use patchbay_inference::networks::segment_anything::{
    Embedding, Placement, Prompt, SegmentAnything,
};
use patchbay_inference::networks::stable_diffusion::StableDiffusion;
use patchbay_inference::networks::vitpose::VitPose;
use patchbay_inference::networks::whisper::{Options, Whisper, WhisperNetwork};
use patchbay_inference::networks::z_image::{Request, Transformer, ZImage};

use crate::support::{Fixture, difference, photo, voice};

/// Of what is largest: a step of f16 is 1e-3 of a value, and layers add their steps up.
const BOUND: f32 = 2e-2;
/// DETR's fixture has sharpened weights, which make a hundred times as much of a step as there is,
/// of single precision too.
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
                difference(&found.logits, &expected.logits) < BOUND,
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
fn ddcolor() {
    let fixture = Fixture::open("ddcolor");
    let network: DdColor = fixture.network_of(DType::F16);
    let found = network
        .forward(&half(&fixture, "grey"), Watch::nobody())
        .unwrap();
    for (index, map) in found.maps.iter().enumerate() {
        assert_near(map, fixture.tensor(&format!("map_{index}")), BOUND, "map");
    }
    for (index, map) in found.features.iter().enumerate() {
        assert_near(
            map,
            fixture.tensor(&format!("feature_{index}")),
            BOUND,
            "feature",
        );
    }
    assert_near(&found.colors, fixture.tensor("colors"), BOUND, "colors");
    assert_near(&found.chroma, fixture.tensor("chroma"), BOUND, "chroma");
    let chroma = network.chroma(&photo(), Watch::nobody()).unwrap();
    assert!(chroma.values.iter().flatten().all(|axis| axis.is_finite()));
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

#[test]
fn whisper() {
    let fixture = Fixture::open("whisper");
    let network: WhisperNetwork = fixture.network_of(DType::F16);
    let heard = network
        .hear(&half(&fixture, "window"), Watch::nobody())
        .unwrap();
    assert_near(&heard, fixture.tensor("heard"), BOUND, "heard");
    let ids: Vec<u32> = fixture
        .tensor("ids")
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec1()
        .unwrap();
    let logits = network.logits(&half(&fixture, "heard"), &ids).unwrap();
    assert_near(
        &logits.unsqueeze(0).unwrap(),
        fixture.tensor("logits"),
        BOUND,
        "logits",
    );
    let whisper = Whisper::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let mut listener = whisper.listener();
    listener.hear(&voice());
    assert!(
        !whisper
            .transcribe(&listener.finish(), &Options::default(), Watch::nobody())
            .unwrap()
            .segments
            .is_empty()
    );
}

#[test]
fn audio_spectrogram_transformer() {
    let fixture = Fixture::open("audio_spectrogram_transformer");
    let network: AudioSpectrogramTransformerNetwork = fixture.network_of(DType::F16);
    let logits = network
        .logits(&half(&fixture, "window"), Watch::nobody())
        .unwrap();
    assert_near(
        &logits.unsqueeze(0).unwrap(),
        fixture.tensor("logits"),
        BOUND,
        "logits",
    );
    let model =
        AudioSpectrogramTransformer::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let mut listener = model.listener();
    listener.hear(&voice());
    let found = model.listen(&listener.finish(), Watch::nobody()).unwrap();
    assert_eq!(found.len(), 6);
    assert!(
        found
            .iter()
            .flat_map(|heard| &heard.likely)
            .all(|likely| (0.0..=1.0).contains(likely))
    );
}

#[test]
fn musicgen() {
    let fixture = Fixture::open("musicgen");
    let network: MusicGenNetwork = fixture.network_of(DType::F16);
    let frames: Vec<Vec<u32>> = fixture
        .tensor("frames")
        .to_dtype(DType::U32)
        .unwrap()
        .t()
        .unwrap()
        .to_vec2()
        .unwrap();
    let logits = network.logits(&half(&fixture, "read"), &frames).unwrap();
    assert_near(&logits, fixture.tensor("logits"), BOUND, "logits");
    let model = MusicGen::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let played = model
        .play(
            "a tune",
            0.2,
            &MusicOptions::default(),
            &mut || 0.5,
            Watch::nobody(),
        )
        .unwrap();
    assert!(played.len() == 240 && played.iter().all(|sample| sample.is_finite()));
}

#[test]
fn parler_tts() {
    let fixture = Fixture::open("parler_tts");
    let network: ParlerTtsNetwork = fixture.network_of(DType::F16);
    let whole = |name: &str| fixture.tensor(name).to_dtype(DType::U32).unwrap();
    let ids = |name: &str| whole(name).flatten_all().unwrap().to_vec1().unwrap();
    let described = network.describe(&ids("read"), Watch::nobody()).unwrap();
    let steps = whole("codes").t().unwrap().to_vec2().unwrap();
    let logits = network.logits(&described, &ids("before"), &steps).unwrap();
    assert_near(
        &logits.transpose(0, 1).unwrap(),
        fixture.tensor("logits"),
        BOUND,
        "logits",
    );
    let model = ParlerTts::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let voice = model.voice("a calm woman", Watch::nobody()).unwrap();
    let said = model
        .say(
            "the gulls",
            &voice,
            ParlerTts::SAMPLING,
            &mut || 0.5,
            Watch::nobody(),
        )
        .unwrap();
    assert!(!said.is_empty() && said.iter().all(|sample| sample.abs() <= 1.0));
}

#[test]
fn stable_diffusion() {
    let fixture = Fixture::open("stable_diffusion");
    let model = StableDiffusion::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let text = half(&fixture, "text").narrow(0, 0, 1).unwrap();
    let sample = half(&fixture, "unet.sample");
    let noise = model
        .unet()
        .forward(&sample, 801.0, &text, None, Watch::nobody())
        .unwrap();
    assert_near(&noise, fixture.tensor("unet.noise"), BOUND, "U-Net");
    let moments = model
        .autoencoder()
        .encode(&half(&fixture, "vae.pixels"), Watch::nobody())
        .unwrap();
    assert_near(&moments.mean, fixture.tensor("vae.mean"), BOUND, "encoder");
    let decoded = model
        .autoencoder()
        .decode(&half(&fixture, "vae.latents"), Watch::nobody())
        .unwrap();
    assert_near(&decoded, fixture.tensor("vae.decoded"), BOUND, "decoder");
}

#[test]
fn real_esrgan() {
    for name in ["real_esrgan", "real_esrgan_dense"] {
        let fixture = Fixture::open(name);
        let network: RealEsrgan = fixture.network_of(DType::F16);
        let pixels = half(&fixture, "pixels")
            .squeeze(0)
            .unwrap()
            .permute((1, 2, 0))
            .unwrap()
            .contiguous()
            .unwrap();
        let large = network
            .forward(&pixels, Watch::nobody())
            .unwrap()
            .permute((2, 0, 1))
            .unwrap()
            .unsqueeze(0)
            .unwrap();
        assert_near(&large, fixture.tensor("large"), BOUND, name);
    }
}

#[test]
fn z_image() {
    let fixture = Fixture::open("z_image");
    let network = Transformer::open(
        &fixture.folder.join("transformer"),
        DType::F16,
        &Device::Cpu,
    )
    .unwrap();
    let text = network
        .read(&half(&fixture, "filled.text"), Watch::nobody())
        .unwrap();
    let towards = network
        .forward(
            &half(&fixture, "filled.latents"),
            0.3,
            &text,
            Watch::nobody(),
        )
        .unwrap();
    assert_near(
        &towards,
        fixture.tensor("filled.towards"),
        BOUND,
        "transformer",
    );
    let model = ZImage::open(&fixture.folder, DType::F16, &Device::Cpu).unwrap();
    let text = "a photo of a red ball on the beach";
    let read = model.encode(text, Watch::nobody()).unwrap();
    assert_near(
        &read.squeeze(0).unwrap(),
        fixture.tensor("text.0"),
        BOUND,
        "text",
    );
    let request = Request {
        text,
        width: 96,
        height: 64,
        steps: 8,
    };
    let found = model
        .generate(
            &request,
            &mut |_| Ok(fixture.tensor("noise").clone()),
            Watch::nobody(),
        )
        .unwrap();
    let expected = fixture
        .tensor("image.fixed")
        .flatten_all()
        .unwrap()
        .to_vec1::<u8>()
        .unwrap();
    let apart = found
        .as_raw()
        .iter()
        .zip(&expected)
        .map(|(a, b)| a.abs_diff(*b))
        .max()
        .unwrap();
    assert!(apart < 16, "{apart}");
}
