//! `image_classification`: which names fit a picture best.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::ImageClassification));
