//! Networks against `PyTorch`: tiny random models, saved with what they gave, go through the product's own loader,
//! preprocessing and post-processing. `tests/parity/make_fixtures.py` makes them.

mod clip;
mod depth_anything;
mod detr;
mod owl_vit;
mod segment_anything;
mod support;
mod watched;
