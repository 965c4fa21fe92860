//! Products with matrices that are quantised as in GGUF files. What goes in is rounded to whole
//! numbers of eight bits as ggml rounds it, so that answers are those of other programs that read
//! such files.
//!
//! Processors with AVX2 have own products of the formats that files have most often; other
//! processors, devices and formats go through candle's.
//!
//! - `avx2`: products with AVX2's instructions
//! - [`QuantisedMatrix`]: a matrix, whichever way its products go

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use candle_core::quantized::{QMatMul, QTensor};
use candle_core::{Module, Result, Tensor, bail};

#[cfg(target_arch = "x86_64")]
use super::storage::with_values;

/// A matrix `(out, in)` of a linear layer.
#[derive(Debug, Clone)]
pub struct QuantisedMatrix {
    matrix: QMatMul,
    /// How products go without candle, if they can.
    #[cfg(target_arch = "x86_64")]
    format: Option<avx2::Format>,
}

impl QuantisedMatrix {
    /// From a tensor of shape `(out, in)`.
    pub fn new(tensor: QTensor) -> Result<Self> {
        #[cfg(target_arch = "x86_64")]
        let format = avx2::Format::of(&tensor);
        Ok(Self {
            matrix: QMatMul::from_arc(Arc::new(tensor))?,
            #[cfg(target_arch = "x86_64")]
            format,
        })
    }

    /// Whether it is quantised at all, which files leave some of their tensors without.
    pub fn is_quantised(&self) -> bool {
        matches!(self.matrix, QMatMul::QTensor(_))
    }

    /// The rows of the given numbers in single precision, `(numbers, in)`.
    pub fn rows(&self, numbers: &Tensor) -> Result<Tensor> {
        self.matrix.embedding(numbers)
    }

    /// `(rows, in)` to `(rows, out)`.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        match Self::forward_all(&[self], x)?.pop() {
            Some(product) => Ok(product),
            None => bail!("one matrix has no product"),
        }
    }

    /// The products of several matrices with the same rows, made together.
    pub fn forward_all(matrices: &[&Self], x: &Tensor) -> Result<Vec<Tensor>> {
        #[cfg(target_arch = "x86_64")]
        if let Some(products) = Self::own(matrices, x)? {
            return Ok(products);
        }
        let quantised = matrices.iter().map(|matrix| match &matrix.matrix {
            QMatMul::QTensor(tensor) => Some(tensor.as_ref()),
            _ => None,
        });
        if let Some(quantised) = quantised.collect::<Option<Vec<_>>>()
            && let Some(products) = QTensor::gemv_fused_shared_lhs(&quantised, x)?
        {
            return Ok(products);
        }
        let products = matrices.iter().map(|matrix| matrix.matrix.forward(x));
        products.collect()
    }

    /// The same without candle, where all matrices can.
    #[cfg(target_arch = "x86_64")]
    fn own(matrices: &[&Self], x: &Tensor) -> Result<Option<Vec<Tensor>>> {
        let Some(simd) = pulp::x86::V3::try_new().filter(|_| super::is_fused(x)) else {
            return Ok(None);
        };
        let known = matrices.iter().map(|matrix| match &matrix.matrix {
            QMatMul::QTensor(tensor) => Some((tensor.as_ref(), matrix.format?)),
            _ => None,
        });
        let Some(known) = known.collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let (rows, width) = x.dims2()?;
        let mut weights = Vec::new();
        for (tensor, format) in &known {
            let (output, input) = tensor.shape().dims2()?;
            if input != width {
                bail!("a matrix of {input} columns got rows of {width}");
            }
            weights.push(avx2::Weights {
                format: *format,
                bytes: tensor.data()?,
                rows: output,
            });
        }
        let products = with_values(&x.contiguous()?, |x| {
            Ok(avx2::products(simd, &weights, x, width))
        })?;
        let tensors = products
            .into_iter()
            .zip(&weights)
            .map(|(values, weights)| Tensor::from_vec(values, (rows, weights.rows), x.device()));
        tensors.collect::<Result<_>>().map(Some)
    }
}
