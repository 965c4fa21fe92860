//! The language of a recording, and the marks that a model has for it.

use patchbay_inference::Watch;
use patchbay_inference::networks::whisper::Options;

use super::{audio, greedily, transcripts, with_generation};
use crate::support::{Fixture, voice};

#[test]
fn the_language_is_told_from_the_audio() {
    let fixture = Fixture::open("whisper");
    let expected = transcripts(&fixture).languages;
    for (index, language) in expected.iter().enumerate() {
        let whisper = with_generation(&fixture, |config| {
            let known = config["lang_to_id"].as_object_mut().unwrap();
            known.retain(|mark, _| {
                !expected[..index]
                    .iter()
                    .any(|other| mark == &format!("<|{other}|>"))
            });
        });
        let (whisper, unknown) = (
            whisper.unwrap(),
            Options {
                language: Some("xx".to_owned()),
                ..greedily()
            },
        );
        let found = whisper
            .transcribe(&audio(&whisper, &voice()), &unknown, Watch::nobody())
            .unwrap();
        assert_eq!(found.language.as_ref(), Some(language));
    }
}

#[test]
fn a_model_of_english_alone_is_not_asked_for_a_language() {
    let fixture = Fixture::open("whisper");
    let english = with_generation(&fixture, |config| {
        config.retain(|field, _| field != "lang_to_id" && field != "task_to_id");
    });
    let english = english.unwrap();
    let found = english
        .transcribe(&audio(&english, &voice()), &greedily(), Watch::nobody())
        .unwrap();
    assert!(found.language.is_none() && !found.segments.is_empty());
}

#[test]
fn marks_that_a_model_does_not_have_are_refused() {
    let fixture = Fixture::open("whisper");
    for (field, value) in [
        ("no_timestamps_token_id", 492),
        ("eos_token_id", 400),
        ("decoder_start_token_id", 9999),
    ] {
        let refused = with_generation(&fixture, |config| {
            config.insert(field.to_owned(), value.into());
        });
        let said = refused
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(said.contains("generation_config.json"), "{field}: {said}");
    }
}
