//! Tracks of a file: by their number in it, or by their language.

use std::fmt;
use std::sync::LazyLock;

/// Property that tells one audio track of a file from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Track {
    /// Its place among the file's audio tracks, from 1.
    Number(u32),
    /// The language that its file gives for it.
    Language(&'static Language),
}

impl fmt::Display for Track {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Language(language) => f.write_str(language.name),
        }
    }
}

impl Track {
    /// Reads a number from 1 to 99, or a language by its name or its code; none where it is neither.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let number = text.parse().ok().and_then(Self::of_number);
        number.or_else(|| Language::of(text).map(Self::Language))
    }

    /// The track of that number from 1 to 99.
    pub fn of_number(number: u32) -> Option<Self> {
        (1..=99).contains(&number).then_some(Self::Number(number))
    }
}

/// A language.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// Its English name.
    pub name: &'static str,
    /// The codes that files have for it, in lower case.
    pub codes: Vec<&'static str>,
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let lines = include_str!("languages.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let language = |line: &'static str| {
        let mut words = line.split(' ');
        Language {
            name: words.next().unwrap_or_default(),
            codes: words.collect(),
        }
    };
    lines.map(language).collect()
});

impl Language {
    /// All languages that are known here.
    pub fn all() -> &'static [Self] {
        &LANGUAGES
    }

    /// The language of that English name or code; none where it is none that is known here.
    pub fn of(text: &str) -> Option<&'static Self> {
        let is_it = |language: &&Self| {
            language.name.eq_ignore_ascii_case(text)
                || language.codes.contains(&text.to_lowercase().as_str())
        };
        LANGUAGES.iter().find(is_it)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tracks_are_numbers_or_languages() {
        for (text, written) in [
            (" 2 ", Some("2")),
            ("ger", Some("German")),
            ("mandarin", Some("Mandarin")),
            ("0", None),
            ("100", None),
            ("Klingon", None),
            ("", None),
        ] {
            let read = Track::read(text).map(|track| track.to_string());
            assert_eq!(read.as_deref(), written, "{text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(number in 1u32..=99, index in 0..LANGUAGES.len()) {
            for track in [Track::Number(number), Track::Language(&LANGUAGES[index])] {
                prop_assert_eq!(Track::read(&track.to_string()), Some(track));
            }
        }
    }
}
