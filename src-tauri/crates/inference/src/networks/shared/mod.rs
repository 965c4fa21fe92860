//! Blocks that several networks are made of.

pub(crate) mod codebooks;
pub(crate) mod layers;
pub(crate) mod positional_encoding;
pub(crate) mod pre_norm_block;
pub(crate) mod weight_norm_conv;
