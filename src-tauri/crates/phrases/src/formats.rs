//! File formats in sentences: which one is asked for.

use std::sync::LazyLock;

use patchbay_values::formats::{chosen, format_of, formats};
use regex::Regex;

/// Which of `choices` a sentence asks a result to be written as: “as mp3”, “convert it to a JPEG”.
pub fn asked<'a>(sentence: &str, choices: &'a [String]) -> Option<&'a String> {
    static ASKED: LazyLock<Regex> = LazyLock::new(|| {
        let all: Vec<&str> = formats()
            .iter()
            .flat_map(|format| &format.endings)
            .copied()
            .collect();
        let asks = r"as|to|into|in|an?|one|make|create|export|save|get|want|format";
        // What stands between says how it is to be: “to mono mp3”.
        let kinds = r"mono|stereo|animated|looping|small|smaller|high[- ]quality|quality|plain|normal|regular|proper|transparent|lossless|losslessly|constant";
        let pattern = format!(
            r"(?i)(?:\b(?:{asks})\b|:)\s+(?:(?:an?|one|the|it|{kinds})\s+)*\.?({})s?\b",
            all.join("|")
        );
        Regex::new(&pattern).expect("a valid pattern")
    });
    ASKED
        .captures_iter(sentence)
        .filter_map(|found| chosen(&found[1], choices))
        .last()
        .or_else(|| described(sentence, choices))
        .or_else(|| named(sentence, choices))
}

/// Which of `choices` a sentence names last without saying of which file it speaks: “mp3 again”,
/// “clip.mov -> mp4”, “the player only takes srt”, and not “trim the mp3”, “no wav”.
fn named<'a>(sentence: &str, choices: &'a [String]) -> Option<&'a String> {
    /// How many words stand between a format and what makes it a file's at most.
    const MOST_BETWEEN: usize = 3;
    /// Words behind which a format is a file's.
    const OF_A_FILE: [&str; 26] = [
        "the", "this", "that", "these", "those", "my", "our", "your", "his", "her", "their", "its",
        "each", "every", "all", "both", "any", "of", "from", "which", "what", "other", "another",
        "on", "with", "about",
    ];
    /// Words that turn it down.
    const TURNED_DOWN: [&str; 19] = [
        "no",
        "not",
        "never",
        "cannot",
        "can't",
        "can’t",
        "cant",
        "don't",
        "don’t",
        "dont",
        "doesn't",
        "doesn’t",
        "doesnt",
        "won't",
        "won’t",
        "wont",
        "instead",
        "than",
        "without",
    ];
    // What follows a joint is spoken of anew.
    let joint =
        |letter: char| matches!(letter, ',' | ';' | ':' | '!' | '?' | '(' | ')' | '>' | '→');
    let last_named = |part: &str| {
        let words: Vec<String> = part.split_whitespace().map(plain).collect();
        let is_named = |place: &usize| {
            let mut before = words[..*place].iter().rev().take(MOST_BETWEEN);
            format_of(&words[*place]).is_some()
                && !before.any(|word| {
                    OF_A_FILE.contains(&word.as_str()) || TURNED_DOWN.contains(&word.as_str())
                })
        };
        let mut found = (0..words.len()).filter(is_named);
        found
            .rfind(|place| chosen(&words[*place], choices).is_some())
            .map(|place| words[place].clone())
    };
    sentence
        .rsplit(joint)
        .find_map(last_named)
        .and_then(|word| chosen(&word, choices))
}

/// A word in lower case without the marks at its ends.
fn plain(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
        .to_lowercase()
}

/// Which of `choices` a sentence asks for as a thing that it describes: “a 400 pixel wide GIF”,
/// “gif of clip.mp4 at 12 fps”.
fn described<'a>(sentence: &str, choices: &'a [String]) -> Option<&'a String> {
    /// How many words stand between the article and the format at most.
    const MOST_BETWEEN: usize = 6;
    /// Words with which another thing begins.
    const APART: [&str; 14] = [
        "of", "from", "to", "into", "in", "on", "onto", "with", "and", "the", "this", "that", "as",
        "for",
    ];
    let words: Vec<String> = sentence
        .split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '?' | '!'))
        .filter(|word| !word.is_empty())
        .map(|word| word.trim_end_matches(['.', ':']).to_lowercase())
        .collect();
    let is_described = |place: &usize| {
        let begins = *place == 0
            && words
                .get(1)
                .is_some_and(|next| ["of", "from"].contains(&next.as_str()));
        let before = words[..*place].iter().rev().take(MOST_BETWEEN + 1);
        let mut before = before.take_while(|word| !APART.contains(&word.as_str()));
        begins || before.any(|word| word == "a" || word == "an")
    };
    let mut found = (0..words.len())
        .filter(|place| format_of(&words[*place]).is_some())
        .filter(is_described)
        .filter_map(|place| chosen(&words[place], choices));
    found.next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_asked_for_and_not_only_named() {
        let choices: Vec<String> = ["m4a", "mp3", "wav", "jpg"].map(str::to_owned).into();
        for (sentence, format) in [
            ("extract the audio from talk.mp4 as mp3", Some("mp3")),
            ("give me its sound as a WAV file", Some("wav")),
            ("convert it to JPEG", Some("jpg")),
            ("save it as .mp3 please", Some("mp3")),
            ("trim the mp3 to ten seconds", None),
            ("clean voice.wav", None),
            ("make a gif of it", None),
            ("a 128 kbps mono mp3 of talk.mp4", Some("mp3")),
            ("an mp3 of the wav", Some("mp3")),
            ("mp3 of talk.mp4", Some("mp3")),
            ("put a title on the mp3", None),
            ("a clip of the wav", None),
            ("slower, mp3 again", Some("mp3")),
            ("take.wav -> mp3 please, mono", Some("mp3")),
            (
                "the transcriber wants 16 kHz mono WAV (16 bit)",
                Some("wav"),
            ),
            ("has to be a .jpg", Some("jpg")),
            ("the player cannot do wav, mp3 is fine", Some("mp3")),
            ("no wav please", None),
            ("louder than the old mp3", None),
            ("fade out all mp3 files", None),
        ] {
            assert_eq!(
                asked(sentence, &choices).map(String::as_str),
                format,
                "{sentence}"
            );
        }
    }
}
