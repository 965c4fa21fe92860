//! Feed-forward layers: one for all tokens, or experts.

use std::io::{Read, Seek};

use candle_core::{Result, Tensor};

use super::config::DecoderConfig;
use super::experts::{self, Experts};
use super::gated::Gated;
use super::projections::Projections;
use super::weights::GgufWeights;

/// Feed-forward layers, which work on each token alone.
pub(super) enum FeedForward {
    /// The same for all tokens.
    Dense(Gated),
    /// By the experts that each token is sent to.
    Sparse(Experts),
}

impl FeedForward {
    /// That of the layer `index`.
    pub(super) fn new<R: Read + Seek>(
        config: &DecoderConfig,
        index: usize,
        weights: &mut GgufWeights<'_, R>,
    ) -> Result<Self> {
        if weights.has(&experts::router(index)) {
            return Ok(Self::Sparse(Experts::new(config, index, weights)?));
        }
        let name = |part: &str| format!("blk.{index}.{part}.weight");
        let input = Projections::gated(weights, &["ffn_gate", "ffn_up"].map(name))?;
        let down = weights.matrix(&name("ffn_down"))?;
        Ok(Self::Dense(Gated::new(input, down, config)))
    }

    /// `(tokens, width)` to the same.
    pub(super) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Dense(gated) => gated.forward(x),
            Self::Sparse(experts) => experts.forward(x),
        }
    }
}
