//! Segment Anything (Kirillov et al. 2023, arXiv 2304.02643): the outline of what a person points
//! at, boxes or paints over, and of everything in an image. With the large encoder of its
//! publication, or `MobileSAM`'s small one (Zhang et al. 2023, arXiv 2306.14289). Reads the
//! tensors' names of the original checkpoints.
//!
//! An image is embedded once, which takes most of the time; each prompt then asks the embedding.
//!
//! - [`config`]: the network's sizes
//! - `image_encoder`, `tiny_vit`, `vision_transformer`, `neck`: images to embeddings
//! - `prompt_encoder`, `mask_decoder`, `two_way_transformer`: prompts and embeddings to masks
//! - [`automatic`]: masks of everything, without `small_components`
//! - [`preprocess`], [`postprocess`]: what goes in, what comes out
//!
//! candle-transformers 0.11.1 lacks boxes and masks as prompts, images above 1024 px and masks
//! upsampled smoothly: a point takes 3.15 times ours (docs/models.md).

pub mod automatic;
pub mod config;
mod image_encoder;
mod mask_decoder;
mod model;
mod neck;
pub mod postprocess;
pub mod preprocess;
mod prompt_encoder;
mod small_components;
mod tiny_vit;
mod two_way_transformer;
mod vision_transformer;

pub use self::config::Config;
pub use self::model::{Candidate, Embedding, MaskLogits, MaskPrompt, Prompt, SegmentAnything};
pub use self::postprocess::Mask;
pub use self::preprocess::Placement;
