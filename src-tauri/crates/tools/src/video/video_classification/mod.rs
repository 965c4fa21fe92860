//! `video_classification`: which of the actions that a model knows fit a video best.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::VideoClassification));
