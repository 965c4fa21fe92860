//! Operations that networks spend their time in, fused for f32 on the CPU: a layer's product, its
//! bias, what is added and its activation in one pass over memory, in blocks that stay in the
//! cache, with the widest vectors that the processor has. Other devices and types go through
//! candle's own operations, with the same result.
//!
//! Tensors are channels-last throughout: `(…, channels)`, which makes every layer a product of
//! matrices.
//!
//! - [`Linear`], [`Conv2d`], [`DepthwiseConv2d`], [`DepthwiseConv3x3`]: layers with weights
//! - [`cross_attention`], [`masked_attention`]: attention of rows to others, of many queries or of
//!   one
//! - [`cached_attention`]: attention of tokens to those before them, whose keys and values are kept
//!   in half precision
//! - [`windowed_attention`]: attention within the windows of a grid
//! - [`QuantisedMatrix`]: products with quantised matrices
//! - [`LayerNorm`], [`GroupNorm`], [`RmsNorm`]: normalisation
//! - [`Activation`], [`applied`], [`prelu`], [`Snake`]: activations
//! - [`interpolated`], [`max_pool_3x3`], [`channels_last`], [`transposed`]: other sizes and layouts
//!
//! `benches/kernels.rs` measures each.

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
mod half;
mod layer_norm;
mod layout;
mod linear;
mod matrix;
mod quantised;
mod resize;
mod rms_norm;
mod simd_math;
mod storage;
#[cfg(test)]
pub(crate) mod testing;

pub use activations::{Activation, Snake, applied, prelu};
pub use attention::{
    Columns, Grid, HeadLayout, PositionBias, cached_attention, cross_attention, masked_attention,
    windowed_attention,
};
pub use conv::Conv2d;
pub use depthwise::DepthwiseConv2d;
pub use depthwise_3x3::DepthwiseConv3x3;
pub use group_norm::GroupNorm;
pub use layer_norm::LayerNorm;
pub use layout::{channels_last, max_pool_3x3, transposed};
pub use linear::Linear;
pub use quantised::QuantisedMatrix;
pub use resize::{Interpolation, interpolated};
pub use rms_norm::RmsNorm;
pub(crate) use storage::{is_fused, with_values};
