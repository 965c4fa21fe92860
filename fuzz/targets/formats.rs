//! File formats: one that is asked for is one of the choices, by each of its endings.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::formats::asked;
use patchbay_values::formats::{chosen, format_of};

static CHOICES: LazyLock<Vec<String>> = LazyLock::new(|| {
    ["jpg", "png", "webp", "mp3", "wav", "mp4", "srt"]
        .map(str::to_owned)
        .into()
});

fuzz_target!(|text: &str| {
    for choice in [chosen(text, &CHOICES), asked(text, &CHOICES)]
        .into_iter()
        .flatten()
    {
        let format = format_of(choice).expect("every choice is a format");
        assert!(
            format
                .endings
                .iter()
                .all(|ending| chosen(&ending.to_uppercase(), &CHOICES) == Some(choice))
        );
        assert_eq!(
            asked(&format!("save it as .{choice}"), &CHOICES),
            Some(choice)
        );
    }
    assert!(format_of(text).is_none_or(|format| format.endings.contains(&text)));
});
