//! Operations that networks spend their time in, fused for f32 on the CPU: a layer's product, its bias, what is added and
//! its activation in one pass over memory, in blocks that stay in the cache, with the widest vectors that the processor has.
//! Other devices and types go through candle's own operations, with the same result.
//!
//! Tensors are channels-last throughout: `(…, channels)`, which makes every layer a product of matrices.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined gets the vector instructions that are chosen at run time"
)]

mod activations;
mod attention;
mod conv;
mod depthwise;
mod depthwise_3x3;
mod gemm_small_m;
mod group_norm;
mod layer_norm;
mod layout;
mod linear;
mod matrix;
mod resize;
mod rms_norm;
mod simd_math;
mod storage;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use activations::{Activation, Snake, applied, prelu};
pub(crate) use attention::{
    Columns, Grid, HeadLayout, PositionBias, cross_attention, masked_attention, windowed_attention,
};
pub(crate) use conv::Conv2d;
pub(crate) use depthwise::DepthwiseConv2d;
pub(crate) use depthwise_3x3::DepthwiseConv3x3;
pub(crate) use group_norm::GroupNorm;
pub(crate) use layer_norm::LayerNorm;
pub(crate) use layout::{channels_last, max_pool_3x3, transposed};
pub(crate) use linear::Linear;
pub(crate) use resize::{Interpolation, interpolated};
pub(crate) use rms_norm::RmsNorm;
use storage::with_optional;
pub(crate) use storage::{is_fused, with_values};
