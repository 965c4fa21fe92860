//! Quantised tensors by their names in a GGUF file.

use std::io::{Read, Seek};

use candle_core::quantized::gguf_file::Content;
use candle_core::quantized::{QMatMul, QTensor};
use candle_core::{Device, Result, Tensor, bail};

/// The tensors of a file.
pub(super) struct GgufWeights<'a, R> {
    content: &'a Content,
    file: &'a mut R,
    device: &'a Device,
}

impl<'a, R: Read + Seek> GgufWeights<'a, R> {
    pub(super) fn new(content: &'a Content, file: &'a mut R, device: &'a Device) -> Self {
        Self {
            content,
            file,
            device,
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.content.tensor_infos.contains_key(name)
    }

    fn tensor(&mut self, name: &str) -> Result<QTensor> {
        self.content.tensor(self.file, name, self.device)
    }

    /// A matrix, as it is quantised.
    pub(super) fn matrix(&mut self, name: &str) -> Result<QMatMul> {
        QMatMul::from_qtensor(self.tensor(name)?)
    }

    /// How many rows a matrix has.
    pub(super) fn rows(&self, name: &str) -> Result<usize> {
        match self.content.tensor_infos.get(name) {
            Some(info) => info.shape.dim(0),
            None => bail!("there is no tensor {name}"),
        }
    }

    /// Values in single precision.
    pub(super) fn values(&mut self, name: &str) -> Result<Tensor> {
        self.tensor(name)?.dequantize(self.device)
    }

    /// Values that a file may lack.
    pub(super) fn optional_values(&mut self, name: &str) -> Result<Option<Tensor>> {
        if self.has(name) {
            self.values(name).map(Some)
        } else {
            Ok(None)
        }
    }

    pub(super) fn norm(&mut self, name: &str, epsilon: f64) -> Result<QuantisedNorm> {
        Ok(QuantisedNorm {
            weight: self.values(name)?,
            epsilon: epsilon as f32,
        })
    }

    pub(super) fn optional_norm(
        &mut self,
        name: &str,
        epsilon: f64,
    ) -> Result<Option<QuantisedNorm>> {
        if self.has(name) {
            self.norm(name, epsilon).map(Some)
        } else {
            Ok(None)
        }
    }
}

/// Normalisation by the root of the mean square, from a GGUF file.
pub(super) struct QuantisedNorm {
    weight: Tensor,
    epsilon: f32,
}

impl QuantisedNorm {
    /// `(…, width)` to the same.
    pub(super) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        candle_nn::ops::rms_norm(&x.contiguous()?, &self.weight, self.epsilon)
    }
}
