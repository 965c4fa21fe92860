//! The autoencoder that latents and images become each other by (Rombach et al. 2022, section 3.1
//! and appendix G; Kingma and Welling 2014).

mod blocks;
mod decoder;
mod encoder;

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use self::decoder::Decoder;
use self::encoder::Encoder;
use super::config::AutoencoderConfig;
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// Both halves of the autoencoder.
pub struct Autoencoder {
    encoder: Encoder,
    decoder: Decoder,
    /// Factor on latents for the U-Net.
    scaling: f64,
    /// Number taken off latents before that.
    shift: f64,
    /// Pixels of a latent's side.
    factor: usize,
    /// Channels of the latents.
    channels: usize,
}

/// Moments of an image's latents, each `(height, width, latents)`: those drawn have this mean and
/// deviation.
pub struct Moments {
    /// The means.
    pub mean: Tensor,
    /// The deviations.
    pub deviation: Tensor,
}

impl Moments {
    /// Reads the output of the encoder's last layer: means, and behind them the logarithms of
    /// variances.
    pub(super) fn of(said: &Tensor) -> Result<Self> {
        let latents = said.dim(2)? / 2;
        let deviation = (said.narrow(2, latents, latents)?.clamp(-30.0, 20.0)? * 0.5)?.exp()?;
        Ok(Self {
            mean: said.narrow(2, 0, latents)?.contiguous()?,
            deviation,
        })
    }

    /// Latents drawn with noise of the same shape, of deviation 1.
    pub fn sampled(&self, noise: &Tensor) -> Result<Tensor> {
        &self.mean + (&self.deviation * noise)?
    }
}

impl Network for Autoencoder {
    type Config = AutoencoderConfig;

    fn new(config: &AutoencoderConfig, weights: VarBuilder) -> Result<Self> {
        if config.block_out_channels.is_empty() {
            candle_core::bail!("block_out_channels is empty");
        }
        Ok(Self {
            encoder: Encoder::new(config, &weights)?,
            decoder: Decoder::new(config, &weights)?,
            scaling: config.scaling_factor,
            shift: config.shift_factor.unwrap_or_default(),
            factor: 1 << (config.block_out_channels.len() - 1),
            channels: config.latent_channels,
        })
    }
}

impl Autoencoder {
    /// Returns the factor on latents for the U-Net.
    pub fn scaling(&self) -> f64 {
        self.scaling
    }

    /// Returns the number taken off latents before they are multiplied.
    pub fn shift(&self) -> f64 {
        self.shift
    }

    /// Channels of the latents.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Pixels of a latent's side.
    pub fn factor(&self) -> usize {
        self.factor
    }

    /// The latents of an image, `(height, width, 3)` of values from -1 to 1, whose sides
    /// [`factor`](Self::factor) divides.
    pub fn encode(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Moments, InferenceError> {
        Ok(Moments::of(&self.moments(pixels, watch)?)?)
    }

    /// Returns the tensor that [`Moments::of`] takes.
    pub(super) fn moments(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        self.encoder.forward(pixels, &|| watch.at(0, 1))
    }

    /// An image, `(height, width, 3)` of values about from -1 to 1, of latents as
    /// [`encode`](Self::encode) gives them.
    pub fn decode(
        &self,
        latents: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        self.decoder.forward(latents, &|| watch.at(0, 1))
    }
}

/// A tensor's name in files that are older than the one that is asked for.
pub(super) fn older_name(name: &str) -> Option<String> {
    let names = [
        ("to_q", "query"),
        ("to_k", "key"),
        ("to_v", "value"),
        ("to_out.0", "proj_attn"),
    ];
    let (new, old) = names
        .iter()
        .find(|(new, _)| name.contains(&format!(".attentions.0.{new}.")))?;
    Some(name.replace(&format!(".{new}."), &format!(".{old}.")))
}
