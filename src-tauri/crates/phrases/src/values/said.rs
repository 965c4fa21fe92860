//! What words say a value is where its kind alone does not tell: a number with its unit, a colour,
//! one of some choices.

use std::sync::LazyLock;

use patchbay_domain::{Parameter, ParameterKind, Tool};
use patchbay_values::colors::{color, hex};
use patchbay_values::numbers::written;
use regex::Regex;

use super::worded::read;
use crate::quantities::{Quantity, quantities};

/// Kinds whose values are said as a number with its unit.
pub(super) const MEASURED: [ParameterKind; 6] = [
    ParameterKind::Percent,
    ParameterKind::Angle,
    ParameterKind::Decibel,
    ParameterKind::Loudness,
    ParameterKind::Frequency,
    ParameterKind::FrameRate,
];

/// What a number with its unit says, where a tool has one field of that kind and words one such
/// number: “15 %”, “-3 dB”, “2.5 kHz”. None where it is out of the field's range.
pub(super) fn said_measure(tool: &Tool, parameter: &Parameter, words: &str) -> Option<String> {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"([-+−]?)\s*(\d+(?:[.,]\d+)?)\s*(k?)").expect("a valid pattern")
    });
    let alike = tool
        .parameters
        .iter()
        .filter(|other| other.is_set() && other.kind == parameter.kind);
    let quantities = quantities(words)
        .into_iter()
        .filter(|quantity| quantity.kind == parameter.kind);
    let (quantities, alike): (Vec<_>, _) = (quantities.collect(), alike.count());
    let ([quantity], 1) = (quantities.as_slice(), alike) else {
        return None;
    };
    let said = words[quantity.bytes.clone()].to_lowercase();
    let found = NUMBER.captures(&said)?;
    let number: f64 = found[2].replace(',', ".").parse().ok()?;
    let number = if matches!(&found[1], "-" | "−") {
        -number
    } else {
        number
    };
    let number = if found[3].is_empty() {
        number
    } else {
        number * 1000.0
    };
    read(tool, parameter, &written(number)).ok()
}

/// The size or ratio that words give: “1080x1920”, “4:5”, “a 400 pixel wide gif”, “half the size”;
/// none where they name none, or more than one.
pub(super) fn said_shape(tool: &Tool, parameter: &Parameter, words: &str) -> Option<String> {
    static SIDE: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"^(\d{1,5})[\s-]*(?:px|pixels?)?[\s-]*(wide|across|high|tall)?\b";
        Regex::new(pattern).expect("a valid pattern")
    });
    let words = words.to_lowercase().replace('×', "x");
    let of_kind = |quantity: &Quantity| quantity.kind == parameter.kind;
    let mut found = quantities(&words).into_iter().filter(of_kind);
    let only = found.next().filter(|_| found.next().is_none())?;
    let text = &words[only.bytes.clone()];
    let numbers = text
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| !digits.is_empty());
    let is_side = parameter.kind == ParameterKind::Size && numbers.count() == 1;
    // Its unit may stand between the number and what it measures.
    match SIDE.captures(&words[only.bytes.start..]) {
        Some(found) if is_side => {
            let side = found.get(2).map_or("", |side| side.as_str());
            read(tool, parameter, format!("{} {side}", &found[1]).trim()).ok()
        }
        _ => read(tool, parameter, text).ok(),
    }
}

/// The parameter of the colour that is behind a thing.
const BACKGROUND: &str = "background_color";
/// The parameter of how a place is hidden, which a colour can cover.
const COVERING: &str = "how";

/// The colour that something is to have: “in yellow”, “with red letters”, “cover it with red”,
/// `#ff8800`; none where words name none, or more than one.
pub(super) fn said_color(tool: &Tool, words: &str) -> Option<String> {
    const WRITTEN: [&str; 14] = [
        "text",
        "texts",
        "letters",
        "lettering",
        "words",
        "font",
        "subtitles",
        "captions",
        "caption",
        "title",
        "titles",
        "type",
        "writing",
        "colour",
    ];
    const AFTER: [&str; 8] = ["in", "on", "at", "from", "between", "for", "until", "and"];
    const COVERS: [&str; 8] = [
        "box",
        "boxes",
        "bar",
        "bars",
        "rectangle",
        "rectangles",
        "block",
        "square",
    ];
    const GROUNDS: [&str; 3] = ["background", "backdrop", "ground"];
    let covers = tool
        .parameters
        .iter()
        .any(|parameter| parameter.kind == ParameterKind::Box || parameter.name == COVERING);
    let grounds = tool
        .parameters
        .iter()
        .any(|parameter| parameter.name == BACKGROUND);
    let words = words.to_lowercase();
    // “Make the white background transparent”: it has no colour then.
    if grounds
        && ["transparent", "see-through", "see through"]
            .iter()
            .any(|clear| words.contains(clear))
    {
        return None;
    }
    let words: Vec<&str> = words
        .split(|letter: char| !letter.is_alphanumeric() && letter != '#')
        .filter(|word| !word.is_empty())
        .collect();
    let is_meant = |place: &usize| {
        let before = place.checked_sub(1).map(|before| words[before]);
        words[*place].starts_with('#')
            || before == Some("in")
            || words
                .get(place + 1)
                .is_some_and(|after| WRITTEN.contains(after))
            || (covers
                && (words
                    .get(place + 1)
                    .is_some_and(|after| COVERS.contains(after))
                    || (before == Some("with")
                        && words
                            .get(place + 1)
                            .is_none_or(|after| AFTER.contains(after)))))
            || (grounds
                && words.get(place + 1).is_none_or(|after| {
                    GROUNDS.contains(after) || AFTER.contains(after) || *after == "using"
                }))
    };
    let mut colors = (0..words.len())
        .filter(is_meant)
        .filter_map(|place| color(words[place]));
    colors.next().filter(|_| colors.next().is_none()).map(hex)
}

/// The choice that words ask for: the one whose longest words stand in them.
pub(super) fn said_choice(parameter: &Parameter, words: &str) -> Option<String> {
    /// What turns a choice behind it down: “instead of black bars”, “don't crop”.
    const TURNED_DOWN: [&str; 12] = [
        "instead of",
        "instead of a",
        "instead of the",
        "rather than",
        "not",
        "don't",
        "don’t",
        "dont",
        "never",
        "without",
        "no",
        "and not",
    ];
    /// What tells of a thing that there is: “here is my stereo recording”.
    const OWN: [&str; 5] = ["my", "our", "this", "these", "those"];
    let said = words.to_lowercase();
    let is_wished = |at: usize| {
        let before = said[..at].trim_end();
        let ends = |words: &str| {
            before.strip_suffix(words).is_some_and(|rest| {
                rest.chars()
                    .next_back()
                    .is_none_or(|letter| !letter.is_alphanumeric())
            })
        };
        !TURNED_DOWN.iter().chain(&OWN).any(|words| ends(words))
    };
    let stands = |form: &str| {
        let is_end = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        said.match_indices(form).any(|(at, form)| {
            is_wished(at)
                && is_end(said[..at].chars().next_back())
                && is_end(said[at + form.len()..].chars().next())
        })
    };
    let forms = parameter
        .words
        .iter()
        .flat_map(|(choice, forms)| forms.iter().map(move |form| (form, choice)));
    let said = forms
        .filter(|(form, _)| stands(form))
        .max_by_key(|(form, _)| form.len());
    said.map(|(_, choice)| choice.clone())
}
