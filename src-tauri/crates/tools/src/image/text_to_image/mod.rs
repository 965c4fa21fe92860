//! `text_to_image`: a picture of what a sentence describes.

mod model;
mod z_image;

use crate::Registered;

inventory::submit!(Registered(&model::TextToImage));
