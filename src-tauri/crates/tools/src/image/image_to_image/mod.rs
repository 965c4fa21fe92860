//! `image_to_image`: a variation that resembles a picture.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::ImageToImage));
