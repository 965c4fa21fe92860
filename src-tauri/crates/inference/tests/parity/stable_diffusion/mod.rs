//! Stable Diffusion's networks, schedulers and whole ways to pictures against diffusers.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use candle_core::{DType, Device, Tensor};
use image::{GrayImage, RgbImage};
use patchbay_inference::networks::clip::{TextConfig, TextTokenizer};
use patchbay_inference::networks::stable_diffusion::{
    Autoencoder, AutoencoderConfig, Control, ControlNet, ControlNetConfig, DiffusionConfig, Origin,
    Prediction, Request, Residuals, SchedulerKind, StableDiffusion, TextEncoder, UNet, UNetConfig,
};
use patchbay_inference::weights::{self, Network};
use patchbay_inference::{InferenceError, Watch};

use crate::support::{Fixture, difference, disturbed};

/// The fixtures' weights have half of the precision, which makes networks' small differences no
/// larger.
const BOUND: f32 = 2e-5;
const PROMPT: &str = "a photo of a red ball on the beach";
const NEGATIVE: &str = "two dogs";

fn fixture() -> Fixture {
    Fixture::open("stable_diffusion")
}

/// A network out of a folder, with one tensor disturbed where one is named.
fn network<N: Network>(folder: &Path, tensor: Option<&str>) -> N {
    let config = weights::config(&folder.join("config.json")).unwrap();
    let file = weights::only_file(folder).unwrap();
    let load = |file: PathBuf| weights::load(&config, &[file], DType::F32, &Device::Cpu).unwrap();
    let Some(tensor) = tensor else {
        return load(file);
    };
    let (_folder, file) = disturbed(&file, tensor);
    load(file)
}

fn unet(kind: &str) -> PathBuf {
    let name = if kind == "unet" {
        "stable_diffusion".to_owned()
    } else {
        format!("stable_diffusion_{kind}")
    };
    Fixture::folder(&name).join("unet")
}

fn text() -> Tensor {
    fixture().tensor("text").narrow(0, 0, 1).unwrap()
}

#[test]
fn texts_are_read_to_the_end_of_the_window() {
    let fixture = fixture();
    let encoder = TextEncoder::open(
        &fixture.folder.join("text_encoder"),
        DType::F32,
        &Device::Cpu,
    )
    .unwrap();
    let words =
        TextTokenizer::open(&fixture.folder.join("tokenizer"), encoder.positions()).unwrap();
    let long = "the red ball on the beach ".repeat(30);
    let read = encoder
        .read(&words, &[PROMPT, "", &long], Watch::nobody())
        .unwrap();
    assert!(difference(&read, fixture.tensor("text")) < BOUND);
}

#[test]
fn the_u_net_agrees_whatever_stands_beside_the_latents() {
    let fixture = fixture();
    for kind in ["unet", "inpainting", "editing"] {
        let network: UNet = network(&unet(kind), None);
        let sample = fixture.tensor(&format!("{kind}.sample"));
        let found = network
            .forward(sample, 801.0, &text(), None, Watch::nobody())
            .unwrap();
        let apart = difference(&found, fixture.tensor(&format!("{kind}.noise")));
        assert!(apart < BOUND, "{kind}: {apart}");
    }
    let network: UNet = network(&unet("unet"), None);
    let found = network
        .forward(
            fixture.tensor("odd.sample"),
            1.0,
            &text(),
            None,
            Watch::nobody(),
        )
        .unwrap();
    let apart = difference(&found, fixture.tensor("odd.noise"));
    assert!(
        apart < BOUND,
        "lines and columns that do not divide by two: {apart}"
    );
}

#[test]
fn a_disturbed_u_net_does_not_agree() {
    let fixture = fixture();
    for name in [
        "conv_in.bias",
        "time_embedding.linear_2.bias",
        "down_blocks.0.resnets.0.time_emb_proj.bias",
        "down_blocks.0.resnets.1.norm2.weight",
        "down_blocks.0.attentions.0.norm.bias",
        "down_blocks.0.attentions.1.transformer_blocks.0.attn1.to_k.weight",
        "down_blocks.0.attentions.1.transformer_blocks.0.attn2.to_v.weight",
        "down_blocks.0.attentions.0.transformer_blocks.0.ff.net.0.proj.bias",
        "down_blocks.0.downsamplers.0.conv.bias",
        "down_blocks.1.resnets.0.conv_shortcut.bias",
        "mid_block.attentions.0.transformer_blocks.0.attn2.to_out.0.bias",
        "mid_block.resnets.1.conv2.bias",
        "up_blocks.0.upsamplers.0.conv.bias",
        "up_blocks.1.attentions.2.proj_out.bias",
        "conv_norm_out.bias",
    ] {
        let network: UNet = network(&unet("unet"), Some(name));
        let found = network
            .forward(
                fixture.tensor("unet.sample"),
                801.0,
                &text(),
                None,
                Watch::nobody(),
            )
            .unwrap();
        let apart = difference(&found, fixture.tensor("unet.noise"));
        assert!(apart > 1e-3, "{name}: {apart}");
    }
}

#[test]
fn a_control_net_agrees_and_what_it_says_is_followed() {
    let fixture = fixture();
    let plain: UNet = network(&unet("unet"), None);
    let sample = fixture.tensor("unet.sample");
    let run = |control: &ControlNet| -> (Residuals, Tensor) {
        let hint = control
            .hint(fixture.tensor("control.condition"), Watch::nobody())
            .unwrap();
        let residuals = control
            .forward(sample, 801.0, &text(), (&hint, 0.7), Watch::nobody())
            .unwrap();
        let found = plain
            .forward(sample, 801.0, &text(), Some(&residuals), Watch::nobody())
            .unwrap();
        (residuals, found)
    };
    let folder = Fixture::folder("stable_diffusion_control");
    let (residuals, found) = run(&network(&folder, None));
    let last = residuals.kept.last().unwrap();
    for (found, name) in [
        (&residuals.kept[0], "first"),
        (last, "last"),
        (&residuals.middle, "middle"),
        (&found, "noise"),
    ] {
        let apart = difference(found, fixture.tensor(&format!("control.{name}")));
        assert!(apart < BOUND, "{name}: {apart}");
    }
    for name in [
        "controlnet_cond_embedding.blocks.3.bias",
        "controlnet_down_blocks.4.bias",
        "controlnet_mid_block.bias",
    ] {
        let (_, found) = run(&network(&folder, Some(name)));
        assert!(
            difference(&found, fixture.tensor("control.noise")) > 1e-3,
            "{name}"
        );
    }
}

#[test]
fn the_autoencoder_agrees_both_ways() {
    let fixture = fixture();
    let network =
        StableDiffusion::open_autoencoder(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let moments = network
        .encode(fixture.tensor("vae.pixels"), Watch::nobody())
        .unwrap();
    assert!(difference(&moments.mean, fixture.tensor("vae.mean")) < BOUND);
    let sampled = moments.sampled(fixture.tensor("vae.noise")).unwrap();
    assert!(difference(&sampled, fixture.tensor("vae.sampled")) < BOUND);
    let decoded = network
        .decode(fixture.tensor("vae.latents"), Watch::nobody())
        .unwrap();
    assert!(difference(&decoded, fixture.tensor("vae.decoded")) < BOUND);
}

#[test]
fn large_pictures_agree_tile_by_tile() {
    let fixture = fixture();
    let network =
        StableDiffusion::open_autoencoder(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let tiled = network
        .decode_tiled(fixture.tensor("vae.wide"), 8, Watch::nobody())
        .unwrap();
    assert!(difference(&tiled, fixture.tensor("vae.tiled")) < BOUND);
    let whole = network
        .decode(fixture.tensor("vae.wide"), Watch::nobody())
        .unwrap();
    assert!(
        difference(&whole, fixture.tensor("vae.tiled")) > 10.0 * BOUND,
        "tiles can be told from the whole here"
    );
    let moments = network
        .encode_tiled(fixture.tensor("vae.tiled"), 8, Watch::nobody())
        .unwrap();
    assert!(difference(&moments.mean, fixture.tensor("vae.tiled_mean")) < BOUND);
    assert!(difference(&moments.deviation, fixture.tensor("vae.tiled_deviation")) < BOUND);
}

#[test]
fn schedulers_agree_step_by_step() {
    let fixture = Fixture::open("stable_diffusion_schedulers");
    for (name, kind) in SchedulerKind::ALL {
        for steps in if name == "lcm" { vec![4] } else { vec![4, 20] } {
            for (said, prediction_type) in [
                ("epsilon", Prediction::Epsilon),
                ("v_prediction", Prediction::VPrediction),
            ] {
                let key = format!("{name}.{steps}.{said}");
                let all = |what: &str| fixture.tensor(&format!("{key}.{what}")).clone();
                let one = |what: &str, index: usize| all(what).get(index).unwrap();
                let config = DiffusionConfig {
                    prediction_type,
                    ..DiffusionConfig::default()
                };
                let mut scheduler = kind.scheduler(&config, steps);
                let timesteps = Tensor::new(scheduler.timesteps(), &Device::Cpu).unwrap();
                assert!(
                    difference(&timesteps, &all("timesteps")) < 1e-6,
                    "{key}: {:?}",
                    scheduler.timesteps()
                );
                let first = (one("samples", 0) / scheduler.first_share()).unwrap();
                let mut latents = (first * scheduler.first_share()).unwrap();
                for step in 0..steps {
                    let scaled = (&latents * scheduler.scale(step)).unwrap();
                    let apart = difference(&scaled, &one("scaled", step));
                    assert!(apart < 1e-5, "{key}, before step {step}: {apart}");
                    let noise = scheduler.draws(step).then(|| one("noise", step));
                    latents = scheduler
                        .step(step, &latents, &one("predictions", step), noise.as_ref())
                        .unwrap();
                    let apart = difference(&latents, &one("samples", step + 1));
                    assert!(apart < 1e-5, "{key}, step {step}: {apart}");
                }
                let (clean, noise) = scheduler.shares(steps / 2);
                let noised = (one("noise", 0) * noise)
                    .unwrap()
                    .affine(1.0, clean)
                    .unwrap();
                assert!(difference(&noised, &all("noised")) < 1e-5, "{key}");
            }
        }
    }
}

/// A model's folder with another U-Net than the plain one's.
fn model(kind: &str) -> (tempfile::TempDir, StableDiffusion) {
    let folder = tempfile::tempdir().unwrap();
    for part in ["tokenizer", "text_encoder", "vae", "scheduler", "unet"] {
        let from = if part == "unet" {
            unet(kind)
        } else {
            fixture().folder.join(part)
        };
        std::fs::create_dir(folder.path().join(part)).unwrap();
        for file in std::fs::read_dir(from).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), folder.path().join(part).join(file.file_name())).unwrap();
        }
    }
    let model = StableDiffusion::open(folder.path(), DType::F32, &Device::Cpu).unwrap();
    (folder, model)
}

fn picture_of(fixture: &Fixture, name: &str) -> RgbImage {
    let values = fixture.tensor(name);
    let (height, width, _) = values.dims3().unwrap();
    let values = values.flatten_all().unwrap().to_vec1::<u8>().unwrap();
    RgbImage::from_raw(width as u32, height as u32, values).unwrap()
}

fn request(origin: Origin<'_>) -> Request<'_> {
    Request {
        text: PROMPT,
        unwanted: NEGATIVE,
        origin,
        control: None,
        scheduler: SchedulerKind::Ddim,
        steps: 4,
        guidance: 5.0,
        preview: None,
    }
}

#[test]
fn whole_ways_to_pictures_agree() {
    let fixture = Fixture::open("stable_diffusion_pipelines");
    let (picture, condition) = (
        picture_of(&fixture, "picture"),
        picture_of(&fixture, "condition"),
    );
    let mask = fixture
        .tensor("mask")
        .flatten_all()
        .unwrap()
        .to_vec1::<u8>()
        .unwrap();
    let mask = GrayImage::from_raw(picture.width(), picture.height(), mask).unwrap();
    let latents = fixture.tensor("latents").clone();
    let more: Vec<Tensor> = (0..8)
        .map(|index| fixture.tensor("more").get(index).unwrap())
        .collect();
    let apart = |network: &StableDiffusion, name: &str, request: &Request, noises: &[&Tensor]| {
        let mut left: VecDeque<&Tensor> = noises.iter().copied().collect();
        let mut draw = |_| {
            Ok(left
                .pop_front()
                .expect("no more noise is drawn than by diffusers")
                .clone())
        };
        let found = network
            .generate(request, &mut draw, Watch::nobody())
            .unwrap();
        assert!(left.is_empty(), "{name}: {} were not drawn", left.len());
        let expected = picture_of(&fixture, &format!("image.{name}"));
        assert_eq!(found.dimensions(), expected.dimensions());
        let apart = found
            .as_raw()
            .iter()
            .zip(expected.as_raw())
            .map(|(a, b)| a.abs_diff(*b))
            .max()
            .unwrap();
        assert!(apart <= 2, "{name}: {apart}");
    };
    let noise = Origin::Noise {
        width: picture.width(),
        height: picture.height(),
    };
    let (_folder, plain) = model("unet");
    for (name, scheduler) in SchedulerKind::ALL {
        let drawn = match name {
            "euler_ancestral" | "lcm" => 3,
            _ => 0,
        };
        let noises: Vec<&Tensor> = [&latents].into_iter().chain(&more[..drawn]).collect();
        apart(
            &plain,
            name,
            &Request {
                scheduler,
                ..request(noise)
            },
            &noises,
        );
    }
    let (sizes, size) = (RefCell::new(Vec::new()), picture.dimensions());
    let show = |preview: RgbImage| sizes.borrow_mut().push(preview.dimensions());
    apart(
        &plain,
        "ddim",
        &Request {
            preview: Some(&show),
            ..request(noise)
        },
        &[&latents],
    );
    let sizes = sizes.into_inner();
    let is_small = |seen: &(u32, u32)| seen.0 < size.0 && seen.0 * size.1 == seen.1 * size.0;
    assert!(
        sizes.len() == 4 && sizes.iter().all(is_small),
        "one at each step, and the result as without: {sizes:?}"
    );
    apart(
        &plain,
        "unguided",
        &Request {
            guidance: 1.0,
            ..request(noise)
        },
        &[&latents],
    );
    let large = Origin::Noise {
        width: 160,
        height: 64,
    };
    apart(&plain, "large", &request(large), &[fixture.tensor("large")]);
    let origin = Origin::Image {
        image: &picture,
        strength: 0.6,
    };
    apart(
        &plain,
        "image_to_image",
        &Request {
            steps: 5,
            ..request(origin)
        },
        &[&more[0], &more[1]],
    );
    let control: ControlNet = network(&Fixture::folder("stable_diffusion_control"), None);
    let control = Some(Control {
        network: &control,
        image: &condition,
        strength: 0.8,
    });
    apart(
        &plain,
        "control",
        &Request {
            control,
            ..request(noise)
        },
        &[&latents],
    );
    let (_folder, filling) = model("inpainting");
    let origin = Origin::Filling {
        image: &picture,
        mask: &mask,
    };
    apart(
        &filling,
        "inpainting",
        &request(origin),
        &[&latents, &more[0]],
    );
    let (_folder, editing) = model("editing");
    let origin = Origin::Editing {
        image: &picture,
        guidance: 1.5,
    };
    apart(&editing, "editing", &request(origin), &[&latents]);
}

#[test]
fn a_model_that_is_not_made_for_it_and_a_wrong_size_are_refused() {
    let (_folder, plain) = model("unet");
    let (picture, mask) = (RgbImage::new(64, 48), GrayImage::new(64, 48));
    let refused = |origin: Origin| {
        let mut draw = |shape| Tensor::zeros(shape, DType::F32, &Device::Cpu);
        plain
            .generate(&request(origin), &mut draw, Watch::nobody())
            .unwrap_err()
            .to_string()
    };
    let said = refused(Origin::Filling {
        image: &picture,
        mask: &mask,
    });
    assert!(
        said.contains("unet/config.json") && said.contains('9'),
        "{said}"
    );
    assert!(
        refused(Origin::Editing {
            image: &picture,
            guidance: 1.5
        })
        .contains('8')
    );
    assert!(
        refused(Origin::Noise {
            width: 60,
            height: 64
        })
        .contains("60 by 64")
    );
    assert!(
        refused(Origin::Noise {
            width: 0,
            height: 64
        })
        .contains("0 by 64")
    );
}

#[test]
fn tensors_are_found_under_their_newer_names_too() {
    let fixture = fixture();
    let folder = tempfile::tempdir().unwrap();
    for (part, renamed) in [
        ("vae", [(".query.", ".to_q."), (".key.", ".to_k.")]),
        ("text_encoder", [("text_model.", ""); 2]),
    ] {
        let to = folder.path().join(part);
        std::fs::create_dir(&to).unwrap();
        std::fs::copy(
            fixture.folder.join(part).join("config.json"),
            to.join("config.json"),
        )
        .unwrap();
        let tensors = candle_core::safetensors::load(
            weights::only_file(&fixture.folder.join(part)).unwrap(),
            &Device::Cpu,
        )
        .unwrap();
        let new = |name: &str| {
            renamed
                .iter()
                .fold(name.to_owned(), |name, (old, new)| name.replace(old, new))
        };
        let tensors = tensors
            .iter()
            .map(|(name, tensor)| (new(name), tensor.clone()))
            .collect();
        candle_core::safetensors::save(&tensors, to.join("model.safetensors")).unwrap();
    }
    StableDiffusion::open_autoencoder(folder.path(), DType::F32, &Device::Cpu).unwrap();
    TextEncoder::open(
        &folder.path().join("text_encoder"),
        DType::F32,
        &Device::Cpu,
    )
    .unwrap();
    let missing = StableDiffusion::open(folder.path(), DType::F32, &Device::Cpu)
        .err()
        .unwrap();
    assert!(
        matches!(missing, InferenceError::File { path, .. } if path.ends_with("unet/config.json"))
    );
}

#[test]
fn the_full_size_models_have_these_tensors() {
    let shapes = |part: &str| -> std::collections::BTreeMap<String, Vec<usize>> {
        let path = fixture().folder.join(format!("full_size_{part}.json"));
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    };
    assert_eq!(
        weights::expected::<UNet>(&UNetConfig::default()).unwrap(),
        shapes("unet")
    );
    assert_eq!(
        weights::expected::<ControlNet>(&ControlNetConfig::default()).unwrap(),
        shapes("controlnet")
    );
    assert_eq!(
        weights::expected::<Autoencoder>(&AutoencoderConfig::default()).unwrap(),
        shapes("vae")
    );
    let reader = TextConfig {
        hidden_size: 768,
        intermediate_size: 3072,
        num_attention_heads: 12,
        ..TextConfig::default()
    };
    let read = weights::expected::<TextEncoder>(&reader).unwrap();
    let named = shapes("text_encoder")
        .into_iter()
        .map(|(name, shape)| (format!("text_model.{name}"), shape));
    assert_eq!(read, named.collect());
    let uneven = UNetConfig {
        attention_head_dim: 7,
        ..UNetConfig::default()
    };
    assert!(weights::expected::<UNet>(&uneven).is_err());
    for (field, value) in [
        ("time_cond_proj_dim", "256"),
        ("addition_embed_type", "\"text_time\""),
    ] {
        let other: UNetConfig = serde_json::from_str(&format!("{{\"{field}\": {value}}}")).unwrap();
        let said = weights::expected::<UNet>(&other).unwrap_err().to_string();
        assert!(said.contains(field), "{said}");
    }
    let short = UNetConfig {
        up_block_types: Vec::new(),
        ..UNetConfig::default()
    };
    assert!(weights::expected::<UNet>(&short).is_err());
}
