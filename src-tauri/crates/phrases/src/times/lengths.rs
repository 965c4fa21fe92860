//! How long a sentence asks the whole to be, and whether it speaks of a part at all.

use std::sync::LazyLock;

use patchbay_values::times::Moment;
use regex::Regex;

use super::{pattern, read};

static WANTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:to|in|into|within|lasts?|lasting|takes?|fits?|only)\ (?:(?:about|around|exactly|only|just|no\ more\ than|at\ most)\ )?<(\d+)>
        | <(\d+)>\ (?:long|in\ length|in\ total|(?:video|clip|film|version)\b)",
    )
});

/// The length that `text` asks the whole to have, in seconds: `to 30 seconds`, `2 minutes long`,
/// `so that it lasts 1:30`.
pub fn wanted_length(text: &str) -> Option<f64> {
    let (sentence, times) = read(text);
    let found = WANTED.captures(&sentence)?;
    let index: usize = found.get(1).or(found.get(2))?.as_str().parse().ok()?;
    let Moment { share, seconds, .. } = times.get(index)?.beside(None);
    (share == 0.0 && seconds > 0.0).then_some(seconds)
}

/// Whether `text` speaks of a part of a video or audio clip by its times: `from 0:02 to 0:05`, `the
/// first 10 seconds`.
pub fn names_a_part(text: &str) -> bool {
    static PART: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"<b?\d+>\ (?:-|to|till|until|through|and)\ <\d+> | \b(?:first|last|opening|closing|middle|from|after|until|before)\ <\d+>",
        )
    });
    PART.is_match(&read(text).0)
}

static SAID: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix) (?: \b (?<part> last | first | final | opening | closing | every | each | after | at | over | by | in )
                    \s (?: the \s )? )?
          (?: \b (?<digits> \d{1,3} (?: \.\d{1,3} )? ) | \b (?<word> half\ an? | an? | one | two | three | four | five | six
                    | seven | eight | nine | ten | twelve | fifteen | twenty | thirty | forty-?five | sixty | ninety ) )
          (?: \s | - )* (?: (?<seconds> seconds? | secs? | s ) | (?<minutes> minutes? | mins? ) | (?<hours> hours? | hrs? ) ) \b",
    )
    .expect("the pattern is fixed and valid")
});

/// The length in seconds that a sentence gives, such as “a 5 second video” or “for ten seconds”;
/// none where it gives none, or only that of a part (“the last 3 seconds”).
pub fn said_seconds(sentence: &str) -> Option<f64> {
    let found = SAID
        .captures_iter(sentence)
        .find(|found| found.name("part").is_none())?;
    let unit = match (found.name("minutes"), found.name("hours")) {
        (Some(_), _) => 60.0,
        (_, Some(_)) => 3600.0,
        _ => 1.0,
    };
    let number = match (found.name("digits"), found.name("word")) {
        (Some(digits), _) => digits.as_str().parse().ok()?,
        // “a second video” is another one, not a short one.
        (None, Some(word)) if unit > 1.0 || word.as_str() != "a" => {
            number_in_words(&word.as_str().to_lowercase())?
        }
        _ => return None,
    };
    let seconds = number * unit;
    (seconds > 0.0).then_some(seconds)
}

/// How long a sentence wants two things to fade into each other, in seconds: “a 2 second crossfade”,
/// “crossfade them over 3 seconds”; none where it does not say it.
pub fn said_crossfade(text: &str) -> Option<f64> {
    static CROSSFADE: LazyLock<Regex> = LazyLock::new(|| {
        let named = r"cross\W{0,3}fad(?:e|es|ed|ing)";
        pattern(&format!(
            r"<(\d+)>\ (?:long\ |audio\ )?{named}\b | \b{named}\b[^<;]{{0,60}}<(\d+)>"
        ))
    });
    let (sentence, times) = read(text);
    let found = CROSSFADE.captures(&sentence)?;
    let index: usize = found.get(1).or(found.get(2))?.as_str().parse().ok()?;
    let Moment { share, seconds, .. } = times.get(index)?.beside(None);
    (share == 0.0 && seconds > 0.0).then_some(seconds)
}

fn number_in_words(word: &str) -> Option<f64> {
    Some(match word {
        "half a" | "half an" => 0.5,
        "a" | "an" | "one" => 1.0,
        "two" => 2.0,
        "three" => 3.0,
        "four" => 4.0,
        "five" => 5.0,
        "six" => 6.0,
        "seven" => 7.0,
        "eight" => 8.0,
        "nine" => 9.0,
        "ten" => 10.0,
        "twelve" => 12.0,
        "fifteen" => 15.0,
        "twenty" => 20.0,
        "thirty" => 30.0,
        "forty-five" | "fortyfive" => 45.0,
        "sixty" => 60.0,
        "ninety" => 90.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_the_whole_is_told_from_a_part() {
        assert_eq!(wanted_length("speed it up to thirty seconds"), Some(30.0));
        assert_eq!(wanted_length("make it last 1:30"), Some(90.0));
        assert_eq!(
            wanted_length("a version that is 2.5 minutes long"),
            Some(150.0)
        );
        assert_eq!(
            wanted_length("squeeze it into exactly one minute"),
            Some(60.0)
        );
        assert_eq!(wanted_length("play it twice as fast"), None);
        assert_eq!(wanted_length("to 50 %"), None);
        assert!(
            names_a_part("slow down from 0:02 to 0:05")
                && names_a_part("the first ten seconds twice as fast")
        );
        assert!(!names_a_part("speed it up to thirty seconds") && !names_a_part("2x"));
    }

    #[test]
    fn lengths_are_read_from_sentences() {
        for (sentence, seconds) in [
            (
                "turn photo.jpg into a 5 second video with voice.wav as its sound",
                Some(5.0),
            ),
            ("a 2.5-second clip", Some(2.5)),
            ("bring it to life for ten seconds", Some(10.0)),
            ("a 10s video", Some(10.0)),
            ("half a minute of it", Some(30.0)),
            ("fade out over the last 3 seconds", None),
            (
                "a 4 second video that fades in the first 2 seconds",
                Some(4.0),
            ),
            ("the last 3 seconds of a 20 sec film", Some(20.0)),
            ("photo 5 of the 1960s", None),
            ("cut it from 0:02 to 0:05", None),
            ("make a second video", None),
            ("a minute of calm music", Some(60.0)),
            ("loop it for an hour", Some(3600.0)),
            ("two hours of rain", Some(7200.0)),
            ("make a video", None),
        ] {
            assert_eq!(said_seconds(sentence), seconds, "{sentence}");
        }
    }

    #[test]
    fn a_crossfade_has_its_own_length() {
        for (text, seconds) in [
            ("join a.wav and b.wav with a 2 second crossfade", Some(2.0)),
            ("crossfade a.wav into b.wav over 3 seconds", Some(3.0)),
            ("join them with a cross-fade of 1.5 s", Some(1.5)),
            ("crossfade them", None),
            ("fade out over 3 seconds", None),
        ] {
            assert_eq!(said_crossfade(text), seconds, "{text}");
        }
    }
}
