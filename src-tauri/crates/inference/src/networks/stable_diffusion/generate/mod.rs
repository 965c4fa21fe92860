//! From a request to an image.

mod request;
mod start;

use candle_core::{DType, Device, Tensor};
use image::RgbImage;

pub use self::request::{Control, Draw, Origin, Request};
use super::model::StableDiffusion;
use super::windows::{Windows, is_large};
use super::{images, schedulers};
use crate::{InferenceError, Watch};

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
        let hint = self.hint(request.control.as_ref(), watch.part(ENCODED, ENCODED))?;
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
        let pixels = self.decoded(latents, watch.part(STEPPED, 1.0))?;
        Ok(images::image(&pixels)?)
    }

    /// Returns a `ControlNet`'s hint for the image that is followed, with the `ControlNet`.
    fn hint<'a>(
        &self,
        control: Option<&'a Control<'a>>,
        watch: Watch,
    ) -> Result<Option<(&'a Control<'a>, Tensor)>, InferenceError> {
        let Some(control) = control else {
            return Ok(None);
        };
        let image = self.taken(&images::values(control.image)?)?;
        Ok(Some((control, control.network.hint(&image, watch)?)))
    }

    /// The image, `(height, width, 3)` of values about from -1 to 1, of latents as the U-Net has
    /// them.
    fn decoded(&self, latents: Tensor, watch: Watch) -> Result<Tensor, InferenceError> {
        let (height, width, _) = latents.dims3()?;
        let latents = self.taken(&(latents / self.autoencoder.scaling())?)?;
        match self.tile((height, width)) {
            None => self.autoencoder.decode(&latents, watch),
            Some(side) => self.autoencoder.decode_tiled(&latents, side, watch),
        }
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

/// Returns the network's prediction with guidance. `ask` asks it about a text with something beside
/// the latents, in a part of the step.
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
