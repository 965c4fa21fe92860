//! `image_classification`: which names fit an image best.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::ImageClassification));
