//! From a request to an image.

use candle_core::{DType, Device, Tensor};
use image::{GrayImage, RgbImage};

use super::autoencoder::Moments;
use super::control_net::ControlNet;
use super::model::StableDiffusion;
use super::schedulers::{Scheduler, SchedulerKind};
use super::windows::{Windows, is_large};
use super::{images, schedulers};
use crate::{InferenceError, Watch};

/// Draws noise of a shape with the mean 0 and the deviation 1, f32 on the processor:
/// [`Noise`](super::Noise) does.
pub type Draw<'a> = &'a mut dyn FnMut((usize, usize, usize)) -> candle_core::Result<Tensor>;

/// What is asked for.
pub struct Request<'a> {
    /// What the image shows, or what is to become of one.
    pub text: &'a str,
    /// What the image does not show.
    pub unwanted: &'a str,
    /// What it begins with.
    pub origin: Origin<'a>,
    /// An image to follow.
    pub control: Option<Control<'a>>,
    /// How noise is taken away.
    pub scheduler: SchedulerKind,
    /// In how many steps, where noise is all that there is.
    pub steps: usize,
    /// How much more the text counts than it would by itself (Ho and Salimans 2022,
    /// "Classifier-Free Diffusion Guidance"); at 1 and below the network is asked half as often,
    /// and what is unwanted is not looked at.
    pub guidance: f64,
    /// Is shown at each step what the image is becoming, small and rough.
    pub preview: Option<&'a dyn Fn(RgbImage)>,
}

/// What an image begins with. Widths and heights are in pixels; a latent's side (8) has to divide
/// them.
#[derive(Clone, Copy)]
pub enum Origin<'a> {
    /// Noise alone.
    Noise {
        /// The image's width.
        width: u32,
        /// The image's height.
        height: u32,
    },
    /// An image, with so much noise that it is forgotten by `strength`, above 0 and up to 1.
    Image {
        /// The image.
        image: &'a RgbImage,
        /// How much of it is forgotten.
        strength: f64,
    },
    /// Noise, beside what a mask leaves of an image of the same size. Takes a model with 9
    /// channels.
    Filling {
        /// The image.
        image: &'a RgbImage,
        /// Set (128 and above) where the image is made anew.
        mask: &'a GrayImage,
    },
    /// Noise, beside an image that the text says how to change (Brooks et al. 2023,
    /// "`InstructPix2Pix`"). Takes a model with 8 channels.
    Editing {
        /// The image.
        image: &'a RgbImage,
        /// How much more the image counts than it would by itself.
        guidance: f64,
    },
}

/// An image to follow, of the result's size.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// What follows it.
    pub network: &'a ControlNet,
    /// The image, of the kind that the network was trained on.
    pub image: &'a RgbImage,
    /// How closely it is followed: 1 as trained.
    pub strength: f64,
}

/// What the steps begin with.
struct Start {
    /// The first step that is taken.
    step: usize,
    /// `(height, width, channels)`, as noisy as that step has them.
    latents: Tensor,
    /// What stands beside the latents at all steps.
    beside: Option<Tensor>,
}

/// Parts of the whole at whose ends texts are read, images are encoded and the steps are done.
const READ: f64 = 0.02;
const ENCODED: f64 = 0.05;
const STEPPED: f64 = 0.92;

impl StableDiffusion {
    /// Makes an image. The same request with the same noise gives the same image. One that
    /// [`is_large`](Self::is_large) is made in windows.
    pub fn generate(
        &self,
        request: &Request,
        draw: Draw,
        watch: Watch,
    ) -> Result<RgbImage, InferenceError> {
        self.check(request)?;
        let mut scheduler = request.scheduler.scheduler(&self.diffusion, request.steps);
        let texts = self.read(&[request.unwanted, request.text], watch.part(0.0, READ))?;
        let start = self.start(
            &request.origin,
            scheduler.as_ref(),
            draw,
            watch.part(READ, ENCODED),
        )?;
        let hint = match &request.control {
            None => None,
            Some(control) => {
                let image = self.taken(&images::values(control.image)?)?;
                Some((
                    control,
                    control.network.hint(&image, watch.part(ENCODED, ENCODED))?,
                ))
            }
        };
        let mut latents = start.latents;
        let (height, width, _) = latents.dims3()?;
        let windows = Windows::new((height, width), self.unet.trained())?;
        let count = scheduler.timesteps().len() - start.step;
        let at = |done: usize| ENCODED + (STEPPED - ENCODED) * done as f64 / count as f64;
        for (done, step) in (start.step..scheduler.timesteps().len()).enumerate() {
            let watch = watch.part(at(done), at(done + 1));
            let noisy = (&latents * scheduler.scale(step))?;
            let timestep = scheduler.timesteps()[step];
            let ask = |text: &Tensor,
                       beside: Option<&Tensor>,
                       part: (f64, f64)|
             -> Result<Tensor, InferenceError> {
                let sample = match beside {
                    None => self.taken(&noisy)?,
                    Some(beside) => self.taken(&Tensor::cat(&[&noisy, beside], 2)?)?,
                };
                let watch = watch.part(part.0, part.1);
                windows.mean(|window, part| {
                    let (sample, watch) = (window.of(&sample)?, watch.part(part.0, part.1));
                    let residuals = match &hint {
                        None => None,
                        Some((control, hint)) => {
                            let hint = (&window.of(hint)?, control.strength);
                            Some(
                                control
                                    .network
                                    .forward(&sample, timestep, text, hint, watch)?,
                            )
                        }
                    };
                    let found =
                        self.unet
                            .forward(&sample, timestep, text, residuals.as_ref(), watch)?;
                    Ok(found.to_device(&Device::Cpu)?.to_dtype(DType::F32)?)
                })
            };
            let predicted = guided(request, &texts, start.beside.as_ref(), ask)?;
            if let Some(preview) = request.preview {
                let (scale, shares) = (scheduler.scale(step), scheduler.shares(step));
                let shares = (shares.0 * scale, shares.1 * scale);
                let clean = schedulers::denoised(
                    self.diffusion.prediction_type,
                    &noisy,
                    &predicted,
                    shares,
                )?;
                preview(images::rough(&clean)?);
            }
            let noise = if scheduler.draws(step) {
                Some(draw(latents.dims3()?)?)
            } else {
                None
            };
            latents = scheduler.step(step, &latents, &predicted, noise.as_ref())?;
        }
        let latents = self.taken(&(latents / self.autoencoder.scaling())?)?;
        let watch = watch.part(STEPPED, 1.0);
        let pixels = match self.tile((height, width)) {
            None => self.autoencoder.decode(&latents, watch)?,
            Some(side) => self.autoencoder.decode_tiled(&latents, side, watch)?,
        };
        Ok(images::image(&pixels)?)
    }

    /// Whether an image of this width and height in pixels is much larger than those that the model
    /// was trained on, whose side comes with it.
    pub fn is_large(&self, (width, height): (u32, u32)) -> Option<u32> {
        let factor = self.autoencoder.factor();
        let side = self.tile((height as usize / factor, width as usize / factor))?;
        Some((side * factor) as u32)
    }

    /// The side of the tiles that latents `(height, width)` and their image become each other in,
    /// where they are large.
    fn tile(&self, size: (usize, usize)) -> Option<usize> {
        let trained = self.unet.trained();
        is_large(size, trained).then_some(trained)
    }

    fn encoded(&self, image: &Tensor, watch: Watch) -> Result<Moments, InferenceError> {
        let (image, factor) = (self.taken(image)?, self.autoencoder.factor());
        match self.tile((image.dim(0)? / factor, image.dim(1)? / factor)) {
            None => self.autoencoder.encode(&image, watch),
            Some(side) => self.autoencoder.encode_tiled(&image, side, watch),
        }
    }

    /// Latents to begin with.
    fn start(
        &self,
        origin: &Origin,
        scheduler: &dyn Scheduler,
        draw: Draw,
        watch: Watch,
    ) -> Result<Start, InferenceError> {
        let factor = self.autoencoder.factor();
        let (width, height) = origin.size();
        let shape = (
            height as usize / factor,
            width as usize / factor,
            self.unet.latents(),
        );
        let encoded = |image: &Tensor| self.encoded(image, watch);
        let kept = |latents: &Tensor| latents.to_device(&Device::Cpu)?.to_dtype(DType::F32);
        let from_noise = |noise: Tensor, beside: Option<Tensor>| -> Result<Start, InferenceError> {
            Ok(Start {
                step: 0,
                latents: (noise * scheduler.first_share())?,
                beside,
            })
        };
        match origin {
            Origin::Noise { .. } => from_noise(draw(shape)?, None),
            Origin::Image { image, strength } => {
                let moments = encoded(&images::pixels(image)?)?;
                let latents = kept(&moments.sampled(&self.taken(&draw(shape)?)?)?)?;
                let latents = (latents * self.autoencoder.scaling())?;
                let steps = scheduler.timesteps().len();
                let taken = ((steps as f64 * strength) as usize).clamp(1, steps);
                let (clean, noise) = scheduler.shares(steps - taken);
                let latents = ((latents * clean)? + (draw(shape)? * noise)?)?;
                Ok(Start {
                    step: steps - taken,
                    latents,
                    beside: None,
                })
            }
            Origin::Filling { image, mask } => {
                let noise = draw(shape)?;
                let mask = images::mask(mask)?;
                let left = images::pixels(image)?.broadcast_mul(&(1.0 - &mask)?)?;
                let moments = encoded(&left)?;
                let left = kept(&moments.sampled(&self.taken(&draw(shape)?)?)?)?;
                let left = (left * self.autoencoder.scaling())?;
                let places = |count: usize| {
                    Tensor::from_iter(
                        (0..count).map(|place| (place * factor) as u32),
                        &Device::Cpu,
                    )
                };
                let mask = mask
                    .index_select(&places(shape.0)?, 0)?
                    .index_select(&places(shape.1)?, 1)?;
                from_noise(noise, Some(Tensor::cat(&[&mask, &left], 2)?))
            }
            Origin::Editing { image, .. } => {
                let noise = draw(shape)?;
                from_noise(noise, Some(kept(&encoded(&images::pixels(image)?)?.mean)?))
            }
        }
    }

    /// As the networks take it.
    fn taken(&self, tensor: &Tensor) -> candle_core::Result<Tensor> {
        tensor
            .to_device(&self.device)?
            .to_dtype(self.dtype)?
            .contiguous()
    }

    /// Refuses what the model is not made for.
    fn check(&self, request: &Request) -> Result<(), InferenceError> {
        let latents = self.unet.latents();
        let (channels, does) = match request.origin {
            Origin::Noise { .. } | Origin::Image { .. } => (latents, "makes pictures"),
            Origin::Filling { .. } => (2 * latents + 1, "fills masks"),
            Origin::Editing { .. } => (2 * latents, "follows instructions"),
        };
        let wrong = |reason: String| {
            Err(InferenceError::File {
                path: self.folder.join("unet/config.json"),
                reason,
            })
        };
        if self.unet.inputs() != channels {
            let own = self.unet.inputs();
            return wrong(format!(
                "its in_channels are {own}, and a model that {does} has {channels}"
            ));
        }
        let (size, factor) = (request.origin.size(), self.autoencoder.factor() as u32);
        let same = |other: (u32, u32)| other == size;
        let fits = match request.origin {
            Origin::Filling { mask, .. } => same(mask.dimensions()),
            _ => true,
        } && request
            .control
            .is_none_or(|control| same(control.image.dimensions()));
        if size.0 == 0
            || size.1 == 0
            || !size.0.is_multiple_of(factor)
            || !size.1.is_multiple_of(factor)
            || !fits
        {
            let (width, height) = size;
            return Err(InferenceError::Image(format!(
                "{width} by {height} pixels are no multiples of {factor}, or what comes with them has another size"
            )));
        }
        Ok(())
    }
}

impl Origin<'_> {
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32) {
        match self {
            Self::Noise { width, height } => (*width, *height),
            Self::Image { image, .. }
            | Self::Filling { image, .. }
            | Self::Editing { image, .. } => image.dimensions(),
        }
    }
}

/// What the network says with guidance. `ask` asks it about a text with something beside the
/// latents, in a part of the step.
fn guided(
    request: &Request,
    texts: &[Tensor],
    beside: Option<&Tensor>,
    ask: impl Fn(&Tensor, Option<&Tensor>, (f64, f64)) -> Result<Tensor, InferenceError>,
) -> Result<Tensor, InferenceError> {
    let (unwanted, text) = (&texts[0], &texts[1]);
    if let (Origin::Editing { guidance, .. }, Some(image)) = (request.origin, beside) {
        // Brooks et al. 2023, equation 3.
        let both = ask(text, beside, (0.0, 0.33))?;
        let seen = ask(unwanted, beside, (0.33, 0.67))?;
        let neither = ask(unwanted, Some(&image.zeros_like()?), (0.67, 1.0))?;
        let by_text = ((both - &seen)? * request.guidance)?;
        return Ok(((&neither + by_text)? + ((seen - &neither)? * guidance)?)?);
    }
    if request.guidance <= 1.0 {
        return ask(text, beside, (0.0, 1.0));
    }
    let without = ask(unwanted, beside, (0.0, 0.5))?;
    let with = ask(text, beside, (0.5, 1.0))?;
    Ok((&without + ((with - &without)? * request.guidance)?)?)
}
