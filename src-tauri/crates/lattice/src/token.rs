//! A text as tokens: words, numbers and single marks, each with its place.

/// A word, a number or a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Start in bytes.
    pub from: usize,
    /// End in bytes.
    pub to: usize,
    /// Its letters in lower case; typographic marks are written plainly (`’` as `'`, `–` as `-`).
    pub text: String,
    /// Whether no space stands before it.
    pub is_glued: bool,
}

impl Token {
    /// Whether it begins with a digit.
    pub fn is_number(&self) -> bool {
        self.text.starts_with(|first: char| first.is_ascii_digit())
    }

    /// Whether it is a word.
    pub fn is_word(&self) -> bool {
        self.text.starts_with(char::is_alphabetic)
    }
}

/// Class of a character.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Letter,
    Digit,
    Mark,
    Space,
}

fn class(character: char) -> Class {
    if character.is_ascii_digit() {
        Class::Digit
    } else if character.is_alphanumeric() {
        Class::Letter
    } else if character.is_whitespace() {
        Class::Space
    } else {
        Class::Mark
    }
}

fn plain(character: char) -> char {
    match character {
        '’' | '‘' | '′' => '\'',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '“' | '”' | '„' | '″' => '"',
        '×' => 'x',
        other => other,
    }
}

/// The tokens of a text. Letters and digits behind a letter are one word (`mp4`), but not behind a number (`1m30s`, `800x600`).
/// A number ends at the first letter and holds points and commas between digits (`1,200.5`); an apostrophe between letters belongs to its word.
pub fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let at = |index: usize| characters.get(index).map(|(_, character)| *character);
    let mut tokens: Vec<Token> = Vec::new();
    let mut index = 0;
    while let Some(first) = at(index) {
        let kind = class(first);
        if kind == Class::Space {
            index += 1;
            continue;
        }
        let begin = index;
        let is_unit =
            kind == Class::Letter && begin > 0 && class(characters[begin - 1].1) == Class::Digit;
        index += 1;
        while let Some(next) = at(index) {
            let joins = |class_behind: Class| {
                at(index + 1).is_some_and(|behind| class(behind) == class_behind)
            };
            let goes_on = match kind {
                Class::Digit => {
                    class(next) == Class::Digit
                        || (matches!(next, '.' | ',') && joins(Class::Digit))
                }
                Class::Letter => match class(next) {
                    Class::Letter => true,
                    // The `x` of `x4` is no part of a word.
                    Class::Digit => {
                        !(is_unit || index == begin + 1 && plain(first).eq_ignore_ascii_case(&'x'))
                    }
                    _ => plain(next) == '\'' && joins(Class::Letter),
                },
                Class::Mark | Class::Space => false,
            };
            if !goes_on {
                break;
            }
            index += 1;
        }
        let from = characters[begin].0;
        let to = characters
            .get(index)
            .map_or(text.len(), |(place, _)| *place);
        let is_glued = tokens.last().is_some_and(|last| last.to == from);
        let text = text[from..to]
            .chars()
            .map(plain)
            .flat_map(char::to_lowercase)
            .collect();
        tokens.push(Token {
            from,
            to,
            text,
            is_glued,
        });
    }
    tokens
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn numbers_end_at_letters_and_words_hold_digits() {
        assert_eq!(
            texts("10s of mp4, 800x600"),
            ["10", "s", "of", "mp4", ",", "800", "x", "600"]
        );
        assert_eq!(texts("1,200.5px don’t"), ["1,200.5", "px", "don't"]);
        assert_eq!(
            texts("1:30–2:05."),
            ["1", ":", "30", "-", "2", ":", "05", "."]
        );
    }

    proptest! {
        #[test]
        fn tokens_hold_all_but_spaces(text: String) {
            let tokens = tokens(&text);
            let mut at = 0;
            for token in &tokens {
                prop_assert!(text[at..token.from].chars().all(char::is_whitespace));
                prop_assert!(token.from < token.to);
                at = token.to;
            }
            prop_assert!(text[at..].chars().all(char::is_whitespace));
        }
    }
}
