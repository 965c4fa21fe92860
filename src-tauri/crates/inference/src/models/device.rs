//! Device that models run on, and their floating-point type.

use candle_core::{DType, Device};

/// The best device that this build can use on this computer, with the reason for people.
pub fn choose() -> (Device, String) {
    #[cfg(feature = "cuda")]
    match Device::new_cuda(0) {
        Ok(device) => return (device, "The graphics card runs models (CUDA).".to_owned()),
        Err(error) => {
            return (
                Device::Cpu,
                format!("The processor runs models, since no graphics card can be used: {error}"),
            );
        }
    }
    #[cfg(all(feature = "metal", not(feature = "cuda")))]
    match Device::new_metal(0) {
        Ok(device) => {
            return (
                device,
                "The graphics processor runs models (Metal).".to_owned(),
            );
        }
        Err(error) => {
            return (
                Device::Cpu,
                format!("The processor runs models, since Metal cannot be used: {error}"),
            );
        }
    }
    #[cfg(not(any(feature = "cuda", feature = "metal")))]
    (
        Device::Cpu,
        "The processor runs models: this build is made without CUDA or Metal.".to_owned(),
    )
}

/// The floating-point type of networks on a device: f16 where that is faster and exact enough, else
/// f32.
pub fn dtype(device: &Device) -> DType {
    if device.is_cpu() {
        DType::F32
    } else {
        DType::F16
    }
}
