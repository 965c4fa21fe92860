//! Gated feed-forward layers (Shazeer 2020, "GLU Variants").

use candle_core::{Result, Tensor};

use super::config::DecoderConfig;
use super::projections::Projections;
use crate::kernels::{Activation, QuantisedMatrix, applied};

/// One gated feed-forward layer.
pub(super) struct Gated {
    input: Projections,
    down: QuantisedMatrix,
    has_gelu: bool,
}

impl Gated {
    /// From the projections to gate and value, and the one back.
    pub(super) fn new(input: Projections, down: QuantisedMatrix, config: &DecoderConfig) -> Self {
        Self {
            input,
            down,
            has_gelu: config.has_gelu(),
        }
    }

    /// `(tokens, width)` to the same.
    pub(super) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let [gate, up] = self.input.forward(x)?;
        let gate = if self.has_gelu {
            gate.gelu()?
        } else {
            applied(&gate, Activation::Silu)?
        };
        self.down.forward(&(gate * up)?)
    }
}
