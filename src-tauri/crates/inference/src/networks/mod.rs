//! The networks, one folder each: `config.rs` as the hub's `config.json` has it, layers,
//! `preprocess.rs` (what goes in), `postprocess.rs` (what comes out), and `model.rs`, which joins
//! them; blocks that several are made of are in `shared/`. Each implements
//! [`Network`](crate::models::weights::Network) and is compared with `PyTorch` by `tests/parity`.

pub mod audio_spectrogram_transformer;
pub mod blip;
pub mod clip;
mod compatibility;
pub mod dac;
pub mod ddcolor;
pub mod decoder;
pub mod depth_anything;
pub mod detr;
pub mod encodec;
pub mod hed;
pub mod musicgen;
pub mod owl_vit;
pub mod parler_tts;
pub mod pp_ocr;
pub mod qwen3;
pub mod real_esrgan;
pub mod segment_anything;
mod shared;
pub mod stable_diffusion;
pub mod t5;
pub mod vitpose;
pub mod whisper;
pub mod z_image;
