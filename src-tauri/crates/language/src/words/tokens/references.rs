//! Lists of files become one token, and words that lead back to something become references.

use super::{Kind, Token};
use crate::words::lexicon;

/// `a.png, b.png and c.png` is one token that names three files.
pub(super) fn join_lists(tokens: Vec<Token>, text: &str) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        if let Kind::Files(more) = &token.kind {
            let mut back = joined.len();
            while back > 0 && is_list_word(&joined[back - 1], text) {
                back -= 1;
            }
            if back > 0
                && back + 2 >= joined.len()
                && let Kind::Files(files) = &mut joined[back - 1].kind
            {
                for file in more {
                    if !files.contains(file) {
                        files.push(*file);
                    }
                }
                joined[back - 1].end = token.end;
                joined.truncate(back);
                continue;
            }
        }
        joined.push(token);
    }
    joined
}

fn is_list_word(token: &Token, text: &str) -> bool {
    match &token.kind {
        Kind::Word(word) => word == "and" || word == "or",
        Kind::Break => &text[token.start..token.end] == "," || &text[token.start..token.end] == "/",
        _ => false,
    }
}

/// `the image named x.png` and `x.png file` are the file; `the picture`, `it` and `these two` are
/// references.
pub(super) fn name_references(tokens: Vec<Token>, text: &str) -> Vec<Token> {
    let word = |token: &Token| match token.kind {
        Kind::Word(_) => Some(text[token.start..token.end].to_lowercase()),
        _ => None,
    };
    let mut named: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let token = &tokens[index];
        if matches!(token.kind, Kind::Files(_)) {
            // Words in front that only announce the file.
            while named.last().and_then(&word).is_some_and(|w| announces(&w)) {
                named.pop();
            }
            if let Some(Kind::Reference { of: Some(_), .. }) = named.last().map(|t| &t.kind) {
                named.pop();
            }
            let mut token = token.clone();
            while tokens
                .get(index + 1)
                .and_then(&word)
                .is_some_and(|next| follows_name(&next))
            {
                index += 1;
                token.end = tokens[index].end;
            }
            named.push(token);
            index += 1;
            continue;
        }
        if let Some((length, kind)) =
            word(token).and_then(|first| reference(&first, &tokens[index..], &word))
        {
            let end = tokens[index + length - 1].end;
            named.push(Token {
                kind,
                start: token.start,
                end,
            });
            index += length;
            continue;
        }
        named.push(token.clone());
        index += 1;
    }
    named
}

fn announces(word: &str) -> bool {
    matches!(
        word,
        "named"
            | "called"
            | "file"
            | "files"
            | "titled"
            | "saved"
            | "input"
            | "located"
            | "the"
            | "given"
    ) || lexicon::type_word(word).is_some_and(|(of, _)| of == "image" || of == "video")
}

fn follows_name(word: &str) -> bool {
    matches!(
        word,
        "file"
            | "files"
            | "image"
            | "images"
            | "picture"
            | "pictures"
            | "photo"
            | "video"
            | "videos"
    )
}

/// A reference at the beginning of `tokens`: how many tokens it takes, and what it is.
fn reference(
    first: &str,
    tokens: &[Token],
    word: &dyn Fn(&Token) -> Option<String>,
) -> Option<(usize, Kind)> {
    let at = |n: usize| tokens.get(n).and_then(word);
    let is_one = |of, several| Kind::Reference { of, several };
    if matches!(
        first,
        "the"
            | "this"
            | "that"
            | "these"
            | "those"
            | "my"
            | "each"
            | "every"
            | "both"
            | "all"
            | "our"
    ) {
        let mut length = 1;
        while at(length).is_some_and(|w| {
            matches!(
                w.as_str(),
                "the"
                    | "of"
                    | "two"
                    | "three"
                    | "four"
                    | "same"
                    | "original"
                    | "given"
                    | "first"
                    | "last"
                    | "second"
                    | "new"
            ) || w.chars().all(|c| c.is_ascii_digit())
        }) {
            length += 1;
        }
        let several = matches!(first, "these" | "those" | "each" | "every" | "both" | "all");
        if let Some((of, plural)) = at(length).and_then(|w| lexicon::type_word(&w)) {
            return Some((length + 1, is_one(Some(of), several || plural)));
        }
        if matches!(at(length).as_deref(), Some("them" | "these" | "those")) {
            return Some((length + 1, is_one(None, true)));
        }
        if matches!(first, "this" | "that" | "these" | "those" | "both") {
            return Some((1, is_one(None, several)));
        }
        return None;
    }
    match first {
        "it" | "him" | "her" | "its" => Some((1, is_one(None, false))),
        "them" | "they" => Some((1, is_one(None, true))),
        _ => None,
    }
}
