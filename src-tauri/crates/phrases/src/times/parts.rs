//! The parts that a sentence keeps, before it is known how long the whole is.

use std::sync::LazyLock;

use patchbay_values::times::{Moment, TimeRange, TimeRanges};
use regex::{Captures, Regex};

use super::taken_out::takes_out;
use super::tokens::Time;
use super::{pattern, read};

/// The parts of a video or audio clip that `text` keeps or takes out; none where it names none.
pub fn said_ranges(text: &str) -> Option<TimeRanges> {
    let (sentence, times) = read(text);
    let ranges = named(&sentence, &times);
    (!ranges.is_empty()).then(|| TimeRanges {
        taken_out: takes_out(&sentence),
        ranges,
    })
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
mod tests;
