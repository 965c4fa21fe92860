//! `speech_search`: where words are said in an audio clip, as times with the sentences.

mod finding;
mod model;

use crate::Registered;

inventory::submit!(Registered(&model::SpeechSearch));
