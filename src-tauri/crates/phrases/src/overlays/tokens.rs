//! What a sentence about overlays is made of.

use std::sync::LazyLock;

use patchbay_values::overlays::Measure;
use regex::Regex;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A word in lower case.
    Word(String),
    /// A share or a number of pixels.
    Measure(Measure),
    /// A number without a unit.
    Number(u32),
    /// Width by height in pixels.
    Box(u32, u32),
    /// A comma and the like.
    Break,
}

impl Token {
    /// The word that it is; empty where it is none.
    pub(super) fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            _ => "",
        }
    }
}

/// The tokens of a sentence. Names of files say nothing: top-left.png.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    static TOKENS: LazyLock<Regex> = LazyLock::new(|| {
        let rows = [
            r"(?P<file>[\w-]+(?:\.[\w-]+)*\.[a-z][a-z0-9]{1,4}\b)",
            r"(?P<wide>\d{1,5})\s*[x×]\s*(?P<high>\d{1,5})\b",
            r"(?P<percent>\d{1,6}(?:[.,]\d{1,4})?)\s*(?:%|per ?cent\b)",
            r"(?P<pixels>\d{1,5})\s*(?:px|pixels?)\b",
            r"(?P<number>\d{1,5})\b",
            r"(?P<word>\p{L}+)",
            r"(?P<break>[,;])",
        ];
        Regex::new(&rows.join("|")).expect("a valid pattern")
    });
    let text = text.to_lowercase();
    let token = |found: regex::Captures<'_>| {
        let part = |name: &str| found.name(name).map(|part| part.as_str());
        let count = |name: &str| part(name).and_then(|digits| digits.parse::<u32>().ok());
        if let (Some(wide), Some(high)) = (count("wide"), count("high")) {
            return Some(Token::Box(wide, high));
        }
        if let Some(percent) = part("percent") {
            let percent = percent.replace(',', ".").parse().ok()?;
            return Some(Token::Measure(Measure::Percent(percent)));
        }
        if let Some(pixels) = count("pixels") {
            return Some(Token::Measure(Measure::Pixels(pixels)));
        }
        count("number")
            .map(Token::Number)
            .or_else(|| part("word").map(|word| Token::Word(word.to_owned())))
            .or_else(|| part("break").map(|_| Token::Break))
    };
    TOKENS.captures_iter(&text).filter_map(token).collect()
}
