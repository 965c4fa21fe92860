//! Networks against `PyTorch`: tiny random models, saved with what they gave, go through the
//! product's own loader, preprocessing and post-processing. `tests/parity/make_fixtures.py` makes
//! them.

mod audio_spectrogram_transformer;
mod blip;
mod clip;
mod dac;
mod ddcolor;
mod decoder;
mod depth_anything;
mod detr;
mod encodec;
mod hed;
mod musicgen;
mod owl_vit;
mod parler_tts;
mod pp_ocr;
mod precision;
mod real_esrgan;
mod segment_anything;
mod stable_diffusion;
mod support;
mod t5;
mod vitpose;
mod watched;
mod whisper;
mod z_image;
