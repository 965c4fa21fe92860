//! `video_speech_trimming`: cuts a video by the words that are said in it.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::VideoSpeechTrimming));
