//! Matrices that are multiplied with the same rows.

use std::io::{Read, Seek};

use candle_core::{Result, Tensor};

use super::weights::GgufWeights;
use crate::kernels::QuantisedMatrix;

/// Matrices of one input, in one tensor or one each.
pub(super) enum Projections {
    Joined {
        matrix: QuantisedMatrix,
        widths: Vec<usize>,
    },
    Apart(Vec<QuantisedMatrix>),
}

impl Projections {
    pub(super) fn new<R: Read + Seek>(
        weights: &mut GgufWeights<'_, R>,
        joined: &str,
        apart: &[String],
        widths: &[usize],
    ) -> Result<Self> {
        if weights.has(joined) {
            return Ok(Self::Joined {
                matrix: weights.matrix(joined)?,
                widths: widths.to_vec(),
            });
        }
        let matrices = apart.iter().map(|name| weights.matrix(name));
        Ok(Self::Apart(matrices.collect::<Result<_>>()?))
    }

    /// Gate and value of a feed-forward layer; files without a gate (Phi-3) have both in the other.
    pub(super) fn gated<R: Read + Seek>(
        weights: &mut GgufWeights<'_, R>,
        names: &[String; 2],
    ) -> Result<Self> {
        let [gate, up] = names;
        if weights.has(gate) {
            let apart = vec![weights.matrix(gate)?, weights.matrix(up)?];
            return Ok(Self::Apart(apart));
        }
        let half = weights.rows(up)? / 2;
        Ok(Self::Joined {
            matrix: weights.matrix(up)?,
            widths: vec![half, half],
        })
    }

    /// The products, `(tokens, its width)` each.
    pub(super) fn forward<const N: usize>(&self, x: &Tensor) -> Result<[Tensor; N]> {
        let products: Vec<Tensor> = match self {
            Self::Joined { matrix, widths } => {
                let all = matrix.forward(x)?;
                let mut from = 0;
                let parts = widths.iter().map(|width| {
                    let part = all.narrow(1, from, *width)?.contiguous();
                    from += width;
                    part
                });
                parts.collect::<Result<_>>()?
            }
            Self::Apart(matrices) => {
                let matrices: Vec<_> = matrices.iter().collect();
                QuantisedMatrix::forward_all(&matrices, x)?
            }
        };
        let found = products.len();
        <[Tensor; N]>::try_from(products)
            .map_err(|_| candle_core::Error::Msg(format!("{found} products instead of {N}")))
    }
}
