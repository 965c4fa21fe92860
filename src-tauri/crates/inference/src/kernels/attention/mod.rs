//! Attention: of many rows at once, of a single row as decoding token by token has it, and within
//! the windows of a grid.

mod decode;
mod prefill;
mod windowed;

pub use prefill::{Columns, cross_attention, masked_attention};
pub use windowed::{Grid, HeadLayout, PositionBias, windowed_attention};
