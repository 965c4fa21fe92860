//! Words of a text with their places, and whether forms of a term are among them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::words::lexicon;

static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*").expect("a valid expression")
});

/// A word of a text.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// In lower case.
    pub(super) text: String,
    /// Without its ending.
    pub(super) stem: String,
    /// Where it stands.
    pub(super) bytes: Range<usize>,
}

/// Whether a part of a text lies within another.
pub(super) fn holds(whole: &Range<usize>, part: &Range<usize>) -> bool {
    whole.start <= part.start && part.end <= whole.end
}

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<Word> {
    let word = |found: regex::Match<'_>| {
        let text = found.as_str().to_lowercase();
        Word {
            stem: lexicon::stem(&text),
            text,
            bytes: found.range(),
        }
    };
    WORDS.find_iter(text).map(word).collect()
}

/// One way to say a term: its words, each to the letter (or in the plural), or with all its
/// endings.
#[derive(Debug, Clone)]
pub(super) struct Form {
    words: Vec<String>,
    inflected: bool,
}

impl Form {
    /// A form as the table of terms writes it.
    pub(super) fn new(written: &str) -> Self {
        let inflected = written.ends_with('~');
        let of = |word: Word| if inflected { word.stem } else { word.text };
        Self {
            words: words(written.trim_end_matches('~'))
                .into_iter()
                .map(of)
                .collect(),
            inflected,
        }
    }

    /// The places of the form among words, from its first word to its last.
    pub(super) fn places<'a>(
        &'a self,
        among: &'a [Word],
    ) -> impl Iterator<Item = Range<usize>> + 'a {
        let is_word = |(word, wanted): (&Word, &String)| {
            let plural = word
                .text
                .strip_suffix('s')
                .is_some_and(|single| single == wanted);
            if self.inflected {
                word.stem == *wanted
            } else {
                word.text == *wanted || plural
            }
        };
        let count = self.words.len().max(1);
        let is_here = move |part: &&[Word]| part.iter().zip(&self.words).all(is_word);
        among
            .windows(count)
            .filter(is_here)
            .map(move |part| part[0].bytes.start..part[count - 1].bytes.end)
    }
}
