//! `image_to_image`: a variation that resembles an image.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::ImageToImage));
