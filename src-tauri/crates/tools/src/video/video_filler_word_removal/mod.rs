//! `video_filler_word_removal`: cuts filler words such as “um” out of a video.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::VideoFillerWordRemoval));
