//! Attention: of many rows at once, of a single row as decoding token by token has it, of tokens
//! to those that were kept, and within the windows of a grid.

mod cached;
mod decode;
mod prefill;
mod windowed;

pub use cached::cached_attention;
pub use prefill::{Columns, cross_attention, masked_attention};
pub use windowed::{Grid, HeadLayout, PositionBias, windowed_attention};
