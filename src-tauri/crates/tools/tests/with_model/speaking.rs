//! Texts that models read aloud.

use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_media::audio::{self, AudioBuffer};
use patchbay_tools::{Context, Inputs, Progress, ToolError, registry};

use crate::support::Bench;

/// Audio of a text that is read aloud.
fn said(
    bench: &Bench,
    text: &str,
    change: impl FnOnce(&mut Context),
) -> Result<AudioBuffer, ToolError> {
    let mut context = bench.context(&Progress::default());
    change(&mut context);
    let found = bench.run_in(
        &context,
        "text_to_speech",
        &[("text", Resource::Text(text.to_owned()))],
    )?;
    assert_eq!(found.files()[0].name, "speech.wav");
    assert_eq!(
        std::fs::read_dir(&context.folder).unwrap().count(),
        1,
        "nothing else is left behind"
    );
    Ok(audio::read(&found.files()[0].path, &found.files()[0].name).unwrap())
}

#[test]
fn a_text_is_read_aloud_sentence_by_sentence_with_the_drawn_numbers_of_its_seed() {
    let bench = Bench::new();
    let (one, two) = (
        "The harbour lies still.",
        "The harbour lies still. Nobody is awake yet.",
    );
    let audio = |text: &str, seed: u64| said(&bench, text, |context| context.seed = seed).unwrap();
    let first = audio(two, 1);
    assert_eq!(
        (first.sample_rate, first.channels.len()),
        (48_000, 1),
        "as what is built in"
    );
    assert!(
        first.seconds() > audio(one, 1).seconds() + 0.3,
        "with a pause before the second sentence"
    );
    assert_eq!(first.channels, audio(two, 1).channels);
    assert_ne!(first.channels, audio(two, 2).channels);
}

#[test]
fn what_is_not_english_is_left_to_what_is_built_in_and_no_words_are_told() {
    let bench = Bench::new();
    let text =
        "Der Hafen liegt still. Noch ist niemand wach, nicht einmal die Möwen schreien am Strand.";
    let of =
        |text: &str| Inputs::new([("text".to_owned(), Resource::Text(text.to_owned()))].into());
    let ways = registry::implementations("text_to_speech");
    assert!(
        ways[0].has_model()
            && !ways[0].suits(&of(text))
            && ways[0].suits(&of("Nobody is awake yet."))
    );
    assert!(
        ways.iter()
            .any(|way| !way.has_model() && way.suits(&of(text)))
    );
    assert!(ways[0].missing(&Models::none()).is_some());
    let refused = said(&bench, " … \n\n --- ", |_| {}).unwrap_err();
    assert!(refused.to_string().contains("no words"), "{refused}");
}
