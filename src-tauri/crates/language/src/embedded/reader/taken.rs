//! What words give values and formats for: a tool that takes them is more likely the one that is
//! meant than one that would leave them over.

use patchbay_domain::{Parameter, ParameterKind, Tool};
use patchbay_phrases::formats;
use patchbay_phrases::quantities::Quantity;
use patchbay_phrases::{quantities, values};
use patchbay_values::formats::format_of;

use crate::words::tokens::{Kind, Token};

/// The values and formats that a clause speaks of.
pub(super) struct Said {
    /// Its words, file names and quotations blanked.
    words: String,
    quantities: Vec<Quantity>,
    /// Whether a format is asked for.
    has_format: bool,
}

impl Said {
    /// What a clause with these tokens of `text` says.
    pub(super) fn new(text: &str, tokens: &[Token]) -> Self {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return Self {
                words: String::new(),
                quantities: Vec::new(),
                has_format: false,
            };
        };
        let mut words = text[first.start..last.end].to_owned();
        for token in tokens {
            if matches!(token.kind, Kind::Files(_) | Kind::Quote) {
                let bytes = token.start - first.start..token.end - first.start;
                words.replace_range(bytes.clone(), &" ".repeat(bytes.len()));
            }
        }
        let all: Vec<String> = words
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| format_of(&word.to_lowercase()).is_some())
            .map(str::to_lowercase)
            .collect();
        Self {
            quantities: quantities(&words),
            has_format: formats::asked(&words, &all).is_some(),
            words,
        }
    }

    /// How much of it a tool takes, as a share; none where nothing is said.
    pub(super) fn share(&self, tool: &Tool) -> Option<f32> {
        let all = self.quantities.len() + usize::from(self.has_format);
        // A box is taken where all the words give it: one to be hidden is none to crop to.
        let boxed = values::said(tool, &self.words);
        let takes = |quantity: &&Quantity| {
            let is_taken = |one: &Parameter| {
                let words = &self.words[quantity.bytes.clone()];
                one.is_set()
                    && values::takes(tool, one, quantity.kind, words)
                    && (one.kind != ParameterKind::Box || boxed.contains_key(&one.name))
            };
            tool.parameters.iter().any(is_taken)
        };
        let taken = self.quantities.iter().filter(takes).count()
            + usize::from(self.has_format && formats::asked(&self.words, &tool.formats).is_some());
        (all > 0).then(|| taken as f32 / all as f32)
    }
}
