//! Music that models make.

use patchbay_domain::Resource;
use patchbay_media::audio::{self, AudioBuffer};
use patchbay_tools::{Context, Progress, ToolError};

use crate::support::Bench;

/// The music of these words.
fn played(
    bench: &Bench,
    words: &str,
    change: impl FnOnce(&mut Context),
) -> Result<AudioBuffer, ToolError> {
    let mut context = bench.context(&Progress::default());
    change(&mut context);
    let found = bench.run_in(
        &context,
        "text_to_music",
        &[("text", Resource::Text(words.to_owned()))],
    )?;
    assert_eq!(found.resource_type().as_str(), "audio");
    Ok(audio::read(&found.files()[0].path, &found.files()[0].name).unwrap())
}

#[test]
fn music_is_as_long_as_asked_for_and_as_loud_as_music_is() {
    let bench = Bench::new();
    for (words, target, seconds) in [
        ("a happy tune of 3 seconds", Some(9.0), 3.0),
        ("a calm piano piece", Some(2.5), 2.5),
        ("a calm piano piece", None, 2.0),
    ] {
        let audio = played(&bench, words, |context| context.target_seconds = target).unwrap();
        assert_eq!(
            (audio.channels.len(), audio.sample_rate),
            (2, 48_000),
            "as what is built in"
        );
        assert_eq!(audio.frames(), (seconds * 48_000.0) as usize, "{words}");
        let loudness = audio::loudness(&audio).integrated;
        assert!((loudness + 14.0).abs() < 1.5, "{words}: {loudness} LUFS");
        assert!(
            audio.peak() <= 1.0 && audio.channels[0].last().unwrap().abs() < 1e-3,
            "{words}"
        );
    }
}

#[test]
fn other_seeds_and_other_words_give_other_music() {
    let bench = Bench::new();
    let made = |words: &str, seed: u64| {
        played(&bench, words, |context| context.seed = seed)
            .unwrap()
            .channels
    };
    let first = made("a calm tune", 1);
    assert_eq!(first, made("a calm tune", 1));
    assert_ne!(first, made("a calm tune", 2));
    assert_ne!(first, made("heavy metal with drums", 1));
}

#[test]
fn more_than_ten_minutes_are_refused() {
    let refused = played(&Bench::new(), "an hour long tune, 20 minutes", |_| {}).unwrap_err();
    assert!(
        matches!(&refused, ToolError::Input(reason) if reason.contains("10 minutes")),
        "{refused:?}"
    );
}
