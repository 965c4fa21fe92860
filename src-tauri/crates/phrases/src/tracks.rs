//! Audio tracks as people name them: by their number in the file, or by their language.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

/// What tells one audio track of a file from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Track {
    /// Its place among the file's audio tracks, from 1.
    Number(u32),
    /// The language that it says it is in.
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

    fn of_number(number: u32) -> Option<Self> {
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
    /// The language of that English name or code; none where it is none that is known here.
    pub fn of(text: &str) -> Option<&'static Self> {
        let is_it = |language: &&Self| {
            language.name.eq_ignore_ascii_case(text)
                || language.codes.contains(&text.to_lowercase().as_str())
        };
        LANGUAGES.iter().find(is_it)
    }
}

/// Ordinals in words, from the first.
const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// How a sentence names a track; `LANGUAGE` stands for a language's name.
const NAMED: &str = r"(?i)\b(?:(?:audio|sound) (?:track|stream)(?: (?:no\.?|number))? ?(?P<number>\d{1,2})\b|(?:(?P<ordinal>first|second|third|fourth|fifth|sixth)|(?P<place>\d{1,2})(?:st|nd|rd|th)) (?:(?:audio|sound) (?:track|stream)|track)\b|(?P<language>LANGUAGE)(?:[ -]language)? (?:(?:audio|sound)(?: (?:track|stream))?|track|dub|soundtrack)\b)";

/// [`NAMED`] with the languages that are known.
pub(crate) fn pattern() -> String {
    let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
    NAMED.replace("LANGUAGE", &names.join("|"))
}

/// The audio track that a sentence names: “the second audio track”, “the German sound”; none where
/// it names none, or more than one.
pub fn said_track(text: &str) -> Option<Track> {
    static PATTERN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(&pattern()).expect("a valid pattern"));
    let track = |found: regex::Captures| {
        if let Some(language) = found.name("language") {
            return Language::of(language.as_str()).map(Track::Language);
        }
        let number = found.name("number").or_else(|| found.name("place"));
        let number = if let Some(ordinal) = found.name("ordinal") {
            let ordinal = ordinal.as_str().to_lowercase();
            ORDINALS.iter().position(|word| *word == ordinal)? as u32 + 1
        } else {
            number?.as_str().parse().ok()?
        };
        Track::of_number(number)
    };
    let mut named = PATTERN.captures_iter(text).map(track);
    named.next()?.filter(|_| named.next().is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tracks_are_found_by_number_and_language() {
        for (sentence, written) in [
            ("take the second audio track out of talk.mkv", Some("2")),
            ("audio track 3 as mp3", Some("3")),
            ("I only want sound stream no. 2", Some("2")),
            ("the 4th track please", Some("4")),
            ("the German audio of talk.mkv", Some("German")),
            ("extract the french track", Some("French")),
            ("get me the English-language soundtrack", Some("English")),
            ("take the sound out of trip.mp4", None),
            ("the German and the English", None),
            ("the first audio track and the second audio track", None),
            ("a German shepherd on a race track", None),
            ("audio track 0", None),
        ] {
            let said = said_track(sentence).map(|track| track.to_string());
            assert_eq!(said.as_deref(), written, "{sentence}");
        }
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
        fn what_is_written_is_read_back(
            number in 1u32..=99,
            index in 0..LANGUAGES.len(),
            text in "(audio|sound|track|second|2nd|german|[0-9]{1,3}| ){0,12}",
        ) {
            let language = Track::Language(&LANGUAGES[index]);
            for track in [Track::Number(number), language].into_iter().chain(said_track(&text)) {
                prop_assert_eq!(Track::read(&track.to_string()), Some(track));
            }
        }
    }
}
