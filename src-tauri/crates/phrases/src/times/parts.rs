//! The parts that a sentence keeps, before it is known how long the whole is.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::taken_out::takes_out;
use super::tokens::Time;
use super::{Moment, Part, TimeRange, TimeRanges, TimesError, clock, pattern, read};

/// The parts that `text` keeps of a `what` (`video` or `sound`) of `length` seconds: in order, not
/// overlapping, at least one, none empty.
pub fn kept_parts(text: &str, length: f64, what: &'static str) -> Result<Vec<Part>, TimesError> {
    said_ranges(text)
        .ok_or_else(|| unsaid(text, length, what))?
        .kept(length, what)
}

/// That `text` names no part of a `what` (`video` or `sound`) of `length` seconds.
pub fn unsaid(text: &str, length: f64, what: &'static str) -> TimesError {
    TimesError::Missing {
        text: shortened(text),
        what,
        length: clock(length),
    }
}

/// The parts of a video or audio clip that `text` keeps or takes out; none where it names none.
pub fn said_ranges(text: &str) -> Option<TimeRanges> {
    let (sentence, times) = read(text);
    let ranges = named(&sentence, &times);
    (!ranges.is_empty()).then(|| TimeRanges {
        taken_out: takes_out(&sentence),
        ranges,
    })
}

impl TimeRanges {
    /// Reads what [`Self::to_string`] writes, and what a sentence says; none where no part is
    /// named.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        Self::written(&text).or_else(|| said_ranges(&text))
    }
}

fn shortened(text: &str) -> String {
    let mut letters = text.trim().chars();
    let start: String = letters.by_ref().take(80).collect();
    if letters.next().is_some() {
        format!("{start}…")
    } else {
        start
    }
}

/// The ways to name a part, tried from the most to the least particular; `T` is a time, `U` one
/// with a unit.
static NAMES: LazyLock<Vec<(Regex, Name)>> = LazyLock::new(|| {
    let the = r"(?:the\ |its\ )?(?:very\ )?";
    [
        (
            format!(r"U\ (?:long\ )?(?:starting|beginning|from)\ (?:at\ |from\ )?{the}T"),
            Name::LengthFrom,
        ),
        (
            r"(?:from|at|starting\ at)\ T\ for\ (?:the\ next\ )?T".to_owned(),
            Name::FromFor,
        ),
        (r"between\ T\ and\ T".to_owned(), Name::FromTo),
        (
            r"from\ T\ (?:-|to|till|until|through|thru|up\ to)\ T".to_owned(),
            Name::FromTo,
        ),
        (r"T\ -\ T".to_owned(), Name::FromTo),
        (
            r"U\ (?:to|till|until|through|thru)\ T".to_owned(),
            Name::FromTo,
        ),
        (
            format!(r"{the}(?:first|opening|initial)\ and\ {the}(?:last|closing|final)\ T"),
            Name::BothEnds,
        ),
        (format!(r"{the}(?:first|opening|initial)\ T"), Name::First),
        (format!(r"{the}(?:last|closing|final)\ T"), Name::Last),
        (format!(r"{the}middle\ T"), Name::Middle),
        (
            format!(r"U\ (?:from|off|at|of)\ {the}(?:start|beginning|front)"),
            Name::First,
        ),
        (
            format!(r"U\ (?:from|off|at|of)\ {the}(?:end|back)"),
            Name::Last,
        ),
        (
            format!(r"T\ off\ {the}(?:start|beginning|front)"),
            Name::First,
        ),
        (format!(r"T\ off\ {the}(?:end|back)"), Name::Last),
        (r"by\ U".to_owned(), Name::ShorterBy),
        (
            r"(?:from|after|since|(?:start|begin)(?:s|ing)?\ (?:at|from))\ T".to_owned(),
            Name::From,
        ),
        (
            r"(?:before|until|till|up\ to|through)\ T".to_owned(),
            Name::First,
        ),
        (r"(?:to|only)\ T".to_owned(), Name::First),
        (r"U".to_owned(), Name::Lone),
    ]
    .into_iter()
    .map(|(words, name)| {
        (
            pattern(&words.replace('T', r"<b?(\d+)>").replace('U', r"<(\d+)>")),
            name,
        )
    })
    .collect()
});

/// How a pattern's times name a part.
#[derive(Clone, Copy)]
enum Name {
    FromTo,
    FromFor,
    LengthFrom,
    BothEnds,
    First,
    Last,
    Middle,
    ShorterBy,
    From,
    /// A length and nothing else.
    Lone,
}

/// Words before a length that make it one of parts which nobody named: “the best 5 seconds”,
/// “anything over half a second”.
static IS_OF_PARTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(\w+est|most\ \w+|over|under|every|each|any|than|some|few)\ (?:the\ )?<\d+>")
});

/// Every part that a sentence names. Words that named one name no other.
fn named(sentence: &str, times: &[Time]) -> Vec<TimeRange> {
    let mut rest = sentence.to_owned();
    let mut ranges = Vec::new();
    for (words, name) in NAMES.iter() {
        // A lone length counts only where nothing else was said.
        if matches!(name, Name::Lone) && (!ranges.is_empty() || IS_OF_PARTS.is_match(sentence)) {
            break;
        }
        while let Some(found) = words.captures(&rest) {
            ranges.extend(ranges_of(*name, &found, times));
            let range = found.get(0).expect("the whole match").range();
            rest.replace_range(range, "|");
        }
    }
    ranges
}

fn ranges_of(name: Name, found: &Captures, times: &[Time]) -> Vec<TimeRange> {
    let times: Vec<Time> = (1..found.len())
        .filter_map(|group| found.get(group)?.as_str().parse::<usize>().ok())
        .filter_map(|index| times.get(index).copied())
        .collect();
    let second = times.get(1).copied();
    let a = times
        .first()
        .map_or(Moment::START, |time| time.beside(second));
    let b = second.map_or(a, |time| time.beside(times.first().copied()));
    let both = match name {
        Name::FromTo => vec![(a, b)],
        Name::FromFor => vec![(a, a.later(b))],
        Name::LengthFrom => vec![(b, b.later(a))],
        Name::BothEnds => vec![(Moment::START, a), (Moment::END.earlier(a), Moment::END)],
        Name::First | Name::Lone => vec![(Moment::START, a)],
        Name::Last => vec![(Moment::END.earlier(a), Moment::END)],
        Name::Middle => vec![(
            Moment::MIDDLE.earlier(a.half()),
            Moment::MIDDLE.later(a.half()),
        )],
        Name::ShorterBy => vec![(Moment::START, Moment::END.earlier(a))],
        Name::From => vec![(a, Moment::END)],
    };
    both.into_iter()
        .map(|(start, end)| TimeRange { start, end })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(f64, f64)]) {
        let parts =
            kept_parts(text, 60.0, "video").unwrap_or_else(|error| panic!("{text}: {error}"));
        let parts: Vec<_> = parts.iter().map(|part| (part.start, part.end)).collect();
        assert_eq!(parts.len(), expected.len(), "{text}: {parts:?}");
        for (part, expected) in parts.iter().zip(expected) {
            let close = (part.0 - expected.0).abs() < 1e-6 && (part.1 - expected.1).abs() < 1e-6;
            assert!(close, "{text}: {parts:?}");
        }
    }

    #[test]
    fn ranges_are_kept() {
        check(
            "cut clip.mp4 from 0:02 to 0:05 and give me its sound as a file",
            &[(2.0, 5.0)],
        );
        check("from 2 to 5 seconds", &[(2.0, 5.0)]);
        check("trim it between 10s and 12.5s", &[(10.0, 12.5)]);
        check("keep only 0:10-0:20", &[(10.0, 20.0)]);
        check(
            "keep 0:01 – 0:02 and 0:04 – 0:06",
            &[(1.0, 2.0), (4.0, 6.0)],
        );
        check("from 00:00:10 to 00:00:11.5", &[(10.0, 11.5)]);
        check("0:50 to the end", &[(50.0, 60.0)]);
        check("from the beginning to 0:05", &[(0.0, 5.0)]);
        check("from 10 seconds on", &[(10.0, 60.0)]);
        check("starting at 0:30 for ten seconds", &[(30.0, 40.0)]);
        check("10 seconds starting at 0:05", &[(5.0, 15.0)]);
        check("from 0 to 1 minute", &[(0.0, 60.0)]);
        check("from halfway to the end", &[(30.0, 60.0)]);
        check("only the part from second 3 to second 8", &[(3.0, 8.0)]);
        check("from minute 0 till second 20", &[(0.0, 20.0)]);
        check("thats second 4 to second 7 of it", &[(4.0, 7.0)]);
        check(
            "make a clip of clip2.mp4 from 3 to 4 s in 720p at 30 fps",
            &[(3.0, 4.0)],
        );
    }

    #[test]
    fn ends_and_lengths_are_kept() {
        check("the first ten seconds", &[(0.0, 10.0)]);
        check("only the last 5 s", &[(55.0, 60.0)]);
        check("trim this one to 30 seconds", &[(0.0, 30.0)]);
        check("make it half a minute long", &[(0.0, 30.0)]);
        check("shorten it by 20 seconds", &[(0.0, 40.0)]);
        check("keep the middle twenty seconds", &[(20.0, 40.0)]);
        check("up to 0:15", &[(0.0, 15.0)]);
        check("the first second", &[(0.0, 1.0)]);
        check("the first two and a half seconds", &[(0.0, 2.5)]);
        check(
            "the first twenty-five seconds of the second video",
            &[(0.0, 25.0)],
        );
    }

    #[test]
    fn parts_are_taken_out() {
        check("cut out the first 10 seconds", &[(10.0, 60.0)]);
        check("remove 0:10-0:20", &[(0.0, 10.0), (20.0, 60.0)]);
        check("remove everything after 0:40", &[(0.0, 40.0)]);
        check("trim the last 5 seconds", &[(0.0, 55.0)]);
        check("cut 5 seconds from the start", &[(5.0, 60.0)]);
        check("take 3 seconds off the end", &[(0.0, 57.0)]);
        check(
            "2 seconds off the start and 1.5 off the end",
            &[(2.0, 58.5)],
        );
        check("delete the first and last 2 seconds", &[(2.0, 58.0)]);
        check(
            "keep everything except 0:30 to 0:31",
            &[(0.0, 30.0), (31.0, 60.0)],
        );
        check(
            "cut the part from 0:02 to 0:05 out",
            &[(0.0, 2.0), (5.0, 60.0)],
        );
        check("cut off everything before 0:50", &[(50.0, 60.0)]);
        check(
            "the first two seconds are rubbish, chop those",
            &[(2.0, 60.0)],
        );
        check(
            "throw away everything between 4s and 6.5s",
            &[(0.0, 4.0), (6.5, 60.0)],
        );
        check("leave out 0:10 to 0:20", &[(0.0, 10.0), (20.0, 60.0)]);
        check("get rid of the first 5 seconds", &[(5.0, 60.0)]);
    }

    #[test]
    fn what_cannot_be_is_said_with_the_length() {
        let refused = |text| kept_parts(text, 12.0, "video").unwrap_err().to_string();
        assert_eq!(
            refused("from 0:05 to 0:20"),
            "The video is 12 s long, so 20 s lies after its end. Choose times up to 12 s."
        );
        assert!(refused("from 0:20 on").contains("12 s long"));
        assert!(refused("the last 2 minutes").contains("12 s long"));
        assert!(
            refused("from 0:05 to 0:02")
                .starts_with("The part would end at 2 s, before it begins at 5 s")
        );
        assert!(
            refused("remove the first 12 seconds")
                .starts_with("Nothing of the video would be left")
        );
        for unknown in [
            "cut it to the most exciting 5 seconds",
            "cut out all pauses over half a second",
            "the best 5 seconds",
        ] {
            assert!(refused(unknown).contains("does not say"), "{unknown}");
        }
        assert!(refused("make it nicer").contains("“make it nicer” does not say"));
        assert!(refused(&"very ".repeat(100)).len() < 400);
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn parts_are_in_order_within_the_length(text in "(remove |keep )?(from|first|last|to|[0-9:. <>b-]|and|s){0,30}", length in 0.1..5000.0) {
            if let Ok(parts) = kept_parts(&text, length, "video") {
                prop_assert!(!parts.is_empty());
                for part in &parts {
                    prop_assert!(part.start >= 0.0 && part.end <= length + 1e-9 && part.end > part.start);
                }
                prop_assert!(parts.windows(2).all(|pair| pair[0].end <= pair[1].start));
            }
        }

        #[test]
        fn anything_can_be_asked(text in ".{0,200}") {
            let _ = kept_parts(&text, 10.0, "sound");
        }
    }
}
