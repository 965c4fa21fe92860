//! `text_to_image`: an image of what a sentence describes.

mod model;
mod z_image;

use crate::Registered;

inventory::submit!(Registered(&model::TextToImage));
