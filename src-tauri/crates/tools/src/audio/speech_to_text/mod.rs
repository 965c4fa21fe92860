//! `speech_to_text`: what is said in an audio clip, as subtitles with times (`SubRip`), which tools
//! that show or read them take.

mod model;
pub(crate) mod subtitles;

use crate::Registered;

inventory::submit!(Registered(&model::SpeechToText));
