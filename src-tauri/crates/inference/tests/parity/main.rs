//! Networks against `PyTorch`: tiny random models, saved with what they gave, go through the product's own loader,
//! preprocessing and post-processing. `tests/parity/make_fixtures.py` makes them.

mod blip;
mod clip;
mod depth_anything;
mod detr;
mod hed;
mod owl_vit;
mod pp_ocr;
mod precision;
mod segment_anything;
mod stable_diffusion;
mod support;
mod vitpose;
mod watched;
mod whisper;
