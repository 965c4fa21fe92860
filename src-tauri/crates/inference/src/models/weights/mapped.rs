//! Memory-mapped files of weights, whose f16 and bf16 tensors become f32 on all threads.

use candle_core::safetensors::MmapedSafetensors;
use candle_core::{CpuStorage, DType, Device, Result, Shape, Storage, Tensor};
use candle_nn::Init;
use candle_nn::var_builder::SimpleBackend;
use rayon::prelude::*;

/// The tensors of mapped files, by their names.
pub(crate) struct Mapped(pub(crate) MmapedSafetensors);

impl SimpleBackend for Mapped {
    fn get(
        &self,
        shape: Shape,
        name: &str,
        _: Init,
        dtype: DType,
        device: &Device,
    ) -> Result<Tensor> {
        let tensor = self.get_unchecked(name, dtype, device)?;
        if tensor.shape() != &shape {
            candle_core::bail!(
                "{name} has the shape {:?} where {shape:?} is needed",
                tensor.shape()
            );
        }
        Ok(tensor)
    }

    fn get_unchecked(&self, name: &str, dtype: DType, device: &Device) -> Result<Tensor> {
        let tensor = self.0.load(name, device)?;
        if dtype == DType::F32 && device.is_cpu() {
            single(&tensor)
        } else {
            tensor.to_dtype(dtype)
        }
    }

    fn contains_tensor(&self, name: &str) -> bool {
        self.0.get(name).is_ok()
    }
}

/// A tensor on the processor in single precision.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the types of halves are of a crate that candle depends on"
)]
fn single(tensor: &Tensor) -> Result<Tensor> {
    let widened = {
        let (storage, layout) = tensor.storage_and_layout();
        match (&*storage, layout.contiguous_offsets()) {
            (Storage::Cpu(CpuStorage::BF16(values)), Some((start, end))) => {
                Some(widened(&values[start..end], |value| value.to_f32()))
            }
            (Storage::Cpu(CpuStorage::F16(values)), Some((start, end))) => {
                Some(widened(&values[start..end], |value| value.to_f32()))
            }
            _ => None,
        }
    };
    match widened {
        Some(values) => Tensor::from_vec(values, tensor.shape(), &Device::Cpu),
        None => tensor.to_dtype(DType::F32),
    }
}

fn widened<T: Copy + Sync>(values: &[T], single: impl Fn(T) -> f32 + Sync) -> Vec<f32> {
    /// Values that one task takes.
    const BLOCK: usize = 1 << 16;
    let mut result = vec![0.0; values.len()];
    let blocks = result.par_chunks_mut(BLOCK).zip(values.par_chunks(BLOCK));
    blocks.for_each(|(result, values)| {
        result
            .iter_mut()
            .zip(values)
            .for_each(|(result, value)| *result = single(*value));
    });
    result
}

#[cfg(test)]
mod tests {
    use candle_core::{DType, Result, Tensor};

    use super::single;
    use crate::kernels::testing::draws;

    #[test]
    fn halves_become_what_candle_makes_of_them() -> Result<()> {
        let values = (draws(1)(&[3, 40_000]) * 300.0)?;
        for dtype in [DType::BF16, DType::F16, DType::F32, DType::F64, DType::U8] {
            for half in [values.to_dtype(dtype)?, values.to_dtype(dtype)?.t()?] {
                let (found, expected) = (single(&half)?, half.to_dtype(DType::F32)?);
                assert_eq!(found.dims(), expected.dims());
                let values = |tensor: &Tensor| tensor.flatten_all()?.to_vec1::<f32>();
                assert_eq!(values(&found)?, values(&expected)?, "{dtype:?}");
            }
        }
        Ok(())
    }
}
