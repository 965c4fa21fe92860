//! Whether a request is written in another language than the English that the planner reads.

use whatlang::{Lang, Script, detect};

use crate::words::lexicon;
use crate::words::tokens::{Kind, Token};

/// With fewer words than this nothing can be told of a language in Latin letters.
const FEWEST: usize = 4;

/// The name of a request's language, where it is surely not English.
pub fn foreign(
    text: &str,
    tokens: &[Token],
    is_known: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let words: Vec<&str> = tokens
        .iter()
        .filter(|token| matches!(token.kind, Kind::Word(_) | Kind::Reference { .. }))
        .map(|token| &text[token.start..token.end])
        .collect();
    let found = detect(&words.join(" "))?;
    if found.lang() == Lang::Eng {
        return None;
    }
    if found.script() != Script::Latin {
        return Some(found.lang().eng_name());
    }
    let english = words.iter().filter(|word| {
        let word = word.to_lowercase();
        lexicon::is_light(&word) || is_known(&word)
    });
    let english = english.count();
    let is_foreign = english == 0 || (found.is_reliable() && english * 6 <= words.len());
    let is_foreign = words.len() >= FEWEST && is_foreign;
    is_foreign.then(|| found.lang().eng_name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokens::tokenize;

    fn language(text: &str) -> Option<&'static str> {
        foreign(text, &tokenize(text, &[]), |word| {
            ["cut", "remove", "subs", "burn", "blur", "upscale"].contains(&word)
        })
    }

    #[test]
    fn languages_are_told_from_careless_english() {
        assert_eq!(
            language("Schneide bitte den Hund aus dem Bild aus"),
            Some("German")
        );
        assert_eq!(
            language("supprime le chien de cette photo s'il te plaît"),
            Some("French")
        );
        assert_eq!(language("Удали собаку с фотографии"), Some("Russian"));
        assert!(language("写真から犬を消してください").is_some());
        for english in [
            "cut th dog out n mke it brihgter",
            "burn subs",
            "blur faces pls",
            "upscale",
            "remove la Sagrada Familia from it",
        ] {
            assert_eq!(language(english), None, "{english}");
        }
    }
}
