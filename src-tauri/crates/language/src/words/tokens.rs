//! A request as tokens. File names and quotations are found first, so that they are copied whole
//! and never read as words.

mod references;

use std::sync::LazyLock;

use patchbay_domain::NamedResource;
use regex::Regex;

use super::index::FileIndex;
use super::lexicon;
use references::{join_lists, name_references};

/// A piece of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands in the request, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A word in the form in which words are compared.
    Word(String),
    /// Resources that are named, by their index; several where they are listed.
    Files(Vec<FileIndex>),
    /// Something that was named before: a type where a word says one (`the picture`), and whether
    /// several are meant.
    Reference {
        /// `image`, `video`, …; none for `it`, `this`.
        of: Option<&'static str>,
        /// `these`, `the pictures`, `both`.
        several: bool,
    },
    /// A quotation.
    Quote,
    /// Punctuation that ends a part of a sentence.
    Break,
}

static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x) ->|→|=> | \d+:\d+:\d+[;:]\d+ | \d+:\d+(?::\d+)?(?:\.\d+)? | \d+(?:\.\d+)?(?:\s?%)? | [\p{L}\p{N}]+(?:['’][\p{L}]+)* | [.,;:!?\n&+/]",
    )
    .expect("a valid expression")
});
static QUOTES: LazyLock<Regex> = LazyLock::new(|| {
    // Within single quotes, an apostrophe between letters is one: 'J'ai trois chats.'
    Regex::new(r#""[^"\n]+"|“[^”\n]+”|«[^»\n]+»|(?:^|[\s(:,])'(?:\p{L}'\p{L}|[^'\n]){2,}'(?:$|[\s).,;:!?])"#)
        .expect("a valid expression")
});

/// Every place where a file is named or something is quoted, in order.
pub fn marks(text: &str, resources: &[NamedResource]) -> Vec<Token> {
    let mut fixed: Vec<Token> = find_files(text, resources);
    let overlaps = |fixed: &[Token], start: usize, end: usize| {
        fixed.iter().any(|t| t.start < end && start < t.end)
    };
    for found in QUOTES.find_iter(text) {
        let inner = found
            .as_str()
            .trim_matches(|c: char| c.is_whitespace() || "(:,).;!?".contains(c));
        let start = found.start() + found.as_str().find(inner).unwrap_or(0);
        let (start, end) = (start, start + inner.len());
        if !overlaps(&fixed, start, end) {
            fixed.push(Token {
                kind: Kind::Quote,
                start,
                end,
            });
        }
    }
    fixed.sort_by_key(|token| token.start);
    fixed
}

/// The tokens of a request.
pub fn tokenize(text: &str, resources: &[NamedResource]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut position = 0;
    for token in marks(text, resources) {
        push_words(text, position, token.start, &mut tokens);
        position = token.end;
        tokens.push(token);
    }
    push_words(text, position, text.len(), &mut tokens);
    let tokens = join_lists(tokens, text);
    name_references(tokens, text)
}

/// Every place where a resource is named: by its whole name, or by its stem where that is a word of
/// its own.
fn find_files(text: &str, resources: &[NamedResource]) -> Vec<Token> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return find_in(text, text, resources);
    }
    find_in(&lower, text, resources)
}

fn find_in(haystack: &str, text: &str, resources: &[NamedResource]) -> Vec<Token> {
    let mut names: Vec<(String, FileIndex)> = Vec::new();
    for (index, resource) in (0..).map(FileIndex).zip(resources) {
        let name = resource.name.to_lowercase();
        if let Some((stem, ending)) = name.rsplit_once('.')
            && ending.len() <= 5
            && stem.chars().count() >= 4
            && stem.chars().any(|c| c.is_numeric() || c == '_' || c == '-')
        {
            names.push((stem.to_owned(), index));
        }
        names.push((name, index));
    }
    names.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.1.cmp(&b.1)));
    let mut found: Vec<Token> = Vec::new();
    for (name, index) in &names {
        if name.trim().is_empty() {
            continue;
        }
        for (start, matched) in haystack.match_indices(name.as_str()) {
            let end = start + matched.len();
            let bounded = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
            if bounded(text[..start].chars().next_back())
                && bounded(text[end..].chars().next())
                && !found
                    .iter()
                    .any(|token| token.start < end && start < token.end)
            {
                found.push(Token {
                    kind: Kind::Files(vec![*index]),
                    start,
                    end,
                });
            }
        }
    }
    found
}

fn push_words(text: &str, start: usize, end: usize, tokens: &mut Vec<Token>) {
    for found in WORDS.find_iter(&text[start..end]) {
        let (from, to) = (start + found.start(), start + found.end());
        let kind = match found.as_str() {
            "->" | "→" | "=>" | "." | "," | ";" | ":" | "!" | "?" | "\n" | "/" => Kind::Break,
            "&" | "+" => Kind::Word("and".to_owned()),
            word if is_time(word) => Kind::Word(TIME.to_owned()),
            word if UNITS.contains(&word.to_lowercase().as_str()) => Kind::Word(UNIT.to_owned()),
            word => Kind::Word(lexicon::canonical(word)),
        };
        tokens.push(Token {
            kind,
            start: from,
            end: to,
        });
    }
}

/// What stands for every time.
pub const TIME: &str = "#time";
/// What stands for every unit of time.
pub const UNIT: &str = "#unit";

/// Units of time that cannot mean anything else, as “second” can.
const UNITS: [&str; 7] = ["seconds", "sec", "secs", "minute", "minutes", "min", "mins"];

/// `0:02`, `1:02:03.5`, `01:00:02;00`: all times are alike.
fn is_time(word: &str) -> bool {
    word.contains(':')
        && word
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, ':' | '.' | ';'))
}

/// A span without the words and marks at its ends that say nothing; a quotation is what stands in
/// it, to the letter.
pub fn clean(span: &str) -> String {
    quoted(span.trim()).map_or_else(|| bare(span), str::to_owned)
}

/// What stands between the marks of a span that is one quotation.
fn quoted(span: &str) -> Option<&str> {
    [('"', '"'), ('“', '”'), ('«', '»'), ('\'', '\'')]
        .into_iter()
        .find_map(|(opening, closing)| {
            let inside = span.strip_prefix(opening)?.strip_suffix(closing)?.trim();
            let ends = |mark: char| {
                inside.contains(&format!("{mark} ")) || inside.contains(&format!(" {mark}"))
            };
            (!inside.is_empty() && !ends(opening) && !ends(closing)).then_some(inside)
        })
}

/// A span without the articles and marks at its ends.
pub fn bare(span: &str) -> String {
    let mut words = span
        .trim()
        .trim_matches(|c: char| c.is_whitespace() || "\"'“”«».,;:!?".contains(c));
    loop {
        let before = words;
        for light in [
            "the ", "a ", "an ", "some ", "any ", "all ", "of ", "with ", "is ", "are ",
        ] {
            if words.len() > light.len()
                && words.is_char_boundary(light.len())
                && words[..light.len()].eq_ignore_ascii_case(light)
            {
                words = words[light.len()..].trim_start();
            }
        }
        if before == words {
            return words.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, names: &[&str]) -> Vec<Kind> {
        let resources: Vec<NamedResource> = names
            .iter()
            .map(|name| NamedResource {
                name: (*name).to_owned(),
                resource_type: patchbay_domain::ResourceType::IMAGE,
            })
            .collect();
        tokenize(text, &resources)
            .into_iter()
            .map(|token| token.kind)
            .collect()
    }

    #[test]
    fn lists_and_announced_files_are_one_token() {
        let found = kinds(
            "Join the image a b.png, c.png and d.png please",
            &["a b.png", "c.png", "d.png"],
        );
        assert_eq!(found[1], Kind::Files([0, 1, 2].map(FileIndex).to_vec()));
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn a_quotation_is_copied_to_the_letter() {
        assert_eq!(
            clean("\"The harbour lies still.\""),
            "The harbour lies still."
        );
        assert_eq!(clean("'the dog's bowl'"), "the dog's bowl");
        assert_eq!(clean("the \"old\" harbour."), "\"old\" harbour");
    }

    #[test]
    fn references_and_quotations_are_found() {
        let found = kinds(
            "make it brighter, then write 'Hello, you' on the second picture",
            &[],
        );
        assert_eq!(
            found[1],
            Kind::Reference {
                of: None,
                several: false
            }
        );
        assert!(found.contains(&Kind::Quote));
        assert_eq!(
            found.last(),
            Some(&Kind::Reference {
                of: Some("image"),
                several: false
            })
        );
    }

    #[test]
    fn an_apostrophe_ends_no_quotation() {
        let text = "write 'J'ai trois chats, l'un d'eux dort.' on it, it's for the dogs' club";
        let quoted: Vec<&str> = tokenize(text, &[])
            .iter()
            .filter(|token| token.kind == Kind::Quote)
            .map(|token| &text[token.start..token.end])
            .collect();
        assert_eq!(quoted, ["'J'ai trois chats, l'un d'eux dort.'"]);
    }

    #[test]
    fn strange_text_does_no_harm() {
        for text in [
            "",
            "   ",
            "🎉🎉",
            "'''''",
            "İİİ photo.jpg İ",
            "\"unclosed",
            "a\u{0301}.png",
        ] {
            kinds(text, &["photo.jpg", "", " "]);
        }
    }
}
