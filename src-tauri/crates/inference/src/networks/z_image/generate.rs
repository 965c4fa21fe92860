//! From a request to an image.

use candle_core::{DType, Device};
use image::RgbImage;

use super::super::stable_diffusion::{Draw, images};
use super::model::ZImage;
use super::scheduler::FlowScheduler;
use super::transformer::PATCH;
use crate::{InferenceError, Watch};

/// Request for an image.
pub struct Request<'a> {
    /// Description of the image.
    pub text: &'a str,
    /// The image's width in pixels; the side of a patch (16) has to divide it.
    pub width: u32,
    /// The image's height in pixels, of the same kind.
    pub height: u32,
    /// In how many steps; eight is what Z-Image-Turbo is made for.
    pub steps: usize,
}

/// Parts of the whole at whose ends the text is read and the steps are done.
const READ: f64 = 0.04;
const STEPPED: f64 = 0.95;
/// Latents of the side of the tiles that large ones become an image in.
const TILE: usize = 128;
/// Latents that become an image at once: up to this many times the area of a tile.
const WHOLE: f64 = 2.25;

impl ZImage {
    /// Makes an image. The same request with the same noise gives the same image.
    pub fn generate(
        &self,
        request: &Request,
        draw: Draw,
        watch: Watch,
    ) -> Result<RgbImage, InferenceError> {
        let (height, width) = self.size(request)?;
        let text = self.encode(request.text, watch.part(0.0, READ / 2.0))?;
        let text = self.transformer.read(&text, watch.part(READ / 2.0, READ))?;
        let mut latents = draw((height, width, self.transformer.channels()))?;
        let scheduler =
            FlowScheduler::new(&self.flow, request.steps, height * width / (PATCH * PATCH));
        let at = |step: usize| READ + (STEPPED - READ) * step as f64 / request.steps as f64;
        for step in 0..request.steps {
            let noisy = latents.to_device(&self.device)?.to_dtype(self.dtype)?;
            let time = 1.0 - scheduler.shares()[step];
            let towards = self.transformer.forward(
                &noisy,
                time,
                &text,
                watch.part(at(step), at(step + 1)),
            )?;
            let towards = towards.to_device(&Device::Cpu)?.to_dtype(DType::F32)?;
            latents = scheduler.step(step, &latents, &towards.neg()?)?;
        }
        let latents = ((latents / self.autoencoder.scaling())? + self.autoencoder.shift())?;
        let latents = latents.to_device(&self.device)?.to_dtype(self.dtype)?;
        let watch = watch.part(STEPPED, 1.0);
        let pixels = if (height * width) as f64 > WHOLE * (TILE * TILE) as f64 {
            self.autoencoder.decode_tiled(&latents, TILE, watch)?
        } else {
            self.autoencoder.decode(&latents, watch)?
        };
        Ok(images::image(&pixels)?)
    }

    /// Height and width in latents.
    fn size(&self, request: &Request) -> Result<(usize, usize), InferenceError> {
        let (width, height) = (request.width as usize, request.height as usize);
        let patch = PATCH * self.autoencoder.factor();
        if width == 0
            || height == 0
            || !width.is_multiple_of(patch)
            || !height.is_multiple_of(patch)
        {
            return Err(InferenceError::Image(format!(
                "{width} by {height} pixels are no multiples of {patch}"
            )));
        }
        if request.steps == 0 {
            return Err(InferenceError::Image(
                "it is to be made in no steps".to_owned(),
            ));
        }
        Ok((
            height / self.autoencoder.factor(),
            width / self.autoencoder.factor(),
        ))
    }
}
