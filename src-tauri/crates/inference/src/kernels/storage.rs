//! The values of tensors that lie in memory as f32 on the CPU.

use candle_core::{CpuStorage, Error, Result, Storage, Tensor};

/// Whether tensors like this one go through the fused operations.
pub(crate) fn is_fused(tensor: &Tensor) -> bool {
    tensor.device().is_cpu() && tensor.dtype() == candle_core::DType::F32
}

/// Calls `work` with the values of a contiguous tensor of f32 on the CPU.
pub(crate) fn with_values<R>(tensor: &Tensor, work: impl FnOnce(&[f32]) -> Result<R>) -> Result<R> {
    let (storage, layout) = tensor.storage_and_layout();
    let (start, end) = layout
        .contiguous_offsets()
        .ok_or_else(|| Error::Msg("a fused operation takes contiguous tensors only".to_owned()))?;
    match &*storage {
        Storage::Cpu(CpuStorage::F32(values)) => work(&values[start..end]),
        _ => Err(Error::Msg(
            "a fused operation takes f32 on the CPU only".to_owned(),
        )),
    }
}

/// The same for a tensor that may be missing.
pub(super) fn with_optional<R>(
    tensor: Option<&Tensor>,
    work: impl FnOnce(Option<&[f32]>) -> Result<R>,
) -> Result<R> {
    match tensor {
        None => work(None),
        Some(tensor) => with_values(tensor, |values| work(Some(values))),
    }
}
