//! Quantised tensors by their names in a GGUF file.

use std::io::{Read, Seek};

use candle_core::quantized::QTensor;
use candle_core::quantized::gguf_file::{Content, TensorInfo};
use candle_core::{Device, Result, Tensor, bail};

use crate::kernels::{QuantisedMatrix, RmsNorm};

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
    pub(super) fn matrix(&mut self, name: &str) -> Result<QuantisedMatrix> {
        QuantisedMatrix::new(self.tensor(name)?)
    }

    /// The matrices that lie below each other in one tensor `(count, out, in)`, as they are quantised.
    pub(super) fn matrices(&mut self, name: &str, count: usize) -> Result<Vec<QuantisedMatrix>> {
        let Some(all) = self.content.tensor_infos.get(name) else {
            bail!("there is no tensor {name}");
        };
        let (found, output, input) = all.shape.dims3()?;
        if found != count {
            bail!("{name} has {found} experts instead of {count}");
        }
        let dtype = all.ggml_dtype;
        let bytes = output * input / dtype.block_size() * dtype.type_size();
        let matrix = |index: usize| {
            let one = TensorInfo {
                ggml_dtype: dtype,
                shape: (output, input).into(),
                offset: all.offset + (index * bytes) as u64,
            };
            let begin = self.content.tensor_data_offset;
            QuantisedMatrix::new(one.read(self.file, begin, self.device)?)
        };
        (0..count).map(matrix).collect()
    }

    /// Returns the number of rows of a matrix.
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

    pub(super) fn norm(&mut self, name: &str, epsilon: f64) -> Result<RmsNorm> {
        Ok(RmsNorm::from_tensor(self.values(name)?, epsilon))
    }

    pub(super) fn optional_norm(&mut self, name: &str, epsilon: f64) -> Result<Option<RmsNorm>> {
        if self.has(name) {
            self.norm(name, epsilon).map(Some)
        } else {
            Ok(None)
        }
    }
}
