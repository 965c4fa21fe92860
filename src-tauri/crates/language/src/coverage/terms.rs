//! Terms of the field, such as “boomerang” or “letterbox”: a step takes one up where its tool is
//! for it.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_domain::{Tool, ToolIndex, Toolbox};
use regex::Regex;

use super::sections::Sections;
use super::words::{Form, Word, holds, words};
use crate::words::lexicon::tool_text;

/// The terms, and what each tool says of itself.
pub(super) struct Terms {
    meanings: Vec<Vec<Form>>,
    /// For each tool and each meaning: whether the tool is for it.
    served: Vec<Vec<bool>>,
}

impl Terms {
    /// Reads the table of terms for a toolbox.
    pub(super) fn new(toolbox: &Toolbox) -> Self {
        let lines = include_str!("terms.txt")
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let meanings: Vec<Vec<Form>> = lines
            .map(|line| line.split('|').map(|form| Form::new(form.trim())).collect())
            .collect();
        let is_for = |said: &[Word], forms: &[Form]| {
            forms.iter().any(|form| form.places(said).next().is_some())
        };
        let of_tool = |tool: &Tool| {
            let said = words(&tool_text(tool));
            // A tool without examples says too little of itself to be held against a word.
            meanings
                .iter()
                .map(|forms| tool.examples.is_empty() || is_for(&said, forms))
                .collect()
        };
        let served = toolbox.tools.iter().map(of_tool).collect();
        Self { meanings, served }
    }

    /// The terms of a request that no step of the subtasks they belong to is for, and the files
    /// that it speaks of and no step takes.
    pub(super) fn uncovered(&self, sections: &Sections<'_>) -> Vec<Range<usize>> {
        let said = words(sections.text());
        let purposes: Vec<Range<usize>> = PURPOSE
            .find_iter(sections.text())
            .map(|purpose| purpose.range())
            .collect();
        let is_purpose = |bytes: &Range<usize>| {
            let mut all = purposes.iter();
            all.any(|purpose| holds(purpose, bytes))
        };
        let mut found = Vec::new();
        for (meaning, forms) in self.meanings.iter().enumerate() {
            for bytes in forms.iter().flat_map(|form| form.places(&said)) {
                let serves = |tool: ToolIndex| self.served[tool.0][meaning];
                if !sections.is_copied(&bytes)
                    && !sections.names_a_file(&bytes)
                    && !sections.tools(&bytes).any(serves)
                    && !sections.sets_a_value(&bytes)
                    && !is_purpose(&bytes)
                {
                    found.push(bytes);
                }
            }
        }
        // No tool fetches anything from the net.
        let addresses = ADDRESS
            .find_iter(sections.text())
            .map(|found| found.range());
        found.extend(addresses.filter(|bytes| !sections.is_copied(bytes)));
        found.extend(sections.unused_files());
        found
    }
}

/// What something is done for: it is no wish.
static PURPOSE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:before (?:i|we) (?:can )?(?:post|upload|send|share|publish|print|mail|email|submit|show|hand|sell|give)\w*|so (?:that )?(?:i|we|they|he|she|it|people|everyone|everybody|others|my \w+|the \w+) (?:can|could|may|don['’]?t|do not|will|won['’]?t|gets?)) ?[^.,;!?\n]*",
    )
    .expect("a valid expression")
});
/// An address on the net.
static ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:https?://|www\.)\S+").expect("a valid expression"));
