//! How sentences name tracks: by their number in the file, or by their language.

use std::sync::LazyLock;

use patchbay_values::tracks::{Language, Track};
use regex::Regex;

/// Ordinals in words, from the first.
const ORDINALS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// How a sentence names a track; `LANGUAGE` stands for a language's name.
const NAMED: &str = r"(?i)\b(?:(?:audio|sound) (?:track|stream)(?: (?:no\.?|number))? ?(?P<number>\d{1,2})\b|(?:(?P<ordinal>first|second|third|fourth|fifth|sixth)|(?P<place>\d{1,2})(?:st|nd|rd|th)) (?:(?:audio|sound) (?:track|stream)|track)\b|(?P<language>LANGUAGE)(?:[ -]language)? (?:(?:audio|sound)(?: (?:track|stream))?|track|dub|soundtrack)\b)";

/// [`NAMED`] with the languages that are known.
pub(crate) fn pattern() -> String {
    let names: Vec<&str> = Language::all()
        .iter()
        .map(|language| language.name)
        .collect();
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

/// The subtitle track that a sentence names: “the second subtitle track”, “the German subtitles”;
/// none where it names none, or more than one.
pub fn said_subtitles(text: &str) -> Option<Track> {
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
        let names: Vec<&str> = Language::all()
            .iter()
            .map(|language| language.name)
            .collect();
        let (of, ordinals) = ("(?:subtitles?|subs|captions?)", ORDINALS.join("|"));
        let named = format!(
            r"(?i)\b(?:{of}(?: track)?(?: (?:no\.?|number))? ?(?P<number>\d{{1,2}})|(?:(?P<ordinal>{ordinals})|(?P<place>\d{{1,2}})(?:st|nd|rd|th)) {of}|(?P<language>{})(?:[ -]language)? {of})\b",
            names.join("|")
        );
        Regex::new(&named).expect("a valid pattern")
    });
    let mut named = PATTERN.captures_iter(text);
    let found = named.next().filter(|_| named.next().is_none())?;
    if let Some(language) = found.name("language") {
        return Language::of(language.as_str()).map(Track::Language);
    }
    if let Some(ordinal) = found.name("ordinal") {
        let ordinal = ordinal.as_str().to_lowercase();
        let place = ORDINALS.iter().position(|word| *word == ordinal)?;
        return Track::of_number(place as u32 + 1);
    }
    let number = found.name("number").or_else(|| found.name("place"))?;
    number.as_str().parse().ok().and_then(Track::of_number)
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
    }

    #[test]
    fn subtitles_are_found_by_number_and_language() {
        for (sentence, written) in [
            ("extract the German subtitles of talk.mkv", Some("German")),
            ("save the english-language captions", Some("English")),
            ("the second subtitle track", Some("2")),
            ("subtitle track 3 as srt", Some("3")),
            ("get the subtitles out of talk.mkv", None),
            ("the German subtitles and the French subtitles", None),
            ("the German sound", None),
        ] {
            let said = said_subtitles(sentence).map(|track| track.to_string());
            assert_eq!(said.as_deref(), written, "{sentence}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_found_is_read_back(text in "(audio|sound|track|second|2nd|german|[0-9]{1,3}| ){0,12}") {
            for track in said_track(&text).into_iter().chain(said_subtitles(&text)) {
                prop_assert_eq!(Track::read(&track.to_string()), Some(track));
            }
        }
    }
}
