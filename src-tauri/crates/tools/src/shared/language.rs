//! Words and sentences of a text in whatever language it is written.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;
use whatlang::Lang;

/// Abbreviations after which a sentence goes on.
const ABBREVIATIONS: [&str; 44] = [
    "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "etc", "e.g", "i.e", "cf", "no",
    "vol", "fig", "ca", "approx", "dept", "est", "gen", "gov", "hon", "inc", "ltd", "co", "mt",
    "rev", "sen", "rep", "u.s", "u.k", "a.m", "p.m", "z.b", "d.h", "u.a", "bzw", "nr", "hr", "fr",
    "m", "mme", "sra",
];

static TIMINGS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^\s*\d+\s*\r?\n\s*\d{1,2}:\d\d:\d\d[,.]\d{1,3}\s*-->.*$")
        .expect("the expression is well formed")
});
static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?m)^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+\.\s+|```.*$|[-=*_]{3,}\s*$)|[*_`]{1,3}|</?[a-zA-Z][^>]{0,80}>",
    )
    .expect("the expression is well formed")
});
static LINKS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"!?\[([^\]]*)\]\([^)]*\)|https?://\S+").expect("the expression is well formed")
});

/// A language's small words and word forms.
pub(crate) struct Language {
    stopwords: HashSet<&'static str>,
    stemmer: Option<Stemmer>,
}

impl Language {
    /// The language that a text is written in; English where that cannot be told.
    pub(crate) fn of(text: &str) -> Self {
        let sample: String = text.chars().take(4_000).collect();
        let found = whatlang::detect(&sample)
            .filter(whatlang::Info::is_reliable)
            .map_or(Lang::Eng, |info| info.lang());
        let (code, algorithm) = match found {
            Lang::Deu => ("de", Some(Algorithm::German)),
            Lang::Fra => ("fr", Some(Algorithm::French)),
            Lang::Spa => ("es", Some(Algorithm::Spanish)),
            Lang::Ita => ("it", Some(Algorithm::Italian)),
            Lang::Por => ("pt", Some(Algorithm::Portuguese)),
            Lang::Nld => ("nl", Some(Algorithm::Dutch)),
            Lang::Swe => ("sv", Some(Algorithm::Swedish)),
            Lang::Dan => ("da", Some(Algorithm::Danish)),
            Lang::Rus => ("ru", Some(Algorithm::Russian)),
            Lang::Vie => ("vi", None),
            Lang::Pol => ("pl", None),
            Lang::Tur => ("tr", Some(Algorithm::Turkish)),
            _ => ("en", Some(Algorithm::English)),
        };
        let stopwords = stop_words::get(code).iter().copied().collect();
        Self {
            stopwords,
            stemmer: algorithm.map(Stemmer::create),
        }
    }

    /// Whether a word (in lower case) says nothing by itself.
    pub(crate) fn is_stopword(&self, word: &str) -> bool {
        self.stopwords.contains(word) || word.chars().all(|c| !c.is_alphabetic())
    }

    /// Stem that a word's forms have in common.
    pub(crate) fn stem(&self, word: &str) -> String {
        let lower = word.to_lowercase();
        match &self.stemmer {
            Some(stemmer) => stemmer.stem(&lower).into_owned(),
            None => lower,
        }
    }

    /// The stems of the words of a text that say something.
    pub(crate) fn content_stems(&self, text: &str) -> Vec<String> {
        let words = text
            .unicode_words()
            .map(str::to_lowercase)
            .filter(|word| !self.is_stopword(word));
        words.map(|word| self.stem(&word)).collect()
    }
}

/// A text without the marks of Markdown, the links, and the numbers and times of subtitles;
/// paragraphs stay apart.
pub(crate) fn plain(text: &str) -> String {
    let without_times = TIMINGS.replace_all(text, "");
    let is_subtitle = without_times.len() < text.len();
    let without_links = LINKS.replace_all(&without_times, "$1");
    let bare = MARKUP.replace_all(&without_links, "");
    // Lines of a paragraph belong together; a subtitle's sentence goes on in the next block.
    let paragraphs: Vec<String> = if is_subtitle {
        vec![bare.split_whitespace().collect::<Vec<_>>().join(" ")]
    } else {
        bare.replace("\r\n", "\n")
            .split("\n\n")
            .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    paragraphs
        .iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// The sentences of a plain text.
pub(crate) fn sentences(text: &str) -> Vec<String> {
    text.split("\n\n")
        .flat_map(sentences_in)
        .map(str::to_owned)
        .collect()
}

/// The sentences of a paragraph.
pub(crate) fn sentences_in(paragraph: &str) -> Vec<&str> {
    let (mut found, mut from, mut to) = (Vec::new(), 0, 0);
    for part in paragraph.split_sentence_bounds() {
        to += part.len();
        if !goes_on(&paragraph[from..to]) {
            found.push(&paragraph[from..to]);
            from = to;
        }
    }
    found.push(&paragraph[from..]);
    found
        .into_iter()
        .map(str::trim)
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

/// Whether what ends a text is an abbreviation or an initial, so that the sentence goes on.
fn goes_on(text: &str) -> bool {
    let Some(before) = text.trim_end().strip_suffix('.') else {
        return false;
    };
    let last = before
        .rsplit(|c: char| c.is_whitespace() || "(\"“„".contains(c))
        .next()
        .unwrap_or(before);
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_uppercase);
    is_initial || ABBREVIATIONS.contains(&last.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_they_end() {
        let text = "Dr. Smith met J. R. Jones at 5 p.m. on Monday. It rained! Was it cold? Prices rose by 3.5 percent, e.g. for bread.";
        assert_eq!(
            sentences(text),
            [
                "Dr. Smith met J. R. Jones at 5 p.m. on Monday.",
                "It rained!",
                "Was it cold?",
                "Prices rose by 3.5 percent, e.g. for bread."
            ]
        );
    }

    #[test]
    fn markup_and_times_are_no_words() {
        let subtitles = "1\n00:00:01,000 --> 00:00:03,500\nThe sea is <i>calm</i>\n\n2\n00:00:03,500 --> 00:00:06,000\nat the harbour.\n";
        assert_eq!(plain(subtitles), "The sea is calm at the harbour.");
        assert_eq!(
            plain("# Title\n\nSome **bold** [link](http://x.y) text\nover two lines."),
            "Title\n\nSome bold link text over two lines."
        );
    }
}
