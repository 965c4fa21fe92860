//! Linear layers with what stands behind them.

use candle_core::{D, Result, Tensor};
use candle_nn::VarBuilder;
use rayon::prelude::*;

use super::gemm_small_m::{FEW_ROWS, multiply_rows};
use super::matrix::{Matrix, multiply};
use super::storage::{with_optional, with_values};
use super::{Activation, is_fused, transposed};

/// A linear layer, `x · W + b`: weights of shape `(in, out)`, a bias of shape `(out,)`.
#[derive(Debug, Clone)]
pub struct Linear {
    /// Transposed from what files have: a product with few rows takes them as they lie, in a fifth
    /// of the time.
    weight: Tensor,
    bias: Option<Tensor>,
}

impl Linear {
    /// From weights of shape `(out, in)`, as files have them.
    pub fn from_tensors(weight: &Tensor, bias: Option<Tensor>) -> Result<Self> {
        Ok(Self {
            weight: transposed(weight)?,
            bias,
        })
    }

    /// Reads `weight` and `bias`.
    pub fn new(input: usize, output: usize, weights: &VarBuilder) -> Result<Self> {
        Self::from_tensors(
            &weights.get((output, input), "weight")?,
            Some(weights.get(output, "bias")?),
        )
    }

    /// Reads `weight` alone.
    pub fn without_bias(input: usize, output: usize, weights: &VarBuilder) -> Result<Self> {
        Self::from_tensors(&weights.get((output, input), "weight")?, None)
    }

    /// Several layers of the same width side by side, so that one large product makes them all:
    /// `(…, width)` to `(…, parts · width)`.
    pub fn joined(width: usize, parts: &[&str], weights: &VarBuilder) -> Result<Self> {
        let layers = parts
            .iter()
            .map(|part| Self::new(width, width, &weights.pp(part)))
            .collect::<Result<Vec<_>>>()?;
        Self::beside(&layers)
    }

    /// Layers of the same input side by side; either each has a bias or none.
    pub fn beside(layers: &[Self]) -> Result<Self> {
        let matrices: Vec<&Tensor> = layers.iter().map(|layer| &layer.weight).collect();
        let biases: Vec<&Tensor> = layers
            .iter()
            .filter_map(|layer| layer.bias.as_ref())
            .collect();
        let bias = if biases.is_empty() {
            None
        } else {
            Some(Tensor::cat(&biases, 0)?)
        };
        Ok(Self {
            weight: Tensor::cat(&matrices, 1)?,
            bias,
        })
    }

    /// A transposed convolution whose squares do not overlap, as a layer to the `factor · factor`
    /// places of its square: `(…, in)` to `(…, factor · factor · out)`. Reads `weight`, `(in, out,
    /// factor, factor)`, and `bias`.
    pub fn transposed_conv(
        input: usize,
        output: usize,
        factor: usize,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let weight = weights.get((input, output, factor, factor), "weight")?;
        let weight = weight
            .permute((2, 3, 1, 0))?
            .reshape((factor * factor * output, input))?;
        let bias = weights.get(output, "bias")?.repeat(factor * factor)?;
        Self::from_tensors(&weight, Some(bias))
    }

    /// This layer with each value of its result multiplied by one of `scale`, `(out,)`.
    pub fn scaled(&self, scale: &Tensor) -> Result<Self> {
        let bias = self.bias.as_ref().map(|bias| bias * scale).transpose()?;
        Ok(Self {
            weight: self.weight.broadcast_mul(scale)?,
            bias,
        })
    }

    /// `(…, in)` to `(…, out)`.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        self.forward_then(x, None, Activation::None)
    }

    /// `activation(layer(x) + added)`, where `added` has the result's shape.
    pub fn forward_then(
        &self,
        x: &Tensor,
        added: Option<&Tensor>,
        activation: Activation,
    ) -> Result<Tensor> {
        let (input, output) = self.weight.dims2()?;
        let mut shape = x.dims().to_vec();
        let rows = x.elem_count() / input;
        if shape.pop() != Some(input) {
            candle_core::bail!(
                "a linear layer of {input} values got rows of {:?}",
                x.dims()
            );
        }
        shape.push(output);
        let x = &x.contiguous()?;
        if is_fused(x) {
            return self
                .fused(x, (rows, input), added, activation)?
                .reshape(shape);
        }
        let mut result = x
            .reshape((rows, input))?
            .matmul(&self.weight)?
            .reshape(shape)?;
        if let Some(bias) = &self.bias {
            result = result.broadcast_add(bias)?;
        }
        if let Some(added) = added {
            result = (result + added)?;
        }
        activation.of_tensor(&result)
    }

    /// The layer over `count` neighbours side by side, at each place where there are so many:
    /// `(length, channels)` to `(length + 1 - count, out)`.
    pub fn over_neighbours(
        &self,
        x: &Tensor,
        count: usize,
        added: Option<&Tensor>,
        activation: Activation,
    ) -> Result<Tensor> {
        let (length, channels) = x.dims2()?;
        if count == 0 || length < count || count * channels != self.weight.dim(0)? {
            candle_core::bail!("a layer over {count} neighbours got {:?}", x.dims());
        }
        let places = length + 1 - count;
        if is_fused(x) {
            return self.fused(&x.contiguous()?, (places, channels), added, activation);
        }
        let beside = (0..count)
            .map(|first| x.narrow(0, first, places))
            .collect::<Result<Vec<_>>>()?;
        self.forward_then(&Tensor::cat(&beside, 1)?, added, activation)
    }

    /// The layer over rows that begin `step` values after each other, `(rows, out)`.
    fn fused(
        &self,
        x: &Tensor,
        (rows, step): (usize, usize),
        added: Option<&Tensor>,
        activation: Activation,
    ) -> Result<Tensor> {
        let (input, output) = self.weight.dims2()?;
        let result = with_values(x, |x| {
            with_values(&self.weight, |weight| {
                with_optional(self.bias.as_ref(), |bias| {
                    with_optional(added, |added| {
                        if (1..=FEW_ROWS).contains(&rows) && step == input {
                            return Ok(multiply_rows(x, rows, weight, bias, added, activation));
                        }
                        if input * output >= LARGE {
                            return Ok(by_columns(
                                x,
                                (rows, input, step),
                                weight,
                                (bias, added),
                                activation,
                                output,
                            ));
                        }
                        let weight = Matrix::rows(weight, input, output, output);
                        let block = block_rows(rows, output);
                        let mut result = vec![0.0; rows * output];
                        result.par_chunks_mut(block * output).enumerate().for_each(
                            |(index, result)| {
                                let here = result.len() / output;
                                let x = Matrix::rows(&x[index * block * step..], here, input, step);
                                multiply(result, output, x, weight, 1.0);
                                let added = added.map(|added| &added[index * block * output..]);
                                activation.finish(result, bias, added, output);
                            },
                        );
                        Ok(result)
                    })
                })
            })
        })?;
        Tensor::from_vec(result, (rows, output), x.device())
    }

    /// Applies the layer to one row, `(in,)` to `(out,)`.
    pub fn forward_row(&self, row: &Tensor) -> Result<Tensor> {
        self.forward(&row.unsqueeze(0)?)?.squeeze(D::Minus2)
    }
}

/// Weights of a layer that is large: so many are brought near more rarely if each thread takes
/// columns of its own for all rows.
const LARGE: usize = 8 << 20;

/// Applies a large layer to rows that begin `step` values after each other.
fn by_columns(
    x: &[f32],
    (rows, input, step): (usize, usize, usize),
    weight: &[f32],
    (bias, added): (Option<&[f32]>, Option<&[f32]>),
    activation: Activation,
    output: usize,
) -> Vec<f32> {
    let width = output
        .div_ceil(rayon::current_num_threads())
        .next_multiple_of(16);
    let parts: Vec<Vec<f32>> = (0..output.div_ceil(width))
        .into_par_iter()
        .map(|part| {
            let from = part * width;
            let columns = width.min(output - from);
            let mut result = vec![0.0; rows * columns];
            let weight = Matrix::rows(&weight[from..], input, columns, output);
            multiply(
                &mut result,
                columns,
                Matrix::rows(x, rows, input, step),
                weight,
                1.0,
            );
            result
        })
        .collect();
    let mut result = vec![0.0; rows * output];
    result
        .par_chunks_mut(output)
        .enumerate()
        .for_each(|(row, result)| {
            for (part, made) in result.chunks_mut(width).zip(&parts) {
                part.copy_from_slice(&made[row * part.len()..][..part.len()]);
            }
            activation.finish(
                result,
                bias,
                added.map(|added| &added[row * output..][..output]),
                output,
            );
        });
    result
}

/// Returns the number of rows of a task: the same number of tasks for each thread, with results
/// that are still in the cache when they are finished.
pub(super) fn block_rows(rows: usize, width: usize) -> usize {
    /// Values of a block's result.
    const BLOCK: usize = 128 * 1024;
    let most = (BLOCK / width.max(1)).max(96);
    let threads = rayon::current_num_threads();
    let tasks = rows.div_ceil(most).next_multiple_of(threads);
    rows.div_ceil(tasks).max(1)
}

#[cfg(test)]
mod tests {
    use candle_core::Result;

    use super::{Activation, Linear};
    use crate::kernels::testing::{activated_bound, apart, draws, largest, sum_bound, wide};

    #[test]
    fn a_layer_over_neighbours_is_one_over_them_side_by_side() -> Result<()> {
        let mut random = draws(1);
        for (length, count) in [(300, 3), (5, 1), (3, 3)] {
            let (weight, bias, x) = (random(&[7, count * 4]), random(&[7]), random(&[length, 4]));
            let added = random(&[length + 1 - count, 7]);
            let fused = Linear::from_tensors(&weight, Some(bias.clone()))?;
            let plain = Linear::from_tensors(&wide(&weight)?, Some(wide(&bias)?))?;
            let found = fused.over_neighbours(&x, count, Some(&added), Activation::Relu)?;
            let expected =
                plain.over_neighbours(&wide(&x)?, count, Some(&wide(&added)?), Activation::Relu)?;
            // Products of values up to 1, the bias and what is added.
            let terms = count * 4 + 2;
            let apart = apart(&found, &expected)?;
            assert!(
                apart < sum_bound(terms, terms as f64),
                "{length} {count}: {apart}"
            );
            assert!(
                fused
                    .over_neighbours(&x.narrow(0, 0, count - 1)?, count, None, Activation::None)
                    .is_err()
            );
        }
        Ok(())
    }

    #[test]
    fn a_large_layer_is_what_it_is_row_by_row() -> Result<()> {
        let mut random = draws(1);
        // Columns that no number of threads divides.
        let (rows, input, output) = (7, 1000, 8431);
        assert!(input * output >= super::LARGE);
        let (weight, bias, x) = (
            random(&[output, input]),
            random(&[output]),
            random(&[rows, input]),
        );
        let added = random(&[rows, output]);
        let fused = Linear::from_tensors(&weight, Some(bias.clone()))?;
        let plain = Linear::from_tensors(&wide(&weight)?, Some(wide(&bias)?))?;
        let found = fused.forward_then(&x, Some(&added), Activation::Silu)?;
        let expected = plain.forward_then(&wide(&x)?, Some(&wide(&added)?), Activation::Silu)?;
        let magnitudes = Linear::from_tensors(&wide(&weight)?.abs()?, Some(wide(&bias)?.abs()?))?;
        let magnitudes = magnitudes.forward_then(
            &wide(&x)?.abs()?,
            Some(&wide(&added)?.abs()?),
            Activation::None,
        )?;
        let apart = apart(&found, &expected)?;
        assert!(
            apart < activated_bound(input + 2, largest(&magnitudes)?),
            "{apart}"
        );
        Ok(())
    }
}
