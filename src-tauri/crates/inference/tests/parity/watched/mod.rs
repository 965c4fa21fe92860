//! Every network asks often enough whether it goes on: between its blocks, and with no large share
//! of its work unasked.

use std::cell::RefCell;
use std::ops::ControlFlow;

use candle_core::{DType, Device};
use patchbay_inference::detection::Area;
use patchbay_inference::networks::audio_spectrogram_transformer::AudioSpectrogramTransformer;
use patchbay_inference::networks::blip::{Blip, BlipVqa};
use patchbay_inference::networks::clip::Clip;
use patchbay_inference::networks::ddcolor::DdColor;
use patchbay_inference::networks::depth_anything::DepthAnything;
use patchbay_inference::networks::detr::{DetrDetector, DetrSegmenter};
use patchbay_inference::networks::hed::Hed;
use patchbay_inference::networks::musicgen::{MusicGen, Options as MusicOptions};
use patchbay_inference::networks::owl_vit::OwlVit;
use patchbay_inference::networks::parler_tts::ParlerTts;
use patchbay_inference::networks::pp_ocr::{TextDetector, TextRecogniser};
use patchbay_inference::networks::real_esrgan::RealEsrgan;
use patchbay_inference::networks::segment_anything::SegmentAnything;
use patchbay_inference::networks::segment_anything::automatic::Settings;
use patchbay_inference::networks::stable_diffusion::{
    Control, Noise, Origin, Request, SchedulerKind, StableDiffusion,
};
use patchbay_inference::networks::vitpose::VitPose;
use patchbay_inference::networks::whisper::{Options, Whisper};
use patchbay_inference::networks::z_image::{self, ZImage};
use patchbay_inference::registry::NETWORKS;
use patchbay_inference::{InferenceError, Watch};

use crate::support::{Fixture, photo, voice};

/// Runs a network's tiny fixture on a picture or a voice, as its tools do.
fn run(network: &str, watch: Watch) -> Result<(), InferenceError> {
    let picture = photo();
    match network {
        "mobile_sam" => segmented("segment_anything_mobile", watch),
        "sam" => segmented("segment_anything", watch),
        "detr" => Fixture::open("detr")
            .network::<DetrDetector>()
            .detect(&picture, 0.1, watch)
            .map(|_| ()),
        "detr_panoptic" => Fixture::open("detr_panoptic")
            .network::<DetrSegmenter>()
            .segment(&picture, watch)
            .map(|_| ()),
        "owlvit" => {
            let network = OwlVit::open(&Fixture::open("owl_vit").folder, DType::F32, &Device::Cpu)?;
            network
                .find(&picture, &["a dog".to_owned()], 0.1, watch)
                .map(|_| ())
        }
        "clip" => {
            let network = Clip::open(&Fixture::open("clip").folder, DType::F32, &Device::Cpu)?;
            network
                .probabilities(&picture, &["dog", "cat"], watch)
                .map(|_| ())
        }
        "depth_anything" => Fixture::open("depth_anything")
            .network::<DepthAnything>()
            .depth(&picture, watch)
            .map(|_| ()),
        "vitpose" => {
            let person = Area {
                left: 100.0,
                top: 50.0,
                right: 300.0,
                bottom: 400.0,
            };
            Fixture::open("vitpose")
                .network::<VitPose>()
                .pose(&picture, person, watch)
                .map(|_| ())
        }
        "hed" => Fixture::open("hed")
            .network::<Hed>()
            .edges(&picture, watch)
            .map(|_| ()),
        "real_esrgan" | "real_esrgan_dense" => {
            let picture = image::DynamicImage::ImageRgb8(picture)
                .crop_imm(0, 0, 60, 40)
                .to_rgb32f();
            Fixture::open(network)
                .network::<RealEsrgan>()
                .upscaled(&picture, watch)
                .map(|_| ())
        }
        "ddcolor" => Fixture::open("ddcolor")
            .network::<DdColor>()
            .chroma(&picture, watch)
            .map(|_| ()),
        "pp_ocr_detector" => {
            let network =
                TextDetector::open(&Fixture::open(network).folder, DType::F32, &Device::Cpu)?;
            network.find(&picture, watch).map(|_| ())
        }
        "pp_ocr_recogniser" => {
            let network =
                TextRecogniser::open(&Fixture::open(network).folder, DType::F32, &Device::Cpu)?;
            network.read(&picture, watch).map(|_| ())
        }
        "blip" => {
            let network = Blip::open(&Fixture::open("blip").folder, DType::F32, &Device::Cpu)?;
            network.caption(&picture, watch).map(|_| ())
        }
        "blip_vqa" => {
            let network =
                BlipVqa::open(&Fixture::open("blip_vqa").folder, DType::F32, &Device::Cpu)?;
            network.answer(&picture, "what is it?", watch).map(|_| ())
        }
        "whisper" => {
            let network =
                Whisper::open(&Fixture::open("whisper").folder, DType::F32, &Device::Cpu)?;
            let mut listener = network.listener();
            listener.hear(&voice());
            network
                .transcribe(&listener.finish(), &Options::default(), watch)
                .map(|_| ())
        }
        "audio_spectrogram_transformer" => {
            let network = AudioSpectrogramTransformer::open(
                &Fixture::folder(network),
                DType::F32,
                &Device::Cpu,
            )?;
            let mut listener = network.listener();
            listener.hear(&voice()[..16_000]);
            network.listen(&listener.finish(), watch).map(|_| ())
        }
        "musicgen" => {
            let network =
                MusicGen::open(&Fixture::open("musicgen").folder, DType::F32, &Device::Cpu)?;
            network
                .play(
                    "a calm tune",
                    0.3,
                    &MusicOptions::default(),
                    &mut || 0.5,
                    watch,
                )
                .map(|_| ())
        }
        "parler_tts" => {
            let network = ParlerTts::open(&Fixture::folder(network), DType::F32, &Device::Cpu)?;
            let voice = network.voice("a calm woman", watch.part(0.0, 0.1))?;
            network
                .say(
                    "not even the gulls",
                    &voice,
                    ParlerTts::SAMPLING,
                    &mut || 0.5,
                    watch.part(0.1, 1.0),
                )
                .map(|_| ())
        }
        "stable_diffusion" | "control_net" => painted(network == "control_net", watch),
        "z_image" => {
            let network = ZImage::open(&Fixture::folder("z_image"), DType::F32, &Device::Cpu)?;
            let request = z_image::Request {
                text: "a dog",
                width: 64,
                height: 32,
                steps: 2,
            };
            let mut noise = Noise::new(1);
            network
                .generate(&request, &mut |shape| noise.draw(shape), watch)
                .map(|_| ())
        }
        other => panic!("{other} is new: run it here too"),
    }
}

/// Everything on the picture, found from a few points.
fn segmented(fixture: &str, watch: Watch) -> Result<(), InferenceError> {
    let network: SegmentAnything = Fixture::open(fixture).network();
    let embedding = network.embed(&photo(), watch.part(0.0, 0.5))?;
    let settings = Settings {
        points_per_side: 8,
        ..Settings::default()
    };
    network
        .segment_everything(&embedding, &settings, watch.part(0.5, 1.0))
        .map(|_| ())
}

/// Two steps of a picture of a sentence, with a `ControlNet` or without.
fn painted(controlled: bool, watch: Watch) -> Result<(), InferenceError> {
    let network = StableDiffusion::open(
        &Fixture::folder("stable_diffusion"),
        DType::F32,
        &Device::Cpu,
    )?;
    let folder = Fixture::folder("stable_diffusion_control");
    let control_net = StableDiffusion::control_net(&folder, DType::F32, &Device::Cpu)?;
    let picture = image::imageops::crop_imm(&photo(), 0, 0, 32, 16).to_image();
    let control = Control {
        network: &control_net,
        image: &picture,
        strength: 1.0,
    };
    let request = Request {
        text: "a dog",
        unwanted: "",
        origin: Origin::Noise {
            width: 32,
            height: 16,
        },
        control: controlled.then_some(control),
        scheduler: SchedulerKind::DpmSolver,
        steps: 2,
        guidance: 5.0,
        preview: None,
    };
    let mut noise = Noise::new(1);
    network
        .generate(&request, &mut |shape| noise.draw(shape), watch)
        .map(|_| ())
}

#[test]
fn no_network_works_long_without_asking_and_each_stops_wherever_it_asks() {
    for network in NETWORKS {
        let heard = RefCell::new(vec![0.0]);
        let report = |fraction: f64| {
            heard.borrow_mut().push(fraction);
            ControlFlow::Continue(())
        };
        run(network, Watch::new(&report)).unwrap();
        let mut heard = heard.into_inner();
        assert!(heard.is_sorted(), "{network}: {heard:?}");
        let asked = heard.len() - 1;
        heard.push(1.0);
        let longest = heard
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .fold(0.0, f64::max);
        // The fixtures have a layer or two where the published networks have six to twelve.
        assert!(
            asked >= 3 && longest <= 0.5,
            "{network} asks {asked} times, and once not for {longest:.2} of its work"
        );
        for stopped_at in 0..asked {
            let asked = RefCell::new(0);
            let report = |_: f64| {
                *asked.borrow_mut() += 1;
                if *asked.borrow() > stopped_at {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let stopped = run(network, Watch::new(&report));
            assert!(
                matches!(stopped, Err(InferenceError::Cancelled)),
                "{network}, asked for the {stopped_at}th time"
            );
            assert_eq!(
                *asked.borrow(),
                stopped_at + 1,
                "{network} goes on after it was stopped"
            );
        }
    }
}
