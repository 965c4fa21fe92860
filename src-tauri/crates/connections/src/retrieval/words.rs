//! A text as stems, identifiers taken apart.

use rust_stemmers::{Algorithm, Stemmer};

/// Words that say nothing of what is wished for. Verbs that name an action of a tool, such as
/// `get` or `find`, are not among them.
const FUNCTION_WORDS: [&str; 100] = [
    "a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but",
    "by", "can", "could", "d", "did", "do", "does", "dont", "each", "for", "from", "give", "had",
    "has", "have", "he", "help", "her", "here", "his", "how", "i", "id", "if", "ill", "im", "in",
    "into", "is", "it", "its", "ive", "just", "let", "like", "may", "me", "might", "my", "need",
    "no", "not", "of", "on", "or", "our", "out", "please", "s", "she", "should", "so", "some",
    "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those",
    "to", "too", "us", "very", "want", "was", "we", "were", "what", "whats", "when", "where",
    "which", "who", "why", "will", "with", "would", "you", "your", "youre", "yours",
];

/// Turns texts into stems.
pub struct Stems(Stemmer);

impl Default for Stems {
    fn default() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }
}

impl Stems {
    /// The stems of a text in order, function words left out.
    pub fn of(&self, text: &str) -> Vec<String> {
        parts(text)
            .into_iter()
            .filter(|word| FUNCTION_WORDS.binary_search(&word.as_str()).is_err())
            .map(|word| self.0.stem(&word).into_owned())
            .collect()
    }
}

/// The words of a text in lower case. `parseHTMLPage2` is `parse`, `html`, `page`, `2`; writing
/// without spaces between words, such as Chinese, is taken in overlapping pairs of characters.
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut word = String::new();
    let mut unspaced: Vec<char> = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    for (position, &letter) in letters.iter().enumerate() {
        if is_unspaced(letter) {
            take_word(&mut word, &mut parts);
            unspaced.push(letter);
            continue;
        }
        take_pairs(&mut unspaced, &mut parts);
        if !letter.is_alphanumeric() {
            // An apostrophe within a word: `don't` is one word.
            let joins = matches!(letter, '\'' | '’');
            if !joins {
                take_word(&mut word, &mut parts);
            }
            continue;
        }
        let before = position.checked_sub(1).map(|at| letters[at]);
        if before.is_some_and(|before| splits(before, letter, letters.get(position + 1).copied())) {
            take_word(&mut word, &mut parts);
        }
        word.extend(letter.to_lowercase());
    }
    take_word(&mut word, &mut parts);
    take_pairs(&mut unspaced, &mut parts);
    parts
}

/// Whether a new part of an identifier begins with `letter`.
fn splits(before: char, letter: char, after: Option<char>) -> bool {
    let digits = before.is_numeric() != letter.is_numeric() && before.is_alphanumeric();
    let hump = letter.is_uppercase()
        && (before.is_lowercase()
            || (before.is_uppercase() && after.is_some_and(char::is_lowercase)));
    digits || hump
}

/// Whether a character belongs to a writing without spaces between words: kana and Han characters.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{2fa1f}')
}

fn take_word(word: &mut String, parts: &mut Vec<String>) {
    if !word.is_empty() {
        parts.push(std::mem::take(word));
    }
}

fn take_pairs(letters: &mut Vec<char>, parts: &mut Vec<String>) {
    if let [single] = letters[..] {
        parts.push(single.to_string());
    }
    parts.extend(letters.windows(2).map(|pair| pair.iter().collect()));
    letters.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_taken_apart() {
        assert_eq!(parts("parseHTMLPage2"), ["parse", "html", "page", "2"]);
        assert_eq!(
            parts("get-weread_rank.v2"),
            ["get", "weread", "rank", "v", "2"]
        );
        assert_eq!(parts("what's new"), ["whats", "new"]);
        assert_eq!(parts("查天气 now"), ["查天", "天气", "now"]);
        assert!(parts(" … \u{0}\u{202e}").is_empty());
    }

    #[test]
    fn forms_of_a_word_have_one_stem_and_function_words_none() {
        let stems = Stems::default();
        assert_eq!(
            stems.of("converting images"),
            stems.of("Converted the image")
        );
        assert!(stems.of("what would you like me to do").len() <= 1);
        assert!(FUNCTION_WORDS.is_sorted(), "they are searched by halves");
    }
}
