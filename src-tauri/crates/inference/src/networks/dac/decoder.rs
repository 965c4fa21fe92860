//! The layers, in single precision on every device: half of it would be heard as noise.

use candle_core::{DType, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::{DILATIONS, DacConfig, KERNEL};
use crate::kernels::{Activation, Linear, Snake};
use crate::models::weights::Network;
use crate::networks::shared::codebooks::Codebooks;
use crate::networks::shared::weight_norm_conv::{ConvTranspose1d, normalised};
use crate::{InferenceError, Watch};

/// Frames of which samples are made at a time, so that audio of any length takes the same memory.
const CHUNK: usize = 100;

/// Decodes codes to audio.
pub struct DacDecoder {
    codebooks: Codebooks,
    first: Convolution,
    blocks: Vec<DecoderBlock>,
    last_snake: Snake,
    last: Convolution,
    hop: usize,
    reach: usize,
}

/// An upsampling transposed convolution, then residual units.
struct DecoderBlock {
    snake: Snake,
    upsample: ConvTranspose1d,
    units: Vec<ResidualUnit>,
}

struct ResidualUnit {
    inner_snake: Snake,
    inner: Convolution,
    outer_snake: Snake,
    outer: Convolution,
}

/// A convolution that keeps the number of steps; nothing lies beyond the ends.
struct Convolution {
    layer: Linear,
    kernel: usize,
    dilation: usize,
}

impl Network for DacDecoder {
    type Config = DacConfig;

    /// Reads `quantizer` and `decoder`; the encoder is not read.
    fn new(config: &DacConfig, weights: VarBuilder) -> Result<Self> {
        config.check()?;
        let weights = weights.to_dtype(DType::F32);
        let model = weights.pp("decoder.model");
        let (blocks, width) = (config.decoder_rates.len(), config.decoder_dim);
        let block = |(index, rate): (usize, &usize)| {
            DecoderBlock::new(
                (width >> index, width >> (index + 1), *rate),
                &model.pp(index + 1).pp("block"),
            )
        };
        let codebook =
            |index: usize| codebook(config, &weights.pp(format!("quantizer.quantizers.{index}")));
        let narrow = width >> blocks;
        Ok(Self {
            codebooks: Codebooks(
                (0..config.num_codebooks)
                    .map(codebook)
                    .collect::<Result<_>>()?,
            ),
            first: Convolution::new((config.latent_dim, width, KERNEL), 1, &model.pp(0))?,
            blocks: config
                .decoder_rates
                .iter()
                .enumerate()
                .map(block)
                .collect::<Result<_>>()?,
            last_snake: Snake::new(narrow, &model.pp(blocks + 1))?,
            last: Convolution::new((narrow, 1, KERNEL), 1, &model.pp(blocks + 2))?,
            hop: config.hop(),
            reach: config.reach(),
        })
    }
}

/// Returns the vector that each code of a codebook gives to the sum, `(codes, latent)`.
fn codebook(config: &DacConfig, weights: &VarBuilder) -> Result<Tensor> {
    let vectors = weights.get(
        (config.codebook_size, config.codebook_dim),
        "codebook.weight",
    )?;
    let weights = weights.pp("out_proj");
    let matrix = normalised((config.latent_dim, config.codebook_dim, 1), &weights)?.squeeze(2)?;
    vectors
        .contiguous()?
        .matmul(&matrix.t()?.contiguous()?)?
        .broadcast_add(&weights.get(config.latent_dim, "bias")?)
}

impl DacDecoder {
    /// The samples that codes make, as many as [`DacConfig::hop`] of each frame, -1 to 1. `codes`
    /// has the codes of each codebook.
    pub fn decode(
        &self,
        codes: &[Vec<u32>],
        watch: Watch,
    ) -> std::result::Result<Vec<f32>, InferenceError> {
        let frames = self.codebooks.frames(codes)?;
        let mut samples = Vec::with_capacity(frames * self.hop);
        for start in (0..frames).step_by(CHUNK) {
            let end = (start + CHUNK).min(frames);
            let watch = watch.part(start as f64 / frames as f64, end as f64 / frames as f64);
            let (from, to) = (
                start.saturating_sub(self.reach),
                (end + self.reach).min(frames),
            );
            let made = self.decode_chunk(&self.codebooks.sum(codes, from..to)?, watch)?;
            samples.extend(
                made.narrow(0, (start - from) * self.hop, (end - start) * self.hop)?
                    .to_vec1::<f32>()?,
            );
        }
        Ok(samples)
    }

    /// The samples of a stretch, `(hop · frames,)`.
    fn decode_chunk(
        &self,
        latent: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let asked = self.blocks.len() * (DILATIONS.len() + 1);
        let mut hidden = self.first.forward(latent, None)?;
        for (index, block) in self.blocks.iter().enumerate() {
            let at = |part: usize| watch.at(index * (DILATIONS.len() + 1) + part, asked);
            at(0)?;
            hidden = block.upsample.forward(&block.snake.forward(&hidden)?)?;
            for (part, unit) in block.units.iter().enumerate() {
                at(part + 1)?;
                hidden = unit.forward(&hidden)?;
            }
        }
        Ok(self
            .last
            .forward(&self.last_snake.forward(&hidden)?, None)?
            .tanh()?
            .flatten_all()?)
    }
}

impl DecoderBlock {
    fn new((input, output, rate): (usize, usize, usize), weights: &VarBuilder) -> Result<Self> {
        let unit = |(index, dilation): (usize, &usize)| {
            let weights = weights.pp(index + 2).pp("block");
            Ok(ResidualUnit {
                inner_snake: Snake::new(output, &weights.pp(0))?,
                inner: Convolution::new((output, output, KERNEL), *dilation, &weights.pp(1))?,
                outer_snake: Snake::new(output, &weights.pp(2))?,
                outer: Convolution::new((output, output, 1), 1, &weights.pp(3))?,
            })
        };
        Ok(Self {
            snake: Snake::new(input, &weights.pp(0))?,
            upsample: ConvTranspose1d::new((input, output, rate), &weights.pp(1))?,
            units: DILATIONS
                .iter()
                .enumerate()
                .map(unit)
                .collect::<Result<_>>()?,
        })
    }
}

impl ResidualUnit {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let inner = self.inner.forward(&self.inner_snake.forward(x)?, None)?;
        self.outer
            .forward(&self.outer_snake.forward(&inner)?, Some(x))
    }
}

impl Convolution {
    /// Reads weights of shape `(out, in, kernel)`, and `bias`. The kernel is odd.
    fn new(
        (input, output, kernel): (usize, usize, usize),
        dilation: usize,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let weight = normalised((output, input, kernel), weights)?.permute((0, 2, 1))?;
        let weight = weight.reshape((output, kernel * input))?;
        Ok(Self {
            layer: Linear::from_tensors(&weight, Some(weights.get(output, "bias")?))?,
            kernel,
            dilation,
        })
    }

    /// `convolution(x) + added`, `(steps, in)` to `(steps, out)`.
    fn forward(&self, x: &Tensor, added: Option<&Tensor>) -> Result<Tensor> {
        let (steps, channels) = x.dims2()?;
        let beyond = self.kernel / 2 * self.dilation;
        if self.dilation == 1 {
            return self.layer.over_neighbours(
                &x.pad_with_zeros(0, beyond, beyond)?,
                self.kernel,
                added,
                Activation::None,
            );
        }
        // Steps that see each other are made neighbours: every third or ninth by itself.
        let rows = (steps + 2 * beyond).div_ceil(self.dilation);
        let x = x.pad_with_zeros(0, beyond, rows * self.dilation - steps - beyond)?;
        let apart = x
            .reshape((rows, self.dilation, channels))?
            .transpose(0, 1)?
            .contiguous()?;
        let seen = (0..self.dilation).map(|phase| {
            self.layer
                .over_neighbours(&apart.get(phase)?, self.kernel, None, Activation::None)
        });
        let seen = Tensor::stack(&seen.collect::<Result<Vec<_>>>()?, 1)?
            .flatten_to(1)?
            .narrow(0, 0, steps)?;
        added.map_or_else(|| seen.contiguous(), |added| &seen + added)
    }
}
