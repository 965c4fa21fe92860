//! A short run of each network: its tiny fixture on an image or a voice, as its tools do it.

use candle_core::{DType, Device};
use image::RgbImage;
use patchbay_inference::chat::{ChatModel, ChatRequest, Message, Role, Sampling};
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
use patchbay_inference::{InferenceError, Watch};

use crate::support::{Fixture, photo, voice};

type Done = Result<(), InferenceError>;

/// Runs the network that the registry calls so.
pub(super) fn run(network: &str, watch: Watch) -> Done {
    let image = photo();
    match network {
        "mobile_sam" => segmented("segment_anything_mobile", watch),
        "sam" => segmented("segment_anything", watch),
        "detr" => Fixture::open("detr")
            .network::<DetrDetector>()
            .detect(&image, 0.1, watch)
            .map(|_| ()),
        "detr_panoptic" => Fixture::open("detr_panoptic")
            .network::<DetrSegmenter>()
            .segment(&image, watch)
            .map(|_| ()),
        "owlvit" => owl_vit(&image, watch),
        "clip" => clip(&image, watch),
        "depth_anything" => Fixture::open("depth_anything")
            .network::<DepthAnything>()
            .depth(&image, watch)
            .map(|_| ()),
        "vitpose" => vitpose(&image, watch),
        "hed" => Fixture::open("hed")
            .network::<Hed>()
            .edges(&image, watch)
            .map(|_| ()),
        "real_esrgan" | "real_esrgan_dense" => real_esrgan(network, image, watch),
        "ddcolor" => Fixture::open("ddcolor")
            .network::<DdColor>()
            .chroma(&image, watch)
            .map(|_| ()),
        "pp_ocr_detector" => pp_ocr_detector(&image, watch),
        "pp_ocr_recogniser" => pp_ocr_recogniser(&image, watch),
        "blip" => blip(&image, watch),
        "blip_vqa" => blip_vqa(&image, watch),
        "whisper" => whisper(watch),
        "audio_spectrogram_transformer" => audio_spectrogram_transformer(watch),
        "musicgen" => musicgen(watch),
        "parler_tts" => parler_tts(watch),
        "stable_diffusion" | "control_net" => painted(network == "control_net", watch),
        "z_image" => z_image(watch),
        "decoder" => decoder(watch),
        other => panic!("{other} is new: run it here too"),
    }
}

fn decoder(watch: Watch) -> Done {
    let file = Fixture::folder("decoder_llama").join("model.gguf");
    let model = ChatModel::open(&file, &Device::Cpu)?;
    let messages = [Message::new(Role::User, "Put calm music under it.")];
    let request = ChatRequest {
        messages: &messages,
        sampling: Sampling::GREEDY,
        longest: 8,
        schema: None,
    };
    model
        .answer(&mut model.session(), &request, &mut |_| {}, watch)
        .map(|_| ())
}

fn owl_vit(image: &RgbImage, watch: Watch) -> Done {
    let network = OwlVit::open(&Fixture::folder("owl_vit"), DType::F32, &Device::Cpu)?;
    network
        .find(image, &["a dog".to_owned()], 0.1, watch)
        .map(|_| ())
}

fn clip(image: &RgbImage, watch: Watch) -> Done {
    let network = Clip::open(&Fixture::folder("clip"), DType::F32, &Device::Cpu)?;
    network
        .probabilities(image, &["dog", "cat"], watch)
        .map(|_| ())
}

fn vitpose(image: &RgbImage, watch: Watch) -> Done {
    let person = Area {
        left: 100.0,
        top: 50.0,
        right: 300.0,
        bottom: 400.0,
    };
    Fixture::open("vitpose")
        .network::<VitPose>()
        .pose(image, person, watch)
        .map(|_| ())
}

fn real_esrgan(fixture: &str, image: RgbImage, watch: Watch) -> Done {
    let image = image::DynamicImage::ImageRgb8(image)
        .crop_imm(0, 0, 60, 40)
        .to_rgb32f();
    Fixture::open(fixture)
        .network::<RealEsrgan>()
        .upscaled(&image, watch)
        .map(|_| ())
}

fn pp_ocr_detector(image: &RgbImage, watch: Watch) -> Done {
    let folder = Fixture::folder("pp_ocr_detector");
    let network = TextDetector::open(&folder, DType::F32, &Device::Cpu)?;
    network.find(image, watch).map(|_| ())
}

fn pp_ocr_recogniser(image: &RgbImage, watch: Watch) -> Done {
    let folder = Fixture::folder("pp_ocr_recogniser");
    let network = TextRecogniser::open(&folder, DType::F32, &Device::Cpu)?;
    network.read(image, watch).map(|_| ())
}

fn blip(image: &RgbImage, watch: Watch) -> Done {
    let network = Blip::open(&Fixture::folder("blip"), DType::F32, &Device::Cpu)?;
    network.caption(image, watch).map(|_| ())
}

fn blip_vqa(image: &RgbImage, watch: Watch) -> Done {
    let network = BlipVqa::open(&Fixture::folder("blip_vqa"), DType::F32, &Device::Cpu)?;
    network.answer(image, "what is it?", watch).map(|_| ())
}

fn whisper(watch: Watch) -> Done {
    let network = Whisper::open(&Fixture::folder("whisper"), DType::F32, &Device::Cpu)?;
    let mut listener = network.listener();
    listener.hear(&voice());
    network
        .transcribe(&listener.finish(), &Options::default(), watch)
        .map(|_| ())
}

fn audio_spectrogram_transformer(watch: Watch) -> Done {
    let network = AudioSpectrogramTransformer::open(
        &Fixture::folder("audio_spectrogram_transformer"),
        DType::F32,
        &Device::Cpu,
    )?;
    let mut listener = network.listener();
    listener.hear(&voice()[..16_000]);
    network.listen(&listener.finish(), watch).map(|_| ())
}

fn musicgen(watch: Watch) -> Done {
    let network = MusicGen::open(&Fixture::folder("musicgen"), DType::F32, &Device::Cpu)?;
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

fn parler_tts(watch: Watch) -> Done {
    let network = ParlerTts::open(&Fixture::folder("parler_tts"), DType::F32, &Device::Cpu)?;
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

fn z_image(watch: Watch) -> Done {
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

/// Everything on the image, found from a few points.
fn segmented(fixture: &str, watch: Watch) -> Done {
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

/// Two steps of an image of a sentence, with a `ControlNet` or without.
fn painted(controlled: bool, watch: Watch) -> Done {
    let network = StableDiffusion::open(
        &Fixture::folder("stable_diffusion"),
        DType::F32,
        &Device::Cpu,
    )?;
    let folder = Fixture::folder("stable_diffusion_control");
    let control_net = StableDiffusion::control_net(&folder, DType::F32, &Device::Cpu)?;
    let image = image::imageops::crop_imm(&photo(), 0, 0, 32, 16).to_image();
    let control = Control {
        network: &control_net,
        image: &image,
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
