//! The layers, in single precision on every device: half of it would be heard as noise.

use candle_core::{DType, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::EncodecConfig;
use super::convolution::SameConvolution;
use super::lstm::Lstm;
use crate::kernels::{Activation, applied};
use crate::models::weights::Network;
use crate::networks::shared::codebooks::Codebooks;
use crate::networks::shared::weight_norm_conv::ConvTranspose1d;
use crate::{InferenceError, Watch};

/// Frames of which samples are made at a time, so that audio of any length takes the same memory.
const CHUNK: usize = 50;
/// Frames at each end of a chunk whose samples are not taken, since they would be others with what
/// lies beyond: more than the layers see together.
const AROUND: usize = 4;

/// Decodes codes to audio.
pub struct EncodecDecoder {
    codebooks: Codebooks,
    first: SameConvolution,
    lstm: Lstm,
    blocks: Vec<DecoderBlock>,
    last: SameConvolution,
    hop: usize,
}

/// An upsampling transposed convolution, then residual units.
struct DecoderBlock {
    upsample: ConvTranspose1d,
    inner: SameConvolution,
    outer: SameConvolution,
}

impl Network for EncodecDecoder {
    type Config = EncodecConfig;

    /// Reads `quantizer` and `decoder`; the encoder is not read.
    fn new(config: &EncodecConfig, weights: VarBuilder) -> Result<Self> {
        config.check()?;
        let weights = weights.to_dtype(DType::F32);
        let codebook = |index: usize| {
            let shape = (config.codebook_size, config.hidden_size);
            weights.get(shape, &format!("quantizer.layers.{index}.codebook.embed"))
        };
        let layer = |place: usize| weights.pp(format!("decoder.layers.{place}"));
        let width = config.num_filters << config.upsampling_ratios.len();
        let block = |(index, ratio): (usize, &usize)| -> Result<DecoderBlock> {
            // Each has an activation, a convolution, and a residual layer.
            let (from, to, place) = (width >> index, width >> (index + 1), 2 + 3 * index);
            let (inner, block) = (to / config.compress, layer(place + 2).pp("block"));
            Ok(DecoderBlock {
                upsample: ConvTranspose1d::new((from, to, *ratio), &layer(place + 1).pp("conv"))?,
                inner: SameConvolution::new(
                    (to, inner, config.residual_kernel_size),
                    &block.pp("1"),
                )?,
                outer: SameConvolution::new((inner, to, 1), &block.pp("3"))?,
            })
        };
        let behind = 3 + 3 * config.upsampling_ratios.len();
        Ok(Self {
            codebooks: Codebooks(
                (0..config.codebooks())
                    .map(codebook)
                    .collect::<Result<_>>()?,
            ),
            first: SameConvolution::new(
                (config.hidden_size, width, config.kernel_size),
                &layer(0),
            )?,
            lstm: Lstm::new(width, config.num_lstm_layers, &layer(1))?,
            blocks: config
                .upsampling_ratios
                .iter()
                .enumerate()
                .map(block)
                .collect::<Result<_>>()?,
            last: SameConvolution::new(
                (config.num_filters, 1, config.last_kernel_size),
                &layer(behind),
            )?,
            hop: config.hop(),
        })
    }
}

impl EncodecDecoder {
    /// The samples that codes make, `hop` of each frame, about -1 to 1. `codes` has the codes of
    /// each codebook.
    pub fn decode(
        &self,
        codes: &[Vec<u32>],
        watch: Watch,
    ) -> std::result::Result<Vec<f32>, InferenceError> {
        let frames = self.codebooks.frames(codes)?;
        if frames == 0 {
            return Ok(Vec::new());
        }
        let hidden = self.hidden(&self.codebooks.sum(codes, 0..frames)?, watch.part(0.0, 0.5))?;
        let watch = watch.part(0.5, 1.0);
        let mut samples = Vec::with_capacity(frames * self.hop);
        for start in (0..frames).step_by(CHUNK) {
            watch.at(start, frames)?;
            let (from, to) = (
                start.saturating_sub(AROUND),
                (start + CHUNK + AROUND).min(frames),
            );
            let made = self
                .decode_chunk(&hidden.narrow(0, from, to - from)?)?
                .flatten_all()?;
            let taken = CHUNK.min(frames - start) * self.hop;
            samples.extend(
                made.narrow(0, (start - from) * self.hop, taken)?
                    .to_vec1::<f32>()?,
            );
        }
        Ok(samples)
    }

    /// Returns the hidden states of the sum of codes in view of all before, `(frames, width)`,
    /// activated.
    fn hidden(&self, sum: &Tensor, watch: Watch) -> std::result::Result<Tensor, InferenceError> {
        let hidden = self.first.forward(sum, None, Activation::None)?;
        Ok(applied(
            &self.lstm.forward(&hidden, watch)?,
            Activation::Elu,
        )?)
    }

    /// The samples of a stretch, `(hop · frames, 1)`.
    fn decode_chunk(&self, hidden: &Tensor) -> Result<Tensor> {
        let mut hidden = hidden.clone();
        for block in &self.blocks {
            let larger = block.upsample.forward(&hidden)?;
            let inner =
                block
                    .inner
                    .forward(&applied(&larger, Activation::Elu)?, None, Activation::Elu)?;
            hidden = block
                .outer
                .forward(&inner, Some(&larger), Activation::Elu)?;
        }
        self.last.forward(&hidden, None, Activation::None)
    }
}
