//! A tool as the tokens of the second look: its name, and its parameters' questions with the values that stand to choose.
//! `models/reader/training/asking.py` writes the same.

use candle_core::Result;
use patchbay_domain::Tool;

use crate::asks::{Asks, asks};
use crate::encoder::Encoder;

const WISH_MARK: usize = 50;
const PARAMETER_MARK: usize = 60;
/// Position of the encoder at which every block begins, and maximum length of a block in tokens.
pub(crate) const BEGINS_AT: usize = 300;
const LONGEST: usize = 140;
const MOST_CLOSED: usize = 12;
/// Tokens of a question, fewer where a tool has many.
const QUESTIONS: [usize; 5] = [10, 7, 5, 3, 2];
const LONGEST_LABEL: usize = 8;
const LONGEST_VALUE: usize = 8;
const LONGEST_CLOSED: usize = 3;

/// A tool's part of the second look.
pub(crate) struct Block {
    pub(crate) ids: Vec<u32>,
    /// The token of each question, the words that the tool is given first.
    pub(crate) questions: Vec<usize>,
    /// The first and the last token of each question's closed values; those that did not fit are missing.
    pub(crate) closed: Vec<Vec<(usize, usize)>>,
}

impl Block {
    /// The block of a tool; `values`: those that the parameters of an earlier step have.
    pub(crate) fn new(encoder: &Encoder, tool: &Tool, values: &[(String, String)]) -> Result<Self> {
        let mut block = Self::written(encoder, tool, values, QUESTIONS[0])?;
        for longest in &QUESTIONS[1..] {
            if block.ids.len() <= LONGEST {
                break;
            }
            block = Self::written(encoder, tool, values, *longest)?;
        }
        Ok(block)
    }

    fn written(
        encoder: &Encoder,
        tool: &Tool,
        values: &[(String, String)],
        longest: usize,
    ) -> Result<Self> {
        let taken = |text: &str, most: usize| -> Result<Vec<u32>> {
            let mut ids = encoder.ids(text)?;
            ids.truncate(most);
            Ok(ids)
        };
        let parameter = encoder.mark(PARAMETER_MARK)?;
        let label = if tool.label.is_empty() {
            tool.name.replace('_', " ")
        } else {
            tool.label.clone()
        };
        let mut ids = vec![encoder.mark(WISH_MARK)?];
        ids.extend(taken(&label, LONGEST_LABEL)?);
        let (mut questions, mut closed) = (Vec::new(), Vec::new());
        for asked in asks(tool) {
            if ids.len() >= LONGEST && longest == QUESTIONS[QUESTIONS.len() - 1] {
                questions.push(0);
                closed.push(Vec::new());
                continue;
            }
            questions.push(ids.len());
            ids.push(parameter);
            ids.extend(taken(asked.question(), longest)?);
            if let Some((_, value)) = values
                .iter()
                .rev()
                .find(|(name, _)| Some(name.as_str()) == asked.name())
            {
                ids.extend(taken(&format!("is {value}"), LONGEST_VALUE)?);
            }
            let mut ends = Vec::new();
            for value in asked.closed(tool).iter().take(MOST_CLOSED) {
                let mut tokens = taken(&plain(value), LONGEST_CLOSED)?;
                if tokens.is_empty() {
                    tokens.push(parameter);
                }
                ends.push((ids.len(), ids.len() + tokens.len() - 1));
                ids.extend(tokens);
            }
            closed.push(ends);
        }
        Ok(Self {
            ids,
            questions,
            closed,
        })
    }
}

impl<'a> Asks<'a> {
    fn question(self) -> &'a str {
        match self {
            Self::Words => "which words",
            Self::Parameter(parameter) if parameter.question.is_empty() => &parameter.meaning,
            Self::Parameter(parameter) => &parameter.question,
        }
    }
}

/// A value as words, where it has any.
fn plain(value: &str) -> String {
    let mut letters = 0;
    let has_word = value.chars().any(|character| {
        letters = if character.is_ascii_lowercase() {
            letters + 1
        } else {
            0
        };
        letters == 3
    });
    if !has_word {
        return value.to_owned();
    }
    let mut plain = String::with_capacity(value.len());
    for character in value.chars() {
        if character.is_alphanumeric() {
            plain.push(character);
        } else if !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_value_is_read_as_words() {
        assert_eq!(plain("lower_third"), "lower third");
        assert_eq!(plain("16:9"), "16:9");
    }
}
