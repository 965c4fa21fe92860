//! Layers that several networks have in common.

pub(crate) mod activation;
pub(crate) mod attention;
pub(crate) mod convolution;
pub(crate) mod interpolation;
