//! `image_colorization`: an image with the colours that it may have had, exactly as light as it was
//! at each pixel.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::ImageColorization));
