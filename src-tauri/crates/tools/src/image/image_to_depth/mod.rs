//! `image_to_depth`: how near each pixel is, as grey of 16 bits, the nearest white.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::ImageToDepth));
