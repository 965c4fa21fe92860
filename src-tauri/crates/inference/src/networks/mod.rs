//! The networks, one folder each: `config.rs` as the hub's `config.json` has it, layers, `preprocess.rs` (what goes in),
//! `postprocess.rs` (what comes out). Each implements [`Network`](crate::weights::Network) and is compared with `PyTorch` by
//! `tests/parity`.

pub mod blip;
pub mod clip;
pub mod depth_anything;
pub mod detr;
pub mod hed;
pub mod owl_vit;
pub mod pp_ocr;
pub mod segment_anything;
pub mod stable_diffusion;
mod transformer;
pub mod vitpose;
pub mod whisper;
