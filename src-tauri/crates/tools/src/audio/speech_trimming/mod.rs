//! `speech_trimming`: cuts words out of speech, or keeps them alone.

mod model;

use crate::Registered;

inventory::submit!(Registered(&model::SpeechTrimming));
