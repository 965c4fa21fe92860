//! Files that a clause means by words of their names: “the gingerbread one”, “take c”.

use std::ops::Range;

use patchbay_domain::ResourceType;

use super::super::reader::HeardClause;
use super::{FileIndex, Reading};
use crate::references::words_of;
use crate::words::lexicon;
use crate::words::tokens::Kind;

/// Letters that a word of a file's name has to have to tell it from others.
pub(super) const TELLING: usize = 4;

impl Reading<'_> {
    /// The files of which a clause says a word that no other file of their type has in its name,
    /// but for what they were made of.
    pub(super) fn said_by_word(&self, heard: &HeardClause) -> Vec<FileIndex> {
        let range = heard.clause.tokens.clone();
        let Some(begin) = self.tokens.get(range.start).map(|token| token.start) else {
            return Vec::new();
        };
        let copied: Vec<Range<usize>> = [
            &heard.spans.object,
            &heard.spans.content,
            &heard.spans.title,
        ]
        .into_iter()
        .flatten()
        .filter_map(|words| {
            self.text[begin..]
                .find(words.as_str())
                .map(|at| begin + at..begin + at + words.len())
        })
        .collect();
        let said: Vec<String> = self.tokens[range]
            .iter()
            .filter(|token| !copied.iter().any(|span| span.contains(&token.start)))
            .filter(|token| match &token.kind {
                Kind::Word(word) => {
                    !self.openers.contains(word) && lexicon::type_word(word).is_none()
                }
                _ => false,
            })
            .map(|token| {
                self.text[token.start..token.end]
                    .trim_end_matches("'s")
                    .to_lowercase()
            })
            .filter(|word| word.chars().count() >= TELLING)
            .collect();
        let pairs: Vec<[String; 2]> = self.word_pairs(heard);
        let things: Vec<String> = heard
            .spans
            .object
            .as_deref()
            .map_or(Vec::new(), |words| words_of(words).collect());
        let files = || self.known.files();
        let has = |file: FileIndex, word: &str| self.known.words(file).any(|other| other == word);
        let alike = |file: FileIndex, other: FileIndex| {
            file != other && self.known[file].resource_type == self.known[other].resource_type
        };
        let is_other = |file: FileIndex, other: FileIndex| {
            alike(file, other) && !self.known.goes_back_to(file, other)
        };
        files()
            .filter(|file| {
                // A mask may be called by the thing that it shows, other files show more than that.
                let things = things
                    .iter()
                    .filter(|_| self.known[*file].resource_type == ResourceType::MASK);
                let by_pair = |pair: &[String; 2]| {
                    let has = |file: FileIndex| {
                        self.known
                            .words(file)
                            .collect::<Vec<_>>()
                            .windows(2)
                            .any(|two| two == pair)
                    };
                    has(*file) && !files().any(|other| is_other(*file, other) && has(other))
                };
                let by_word = |word: &String| {
                    has(*file, word)
                        && !files().any(|other| is_other(*file, other) && has(other, word))
                };
                files().any(|other| alike(*file, other))
                    && (said.iter().chain(things).any(by_word) || pairs.iter().any(by_pair))
            })
            .collect()
    }

    /// The words of a clause two by two: “take c” is `take_c_clean.wav`.
    fn word_pairs(&self, heard: &HeardClause) -> Vec<[String; 2]> {
        let words: Vec<String> = words_of(self.span(heard.clause.tokens.clone())).collect();
        words
            .windows(2)
            .map(|two| [two[0].clone(), two[1].clone()])
            .collect()
    }
}
