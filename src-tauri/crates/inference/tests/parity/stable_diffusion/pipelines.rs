//! Whole ways from a request to an image, with the noise that diffusers drew.

use std::cell::RefCell;
use std::collections::VecDeque;

use candle_core::{DType, Device, Tensor};
use image::{GrayImage, RgbImage};
use patchbay_inference::Watch;
use patchbay_inference::networks::stable_diffusion::{
    Control, ControlNet, Origin, Request, SchedulerKind, StableDiffusion,
};

use super::{PROMPT, fixture, network, unet};
use crate::support::Fixture;

const NEGATIVE: &str = "two dogs";

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

fn image_of(fixture: &Fixture, name: &str) -> RgbImage {
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

/// Inputs of diffusers' pipelines, with their results.
struct Pipelines {
    fixture: Fixture,
    image: RgbImage,
    condition: RgbImage,
    mask: GrayImage,
    latents: Tensor,
    /// The noises that were drawn behind the latents.
    more: Vec<Tensor>,
}

impl Pipelines {
    fn open() -> Self {
        let fixture = Fixture::open("stable_diffusion_pipelines");
        let (image, condition) = (
            image_of(&fixture, "picture"),
            image_of(&fixture, "condition"),
        );
        let mask = fixture
            .tensor("mask")
            .flatten_all()
            .unwrap()
            .to_vec1::<u8>()
            .unwrap();
        let mask = GrayImage::from_raw(image.width(), image.height(), mask).unwrap();
        let latents = fixture.tensor("latents").clone();
        let more = (0..8)
            .map(|index| fixture.tensor("more").get(index).unwrap())
            .collect();
        Self {
            fixture,
            image,
            condition,
            mask,
            latents,
            more,
        }
    }

    /// Noise of the image's size.
    fn noise(&self) -> Origin<'static> {
        Origin::Noise {
            width: self.image.width(),
            height: self.image.height(),
        }
    }

    /// Holds that a request becomes the image of that name with these noises, and no others.
    fn assert_same(
        &self,
        network: &StableDiffusion,
        name: &str,
        request: &Request,
        noises: &[&Tensor],
    ) {
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
        let expected = image_of(&self.fixture, &format!("image.{name}"));
        assert_eq!(found.dimensions(), expected.dimensions());
        let apart = found
            .as_raw()
            .iter()
            .zip(expected.as_raw())
            .map(|(a, b)| a.abs_diff(*b))
            .max()
            .unwrap();
        assert!(apart <= 2, "{name}: {apart}");
    }

    fn with_each_scheduler(&self, plain: &StableDiffusion) {
        for (name, scheduler) in SchedulerKind::ALL {
            let drawn = match name {
                "euler_ancestral" | "lcm" => 3,
                _ => 0,
            };
            let noises: Vec<&Tensor> = [&self.latents]
                .into_iter()
                .chain(&self.more[..drawn])
                .collect();
            self.assert_same(
                plain,
                name,
                &Request {
                    scheduler,
                    ..request(self.noise())
                },
                &noises,
            );
        }
    }

    fn with_previews(&self, plain: &StableDiffusion) {
        let (sizes, size) = (RefCell::new(Vec::new()), self.image.dimensions());
        let show = |preview: RgbImage| sizes.borrow_mut().push(preview.dimensions());
        self.assert_same(
            plain,
            "ddim",
            &Request {
                preview: Some(&show),
                ..request(self.noise())
            },
            &[&self.latents],
        );
        let sizes = sizes.into_inner();
        let is_small = |seen: &(u32, u32)| seen.0 < size.0 && seen.0 * size.1 == seen.1 * size.0;
        assert!(
            sizes.len() == 4 && sizes.iter().all(is_small),
            "one at each step, and the result as without: {sizes:?}"
        );
    }

    fn without_guidance_and_large(&self, plain: &StableDiffusion) {
        self.assert_same(
            plain,
            "unguided",
            &Request {
                guidance: 1.0,
                ..request(self.noise())
            },
            &[&self.latents],
        );
        let large = Origin::Noise {
            width: 160,
            height: 64,
        };
        self.assert_same(
            plain,
            "large",
            &request(large),
            &[self.fixture.tensor("large")],
        );
    }

    fn starting_with_an_image(&self, plain: &StableDiffusion) {
        let origin = Origin::Image {
            image: &self.image,
            strength: 0.6,
        };
        self.assert_same(
            plain,
            "image_to_image",
            &Request {
                steps: 5,
                ..request(origin)
            },
            &[&self.more[0], &self.more[1]],
        );
    }

    fn by_a_control_net(&self, plain: &StableDiffusion) {
        let control: ControlNet = network(&Fixture::folder("stable_diffusion_control"), None);
        let control = Some(Control {
            network: &control,
            image: &self.condition,
            strength: 0.8,
        });
        self.assert_same(
            plain,
            "control",
            &Request {
                control,
                ..request(self.noise())
            },
            &[&self.latents],
        );
    }

    fn filling_a_mask(&self) {
        let (_folder, filling) = model("inpainting");
        let origin = Origin::Filling {
            image: &self.image,
            mask: &self.mask,
        };
        self.assert_same(
            &filling,
            "inpainting",
            &request(origin),
            &[&self.latents, &self.more[0]],
        );
    }

    fn editing(&self) {
        let (_folder, editing) = model("editing");
        let origin = Origin::Editing {
            image: &self.image,
            guidance: 1.5,
        };
        self.assert_same(&editing, "editing", &request(origin), &[&self.latents]);
    }
}

#[test]
fn whole_ways_to_images_agree() {
    let pipelines = Pipelines::open();
    let (_folder, plain) = model("unet");
    pipelines.with_each_scheduler(&plain);
    pipelines.with_previews(&plain);
    pipelines.without_guidance_and_large(&plain);
    pipelines.starting_with_an_image(&plain);
    pipelines.by_a_control_net(&plain);
    pipelines.filling_a_mask();
    pipelines.editing();
}

#[test]
fn a_model_that_is_not_made_for_it_and_a_wrong_size_are_refused() {
    let (_folder, plain) = model("unet");
    let (image, mask) = (RgbImage::new(64, 48), GrayImage::new(64, 48));
    let refused = |origin: Origin| {
        let mut draw = |shape| Tensor::zeros(shape, DType::F32, &Device::Cpu);
        plain
            .generate(&request(origin), &mut draw, Watch::nobody())
            .unwrap_err()
            .to_string()
    };
    let said = refused(Origin::Filling {
        image: &image,
        mask: &mask,
    });
    assert!(
        said.contains("unet/config.json") && said.contains('9'),
        "{said}"
    );
    assert!(
        refused(Origin::Editing {
            image: &image,
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
