//! Values for tools that nobody described but their makers: tools of connected servers, whose
//! parameters have a name and a type, and no grammar.
//!
//! A value is a piece of the request: one of a closed list that stands in the words, what stands
//! behind the parameter's name (“priority high”, “limit of 5”), a number or a quotation where only
//! one parameter can take it, as many numbers as are needed, and the thing that the words are about where only one text is needed.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use patchbay_domain::{Parameter, ParameterKind, Tool};
use patchbay_planner::TextSpans;
use regex::Regex;

use crate::words::lexicon::{canonical, is_light};

/// Words between the name of a parameter and its value.
const BETWEEN: [&str; 9] = ["is", "to", "of", "be", "as", "at", "for", "named", "called"];

static WORD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"[^\s"“”„]+"#).expect("a valid expression"));
static QUOTE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"["“„]([^"“”„]+)["“”]"#).expect("a valid expression"));

type Takes = fn(&Parameter) -> bool;
/// Finds a value in the words for a tool, beside those that are found already.
type Find = fn(&Tool, &TextSpans, &BTreeMap<String, String>) -> Option<String>;

/// The values that a clause gives a connected tool's parameters beside those in `said`, by their
/// names.
pub(crate) fn filled(
    tool: &Tool,
    spans: &TextSpans,
    said: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let words = spans.instruction.as_str();
    let open = || {
        tool.parameters
            .iter()
            .filter(|one| !said.contains_key(&one.name))
    };
    let mut values = BTreeMap::new();
    for parameter in open() {
        let value = listed(parameter, words)
            .or_else(|| behind_name(parameter, words))
            .or_else(|| with_unit(parameter, words));
        if let Some(value) = value {
            values.insert(parameter.name.clone(), value);
        }
    }
    values.extend(in_order(open(), words, &values));
    for (takes, find) in [
        (is_number as Takes, only_number as Find),
        (is_text, only_quote),
        (is_text, thing),
    ] {
        let value = find(tool, spans, &values);
        let Some(value) = value.filter(|value| !values.values().any(|known| known == value)) else {
            continue;
        };
        let mut free = open().filter(|one| {
            (one.needed || is_number(one)) && takes(one) && !values.contains_key(&one.name)
        });
        if let (Some(parameter), None) = (free.next(), free.next()) {
            values.insert(parameter.name.clone(), value);
        }
    }
    values
}

fn is_number(parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Count | ParameterKind::Number)
}

fn is_text(parameter: &Parameter) -> bool {
    parameter.kind == ParameterKind::Text
}

/// The one of a parameter's choices that stands in the words; none where several do.
fn listed(parameter: &Parameter, words: &str) -> Option<String> {
    let all: Vec<String> = WORD
        .find_iter(words)
        .map(|word| canonical(bare(word.as_str())))
        .collect();
    let stands = |choice: &&String| {
        let parts: Vec<String> = choice
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|part| !part.is_empty())
            .map(canonical)
            .collect();
        !parts.is_empty() && all.windows(parts.len()).any(|window| window == parts)
    };
    let mut found = parameter.choices.iter().filter(stands);
    let first = found.next()?;
    found.next().is_none().then(|| first.clone())
}

/// The word, the number or the quotation behind a parameter's name.
fn behind_name(parameter: &Parameter, words: &str) -> Option<String> {
    if !parameter.choices.is_empty() || parameter.kind == ParameterKind::Flag {
        return None;
    }
    let name: Vec<String> = parameter
        .name
        .split('_')
        .filter(|part| !part.is_empty())
        .map(canonical)
        .collect();
    let found: Vec<regex::Match<'_>> = WORD.find_iter(words).collect();
    let forms: Vec<String> = found
        .iter()
        .map(|word| canonical(bare(word.as_str())))
        .collect();
    let place = forms.windows(name.len()).position(|part| part == name)?;
    let mut next = place + name.len();
    while forms
        .get(next)
        .is_some_and(|word| BETWEEN.contains(&word.as_str()))
    {
        next += 1;
    }
    let before = found.get(next.checked_sub(1)?)?.end();
    let rest = words[before..].trim_start_matches([':', '=', ' ']);
    if let Some(quote) = QUOTE
        .captures(rest)
        .filter(|quote| quote.get(0).is_some_and(|whole| whole.start() == 0))
    {
        return is_text(parameter).then(|| quote[1].to_owned());
    }
    // Behind a colon a value goes on to the next mark: “title: Into the Fjord, unlisted”.
    if is_text(parameter) && words[..before].ends_with(':') {
        let end = rest.find([',', ';', '\n']).unwrap_or(rest.len());
        let phrase = rest[..end].trim_end_matches(['.', '!', '?']).trim();
        return (!phrase.is_empty()).then(|| phrase.to_owned());
    }
    let value = bare(WORD.find(rest)?.as_str());
    if is_number(parameter) {
        return value.parse::<f64>().is_ok().then(|| value.to_owned());
    }
    // A word that a sentence goes on with is no value: “the title and the text”.
    (!value.is_empty() && !is_light(&value.to_lowercase())).then(|| value.to_owned())
}

/// The number before a word of a parameter's name: “90 minutes” for `duration_minutes`.
fn with_unit(parameter: &Parameter, words: &str) -> Option<String> {
    if !is_number(parameter) {
        return None;
    }
    let name: Vec<String> = parameter.name.split('_').map(canonical).collect();
    let all: Vec<&str> = WORD
        .find_iter(words)
        .map(|word| bare(word.as_str()))
        .collect();
    let pair = all.windows(2).find(|pair| {
        pair[0].parse::<f64>().is_ok_and(f64::is_finite) && name.contains(&canonical(pair[1]))
    });
    pair.map(|pair| pair[0].to_owned())
}

/// As many numbers as are needed, in the order in which they are said: “the sum of 17 and 25”.
fn in_order<'a>(
    open: impl Iterator<Item = &'a Parameter>,
    words: &str,
    known: &BTreeMap<String, String>,
) -> Vec<(String, String)> {
    let needed: Vec<&Parameter> = open
        .filter(|one| one.needed && is_number(one) && !known.contains_key(&one.name))
        .collect();
    let all = WORD.find_iter(words).map(|word| bare(word.as_str()));
    let numbers: Vec<&str> = all
        .filter(|word| word.parse::<f64>().is_ok_and(f64::is_finite))
        .filter(|word| !known.values().any(|value| value == word))
        .collect();
    if needed.len() < 2 || needed.len() != numbers.len() {
        return Vec::new();
    }
    let pairs = needed.iter().zip(numbers);
    pairs
        .map(|(one, number)| (one.name.clone(), number.to_owned()))
        .collect()
}

fn only_number(_: &Tool, spans: &TextSpans, _: &BTreeMap<String, String>) -> Option<String> {
    let words = &spans.instruction;
    let mut numbers = WORD
        .find_iter(words)
        .map(|word| bare(word.as_str()))
        .filter(|word| word.parse::<f64>().is_ok_and(f64::is_finite));
    let first = numbers.next()?;
    numbers.next().is_none().then(|| first.to_owned())
}

fn only_quote(_: &Tool, spans: &TextSpans, _: &BTreeMap<String, String>) -> Option<String> {
    quoted(&spans.instruction)
}

fn quoted(words: &str) -> Option<String> {
    let mut quotes = QUOTE.captures_iter(words).map(|quote| quote[1].to_owned());
    let first = quotes.next()?;
    quotes.next().is_none().then_some(first)
}

/// What a tool is to write, show or say: what is quoted, what stands behind a colon, else what stands
/// behind all that is said of the tool.
pub(crate) fn content(tool: &Tool, instruction: &str) -> Option<String> {
    if let Some(quote) = quoted(instruction) {
        return Some(quote);
    }
    let behind_colon = instruction.split_once(": ").map(|(_, rest)| rest.trim());
    if let Some(rest) = behind_colon.filter(|rest| !rest.is_empty()) {
        return Some(rest.to_owned());
    }
    let own = own_words(tool);
    let words: Vec<&str> = instruction.split_whitespace().collect();
    let last = words
        .iter()
        .rposition(|word| own.contains(&canonical(bare(word))))?;
    let mut rest = words[last + 1..].iter().copied();
    let first = rest.position(|word| !is_light(&bare(word).to_lowercase()))?;
    let text = words[last + 1 + first..].join(" ");
    Some(bare(&text).to_owned())
}

/// The words that a tool says of itself.
fn own_words(tool: &Tool) -> Vec<String> {
    [&tool.label, &tool.description]
        .into_iter()
        .chain(tool.parameters.iter().map(|one| &one.name))
        .flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| !word.is_empty() && !is_light(&word.to_lowercase()))
        .map(canonical)
        .collect()
}

/// What the words are about beside the tool itself: what was heard as the thing or the content, else
/// the last words, as far as the tool does not say them of itself and no other value has them.
fn thing(tool: &Tool, spans: &TextSpans, known: &BTreeMap<String, String>) -> Option<String> {
    // Of several texts, nobody knows which is meant.
    let needed = |one: &&Parameter| one.needed && is_text(one);
    if tool.parameters.iter().filter(needed).count() != 1 {
        return None;
    }
    let mut own = own_words(tool);
    let given = known.values().flat_map(|value| value.split_whitespace());
    own.extend(given.map(canonical));
    let is_own = |word: &str| {
        let word = bare(word);
        word.is_empty() || is_light(&word.to_lowercase()) || own.contains(&canonical(word))
    };
    let tells = |text: &&String| !text.split_whitespace().all(is_own);
    let heard = [&spans.object, &spans.content];
    if let Some(heard) = heard.into_iter().flatten().find(tells) {
        return Some(heard.clone());
    }
    let words: Vec<&str> = spans.instruction.split_whitespace().collect();
    let last = words.iter().rposition(|word| !is_own(word))?;
    let first = words[..last]
        .iter()
        .rposition(|word| is_own(word))
        .map_or(0, |place| place + 1);
    let text = words[first..=last].join(" ");
    Some(bare(&text).to_owned())
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|letter: char| {
        matches!(
            letter,
            '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '\'' | '"'
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(parameters: &str) -> Tool {
        serde_json::from_str(&format!(
            r#"{{"name": "s__t", "label": "get forecast", "domain": "connected", "description": "Weather forecast for a city",
                "args": [], "returns": "text", "parameters": {parameters}}}"#
        ))
        .expect("a tool")
    }

    fn values(parameters: &str, words: &str) -> Vec<(String, String)> {
        let spans = TextSpans {
            instruction: words.to_owned(),
            ..TextSpans::default()
        };
        filled(&tool(parameters), &spans, &BTreeMap::new())
            .into_iter()
            .collect()
    }

    #[test]
    fn values_are_pieces_of_the_request() {
        let parameters = r#"[{"name": "city", "kind": "text", "needed": true},
            {"name": "days", "kind": "count"}, {"name": "units", "kind": "choice", "choices": ["metric", "imperial"]}]"#;
        let of = |words| values(parameters, words);
        let value = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            of("what's the weather forecast for New York?"),
            [value("city", "New York")]
        );
        assert_eq!(
            of("forecast for Oslo in metric units"),
            [value("city", "Oslo"), value("units", "metric")]
        );
        assert_eq!(
            of("3 day forecast for city \"Le Mans\""),
            [value("city", "Le Mans"), value("days", "3")]
        );
        assert_eq!(of("the weather forecast"), []);
    }

    #[test]
    fn as_many_numbers_as_are_needed_are_given_in_their_order() {
        let parameters = r#"[{"name": "a", "kind": "number", "needed": true}, {"name": "b", "kind": "number", "needed": true}]"#;
        let value = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            values(parameters, "the sum of 17 and 2.5"),
            [value("a", "17"), value("b", "2.5")]
        );
        assert_eq!(values(parameters, "the sum of 1, 2 and 3"), []);
    }

    #[test]
    fn what_two_inputs_could_take_is_given_to_none() {
        let parameters = r#"[{"name": "channel", "kind": "text", "needed": true}, {"name": "user", "kind": "text", "needed": true}]"#;
        assert_eq!(values(parameters, "tell \"hi\""), []);
        let channel = ("channel".to_owned(), "#general".to_owned());
        assert_eq!(values(parameters, "post it to channel #general"), [channel]);
    }
}
