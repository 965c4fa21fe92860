//! How long a sentence asks the whole to be, and whether it speaks of a part at all.

use std::sync::LazyLock;

use regex::Regex;

use super::{pattern, read};

static WANTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:to|in|into|within|lasts?|lasting|takes?|fits?|only)\ (?:(?:about|around|exactly|only|just|no\ more\ than|at\ most)\ )?<(\d+)>
        | <(\d+)>\ (?:long|in\ length|in\ total|(?:video|clip|film|version)\b)",
    )
});

/// The length that `text` asks the whole to have, in seconds: `to 30 seconds`, `2 minutes long`, `so that it lasts 1:30`.
pub fn wanted_length(text: &str) -> Option<f64> {
    let (sentence, times) = read(text, 0.0);
    let found = WANTED.captures(&sentence)?;
    let index: usize = found.get(1).or(found.get(2))?.as_str().parse().ok()?;
    Some(times.get(index)?.beside(None)).filter(|seconds| *seconds > 0.0)
}

/// Whether `text` speaks of a part of a film or sound by its times: `from 0:02 to 0:05`, `the first 10 seconds`.
pub fn names_a_part(text: &str) -> bool {
    static PART: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"<b?\d+>\ (?:-|to|till|until|through|and)\ <\d+> | \b(?:first|last|opening|closing|middle|from|after|until|before)\ <\d+>",
        )
    });
    PART.is_match(&read(text, 0.0).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_the_whole_is_told_from_a_part() {
        assert_eq!(wanted_length("speed it up to thirty seconds"), Some(30.0));
        assert_eq!(wanted_length("make it last 1:30"), Some(90.0));
        assert_eq!(wanted_length("a version that is 2.5 minutes long"), Some(150.0));
        assert_eq!(wanted_length("squeeze it into exactly one minute"), Some(60.0));
        assert_eq!(wanted_length("play it twice as fast"), None);
        assert_eq!(wanted_length("to 50 %"), None);
        assert!(names_a_part("slow down from 0:02 to 0:05") && names_a_part("the first ten seconds twice as fast"));
        assert!(!names_a_part("speed it up to thirty seconds") && !names_a_part("2x"));
    }
}
