//! The latents that the steps begin with.

use candle_core::{DType, Device, Tensor};

use super::super::autoencoder::Moments;
use super::super::images;
use super::super::model::StableDiffusion;
use super::super::schedulers::Scheduler;
use super::request::{Draw, Origin};
use crate::{InferenceError, Watch};

/// Beginning of the steps.
pub(super) struct Start {
    /// The first step that is taken.
    pub(super) step: usize,
    /// `(height, width, channels)`, as noisy as that step has them.
    pub(super) latents: Tensor,
    /// Latents and masks that stand beside the latents at all steps.
    pub(super) beside: Option<Tensor>,
}

impl StableDiffusion {
    /// Latents to begin with.
    pub(super) fn start(
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

    fn encoded(&self, image: &Tensor, watch: Watch) -> Result<Moments, InferenceError> {
        let (image, factor) = (self.taken(image)?, self.autoencoder.factor());
        match self.tile((image.dim(0)? / factor, image.dim(1)? / factor)) {
            None => self.autoencoder.encode(&image, watch),
            Some(side) => self.autoencoder.encode_tiled(&image, side, watch),
        }
    }
}
