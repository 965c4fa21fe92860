//! The words of a stretch of speech, each with its times.

use super::model::Whisper;
use crate::InferenceError;

/// A word that is said, with the marks behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Its beginning, in seconds.
    pub start: f64,
    /// Its end, in seconds; not before its beginning.
    pub end: f64,
    /// It as it is written, without spaces around it.
    pub text: String,
}

/// Languages that are written without spaces: each of their characters is a word here.
const WITHOUT_SPACES: [&str; 6] = ["zh", "ja", "th", "lo", "my", "yue"];
/// Character that stands for bytes that are no whole character.
const BROKEN: char = '\u{FFFD}';
/// A word lasts no longer than so many times the usual one where a sentence begins or ends.
const LONGEST: f64 = 2.0;
/// The usual length of a word is taken to be no longer than this, in seconds.
const USUAL: f64 = 0.7;

impl Whisper {
    /// Tokens as words: how many tokens each has, and its text with the spaces around it.
    pub(super) fn words(
        &self,
        ids: &[u32],
        language: Option<&str>,
    ) -> Result<Vec<(usize, String)>, InferenceError> {
        let spaced = !language.is_some_and(|language| WITHOUT_SPACES.contains(&language));
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut begun = 0;
        for end in 1..=ids.len() {
            let text = self.tokenizer.raw_text(&ids[begun..end])?;
            if text.contains(BROKEN) && end < ids.len() {
                continue;
            }
            let is_new = !spaced || text.starts_with(char::is_whitespace);
            let is_mark = !text.chars().any(char::is_alphanumeric);
            match words.last_mut() {
                Some((count, word)) if !is_new || is_mark => {
                    *count += end - begun;
                    word.push_str(&text);
                }
                _ => words.push((end - begun, text)),
            }
            begun = end;
        }
        Ok(words)
    }
}

/// Words between the `starts` of their tokens, which are one more than the tokens, the last one their end. `within`:
/// when the stretch that they are of begins and ends; all in seconds.
pub(super) fn timed(words: Vec<(usize, String)>, starts: &[f64], within: (f64, f64)) -> Vec<Word> {
    let (first, last) = (within.0, within.1.max(within.0));
    let mut at = 0;
    let timed = words.into_iter().map(|(count, text)| {
        let (start, end) = (starts[at], starts[at + count]);
        at += count;
        let start = start.clamp(first, last);
        Word {
            start,
            end: end.clamp(start, last),
            text: text.trim().to_owned(),
        }
    });
    let mut timed: Vec<Word> = timed.filter(|word| !word.text.is_empty()).collect();
    shorten(&mut timed);
    timed
}

/// Takes pauses from the words at the ends of sentences, to which the path through the looks gives them.
fn shorten(words: &mut [Word]) {
    let mut lengths: Vec<f64> = words.iter().map(|word| word.end - word.start).collect();
    lengths.retain(|length| *length > 0.0);
    lengths.sort_by(f64::total_cmp);
    let Some(median) = lengths.get(lengths.len() / 2) else {
        return;
    };
    let longest = median.min(USUAL) * LONGEST;
    let ends = |word: &Word| word.text.ends_with(['.', '?', '!', '。', '？', '！']);
    for place in 0..words.len() {
        let begins = place == 0 || ends(&words[place - 1]);
        let word = &mut words[place];
        if word.end - word.start > longest {
            if ends(word) {
                word.end = word.start + longest;
            } else if begins {
                word.start = word.end - longest;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lie_between_the_starts_of_their_tokens() {
        let words = [(1, " Hello"), (2, " world."), (1, " Again")];
        let words = words.map(|(count, text)| (count, text.to_owned())).to_vec();
        let timed = timed(words, &[0.5, 1.0, 1.2, 1.5, 9.0], (0.6, 2.0));
        let found: Vec<(f64, f64, &str)> = timed
            .iter()
            .map(|word| (word.start, word.end, word.text.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                (0.6, 1.0, "Hello"),
                (1.0, 1.5, "world."),
                (1.5, 2.0, "Again")
            ]
        );
    }

    #[test]
    fn pauses_between_sentences_are_no_part_of_words() {
        let words = [" One", " two", " three.", " Four", " five"];
        let words = words.map(|text| (1, text.to_owned())).to_vec();
        let starts = [0.0, 0.4, 0.8, 4.0, 7.4, 7.8];
        let timed = timed(words, &starts, (0.0, 8.0));
        assert!((timed[2].end - 1.6).abs() < 1e-9, "{:?}", timed[2]);
        assert!((timed[3].start - 6.6).abs() < 1e-9, "{:?}", timed[3]);
    }
}
