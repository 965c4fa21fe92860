//! The autoencoder that latents and images become each other by (Rombach et al. 2022, section 3.1
//! and appendix G; Kingma and Welling 2014).

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::AutoencoderConfig;
use super::layers::{Ask, Residual, Upsample, convolution};
use super::transformer::attended;
use crate::kernels::{Activation, Conv2d, GroupNorm, Linear};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// Added to the variance in all of its group norms.
const EPSILON: f64 = 1e-6;

/// Both halves of the autoencoder.
pub struct Autoencoder {
    encoder: Encoder,
    decoder: Decoder,
    /// What latents are multiplied by for the U-Net.
    scaling: f64,
    /// What is taken off latents before that.
    shift: f64,
    /// Pixels of a latent's side.
    factor: usize,
    /// Channels of the latents.
    channels: usize,
}

/// What is known of an image's latents, each `(height, width, latents)`: those drawn have this mean
/// and deviation.
pub struct Moments {
    /// The means.
    pub mean: Tensor,
    /// The deviations.
    pub deviation: Tensor,
}

impl Moments {
    /// What the encoder's last layer says: means, and behind them the logarithms of variances.
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

struct Encoder {
    first: Conv2d,
    levels: Vec<(Vec<Residual>, Option<Conv2d>)>,
    middle: Middle,
    norm: GroupNorm,
    last: Conv2d,
    moments: Option<Conv2d>,
}

struct Decoder {
    latents: Option<Conv2d>,
    first: Conv2d,
    middle: Middle,
    levels: Vec<(Vec<Residual>, Option<Upsample>)>,
    norm: GroupNorm,
    last: Conv2d,
}

impl Network for Autoencoder {
    type Config = AutoencoderConfig;

    fn new(config: &AutoencoderConfig, weights: VarBuilder) -> Result<Self> {
        if config.block_out_channels.is_empty() {
            candle_core::bail!("block_out_channels is empty");
        }
        Ok(Self {
            encoder: encoder(config, &weights)?,
            decoder: decoder(config, &weights)?,
            scaling: config.scaling_factor,
            shift: config.shift_factor.unwrap_or_default(),
            factor: 1 << (config.block_out_channels.len() - 1),
            channels: config.latent_channels,
        })
    }
}

impl Autoencoder {
    /// What latents are multiplied by for the U-Net.
    pub fn scaling(&self) -> f64 {
        self.scaling
    }

    /// What is taken off latents before they are multiplied.
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

    /// What [`Moments::of`] takes.
    pub(super) fn moments(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let (encoder, ask) = (&self.encoder, &|| watch.at(0, 1));
        let mut x = encoder
            .first
            .forward_asking(pixels, None, Activation::None, ask)?;
        for (residuals, smaller) in &encoder.levels {
            for residual in residuals {
                x = residual.forward(x, None, ask)?;
            }
            if let Some(smaller) = smaller {
                // A line and a column of zeros behind the last.
                let padded = x.pad_with_zeros(0, 0, 1)?.pad_with_zeros(1, 0, 1)?;
                x = smaller.forward_asking(&padded, None, Activation::None, ask)?;
            }
        }
        let x = encoder
            .norm
            .forward_then(&encoder.middle.forward(&x, ask)?, Activation::Silu)?;
        Ok(through(
            encoder.moments.as_ref(),
            encoder.last.forward(&x, Activation::None)?,
        )?)
    }

    /// An image, `(height, width, 3)` of values about from -1 to 1, of latents as
    /// [`encode`](Self::encode) gives them.
    pub fn decode(
        &self,
        latents: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let (decoder, ask) = (&self.decoder, &|| watch.at(0, 1));
        let x = decoder.first.forward(
            &through(decoder.latents.as_ref(), latents.clone())?,
            Activation::None,
        )?;
        let mut x = decoder.middle.forward(&x, ask)?;
        for (residuals, larger) in &decoder.levels {
            for residual in residuals {
                x = residual.forward(x, None, ask)?;
            }
            if let Some(larger) = larger {
                x = larger.forward(&x, (2 * x.dim(0)?, 2 * x.dim(1)?), ask)?;
            }
        }
        let x = decoder.norm.forward_then(&x, Activation::Silu)?;
        decoder.last.forward_asking(&x, None, Activation::None, ask)
    }
}

/// A convolution that some models lack.
fn through(convolution: Option<&Conv2d>, x: Tensor) -> Result<Tensor> {
    convolution.map_or(Ok(x.clone()), |convolution| {
        convolution.forward(&x, Activation::None)
    })
}

fn residual(
    (input, output): (usize, usize),
    config: &AutoencoderConfig,
    index: usize,
    weights: &VarBuilder,
) -> Result<Residual> {
    let weights = weights.pp(format!("resnets.{index}"));
    Residual::new(
        (input, output),
        (config.norm_num_groups, EPSILON),
        None,
        &weights,
    )
}

fn encoder(config: &AutoencoderConfig, weights: &VarBuilder) -> Result<Encoder> {
    let (channels, latents) = (&config.block_out_channels, 2 * config.latent_channels);
    let (moments, weights) = (weights.pp("quant_conv"), weights.pp("encoder"));
    let last = channels.len() - 1;
    let level = |index: usize| {
        let weights = weights.pp(format!("down_blocks.{index}"));
        let (before, output) = (channels[index.saturating_sub(1)], channels[index]);
        let block = |block: usize| {
            residual(
                (if block == 0 { before } else { output }, output),
                config,
                block,
                &weights,
            )
        };
        let smaller = weights.pp("downsamplers.0.conv");
        let smaller = || {
            Conv2d::new(
                &smaller.get((output, output, 3, 3), "weight")?,
                Some(smaller.get(output, "bias")?),
                2,
                0,
            )
        };
        let smaller = if index == last {
            None
        } else {
            Some(smaller()?)
        };
        Ok((
            (0..config.layers_per_block)
                .map(block)
                .collect::<Result<_>>()?,
            smaller,
        ))
    };
    Ok(Encoder {
        first: convolution(3, channels[0], 3, &weights.pp("conv_in"))?,
        levels: (0..=last).map(level).collect::<Result<_>>()?,
        middle: Middle::new(channels[last], config, &weights.pp("mid_block"))?,
        norm: GroupNorm::new(
            config.norm_num_groups,
            channels[last],
            EPSILON,
            &weights.pp("conv_norm_out"),
        )?,
        last: convolution(channels[last], latents, 3, &weights.pp("conv_out"))?,
        moments: (config.use_quant_conv)
            .then(|| convolution(latents, latents, 1, &moments))
            .transpose()?,
    })
}

fn decoder(config: &AutoencoderConfig, weights: &VarBuilder) -> Result<Decoder> {
    let channels: Vec<usize> = config.block_out_channels.iter().rev().copied().collect();
    let (latents, weights) = (weights.pp("post_quant_conv"), weights.pp("decoder"));
    let last = channels.len() - 1;
    let level = |index: usize| {
        let weights = weights.pp(format!("up_blocks.{index}"));
        let (before, output) = (channels[index.saturating_sub(1)], channels[index]);
        let block = |block: usize| {
            residual(
                (if block == 0 { before } else { output }, output),
                config,
                block,
                &weights,
            )
        };
        let larger = if index == last {
            None
        } else {
            Some(Upsample::new(output, &weights.pp("upsamplers.0"))?)
        };
        Ok((
            (0..=config.layers_per_block)
                .map(block)
                .collect::<Result<_>>()?,
            larger,
        ))
    };
    Ok(Decoder {
        latents: (config.use_post_quant_conv)
            .then(|| convolution(config.latent_channels, config.latent_channels, 1, &latents))
            .transpose()?,
        first: convolution(
            config.latent_channels,
            channels[0],
            3,
            &weights.pp("conv_in"),
        )?,
        middle: Middle::new(channels[0], config, &weights.pp("mid_block"))?,
        levels: (0..=last).map(level).collect::<Result<_>>()?,
        norm: GroupNorm::new(
            config.norm_num_groups,
            channels[last],
            EPSILON,
            &weights.pp("conv_norm_out"),
        )?,
        last: convolution(channels[last], 3, 3, &weights.pp("conv_out"))?,
    })
}

/// What stands at the coarsest level: places look at each other, with one head, between two
/// residual blocks.
struct Middle {
    before: Residual,
    norm: GroupNorm,
    /// Queries, keys and values side by side.
    attention: Linear,
    output: Linear,
    behind: Residual,
}

impl Middle {
    fn new(width: usize, config: &AutoencoderConfig, weights: &VarBuilder) -> Result<Self> {
        let own = weights.pp("attentions.0");
        Ok(Self {
            before: residual((width, width), config, 0, weights)?,
            norm: GroupNorm::new(
                config.norm_num_groups,
                width,
                EPSILON,
                &own.pp("group_norm"),
            )?,
            attention: Linear::joined(width, &["to_q", "to_k", "to_v"], &own)?,
            output: Linear::new(width, width, &own.pp("to_out.0"))?,
            behind: residual((width, width), config, 1, weights)?,
        })
    }

    fn forward(&self, x: &Tensor, ask: Ask) -> std::result::Result<Tensor, InferenceError> {
        let x = self.before.forward(x.clone(), None, ask)?;
        let (height, across, width) = x.dims3()?;
        let rows =
            self.norm
                .forward_then(&x, Activation::None)?
                .reshape((1, height * across, width))?;
        let all = self.attention.forward(&rows)?;
        let seen = attended((&all, 0), (&all, width), (width, 1), ask)?
            .reshape((height, across, width))?;
        self.behind.forward(
            self.output
                .forward_then(&seen, Some(&x), Activation::None)?,
            None,
            ask,
        )
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
