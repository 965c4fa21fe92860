//! `filler_word_removal`: cuts filler words such as “um” out of speech.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::FillerWordRemoval));
