//! A request as the tokens of the first look: its words with names of files as marks, then its files, then the steps of earlier
//! turns. `models/reader/training/examples.py` writes the same.

use std::ops::Range;

use candle_core::{Error, Result};
use patchbay_domain::Toolbox;

use crate::encoder::{BEGINS, ENDS, Encoder};
use crate::read::Asked;

/// The first mark of a file, and of a step.
const FILE_MARK: usize = 1;
const STEP_MARK: usize = 21;
const MOST_TEXT: usize = 220;
const MOST_FILES: usize = 16;
const MOST_STEPS: usize = 12;
const MOST_TOKENS: usize = 298;
const LONGEST_FILE: usize = 16;
const LONGEST_STEP: usize = 28;
const NAME_WORDS: usize = 8;

/// The tokens of a request.
pub(crate) struct Words {
    pub(crate) ids: Vec<u32>,
    /// Type of each token: 0 for the request's own words, 1 for what stands behind them.
    pub(crate) types: Vec<u32>,
    /// The bytes of each of the request's own tokens, the first of which is `ids[1]`.
    pub(crate) bytes: Vec<Range<usize>>,
    /// The token of each file, and of each step.
    pub(crate) files: Vec<usize>,
    pub(crate) steps: Vec<usize>,
    /// The number of the first step that is read.
    pub(crate) first_step: usize,
}

impl Words {
    pub(crate) fn new(encoder: &Encoder, asked: &Asked<'_>, toolbox: &Toolbox) -> Result<Self> {
        let (own, bytes) = text(encoder, asked)?;
        let mut ids = vec![BEGINS];
        ids.extend(own);
        ids.push(ENDS);
        let text_ends = ids.len();
        let (mut files, mut steps) = (Vec::new(), Vec::new());
        for (number, file) in asked.files.iter().enumerate().take(MOST_FILES) {
            files.push(ids.len());
            let line = format!("{} {}", file.resource_type.as_str(), words_of(&file.name));
            add(encoder, &mut ids, FILE_MARK + number, &line, LONGEST_FILE)?;
        }
        let first_step = asked.steps.len().saturating_sub(MOST_STEPS);
        for (number, step) in asked.steps[first_step..].iter().enumerate() {
            steps.push(ids.len());
            let label = toolbox
                .tool(&step.tool)
                .map_or(step.tool.as_str(), |tool| tool.label.as_str());
            let values: Vec<String> = step
                .values
                .iter()
                .map(|(name, value)| format!("{name} {value},"))
                .collect();
            let line = format!("{label} {}", values.join(" "));
            add(encoder, &mut ids, STEP_MARK + number, &line, LONGEST_STEP)?;
        }
        ids.truncate(MOST_TOKENS);
        files.retain(|place| *place < ids.len());
        steps.retain(|place| *place < ids.len());
        ids.push(ENDS);
        let types = (0..ids.len()).map(|place| u32::from(place >= text_ends));
        Ok(Self {
            types: types.collect(),
            ids,
            bytes,
            files,
            steps,
            first_step,
        })
    }

    /// The tokens that a range of the text's bytes touches, as the first and the last; none where it was cut off.
    pub(crate) fn tokens(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        let touches = |bytes: &Range<usize>| bytes.start < to && from < bytes.end;
        let first = self.bytes.iter().position(touches)?;
        let last = self.bytes.iter().rposition(touches)?;
        Some((first + 1, last + 1))
    }

    /// The bytes from one token to another.
    pub(crate) fn span(&self, first: usize, last: usize) -> patchbay_domain::Span {
        patchbay_domain::Span {
            from: self.bytes[first - 1].start,
            to: self.bytes[last - 1].end,
        }
    }
}

/// Adds a mark with its line, cut at `longest` tokens.
fn add(
    encoder: &Encoder,
    ids: &mut Vec<u32>,
    mark: usize,
    line: &str,
    longest: usize,
) -> Result<()> {
    ids.push(encoder.mark(mark)?);
    ids.extend(encoder.ids(line)?.into_iter().take(longest - 1));
    Ok(())
}

/// The tokens of the text and the bytes of each; each name of a file is its mark.
fn text(encoder: &Encoder, asked: &Asked<'_>) -> Result<(Vec<u32>, Vec<Range<usize>>)> {
    let mut names: Vec<(usize, &str)> = asked
        .files
        .iter()
        .map(|file| file.name.as_str())
        .enumerate()
        .take(MOST_FILES)
        .filter(|(_, name)| !name.is_empty())
        .collect();
    names.sort_by_key(|(_, name)| std::cmp::Reverse(name.chars().count()));
    let text = asked.text;
    let (mut ids, mut bytes) = (Vec::new(), Vec::new());
    let mut read = |part: Range<usize>| -> Result<()> {
        let coded = encoder.tokenizer.encode(&text[part.clone()], false);
        let coded = coded.map_err(Error::wrap)?;
        ids.extend_from_slice(coded.get_ids());
        bytes.extend(
            coded
                .get_offsets()
                .iter()
                .map(|(from, to)| part.start + from..part.start + to),
        );
        Ok(())
    };
    let mut pieces: Vec<(Range<usize>, Option<usize>)> = Vec::new();
    let (mut at, mut place) = (0, 0);
    while place < text.len() {
        let named = names
            .iter()
            .find(|(_, name)| text[place..].starts_with(name));
        if let Some((number, name)) = named {
            pieces.push((at..place, None));
            pieces.push((place..place + name.len(), Some(*number)));
            place += name.len();
            at = place;
        } else {
            place += text[place..].chars().next().map_or(1, char::len_utf8);
        }
    }
    pieces.push((at..text.len(), None));
    let mut marks = Vec::new();
    for (part, file) in pieces {
        match file {
            None => read(part)?,
            Some(number) => marks.push((part, number)),
        }
    }
    let mut all: Vec<(Range<usize>, u32)> = bytes.into_iter().zip(ids).collect();
    for (part, number) in marks {
        all.push((part, encoder.mark(FILE_MARK + number)?));
    }
    all.sort_by_key(|(bytes, _)| bytes.start);
    all.truncate(MOST_TEXT);
    Ok(all.into_iter().map(|(bytes, id)| (id, bytes)).unzip())
}

/// The words and numbers of a file's name: `IMG_4032.jpg` is `img 4032 jpg`.
fn words_of(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for character in name.to_lowercase().chars() {
        let is_letter = character.is_ascii_lowercase();
        if is_letter || character.is_ascii_digit() {
            let goes_on =
                is_letter && last.is_ascii_lowercase() || !is_letter && last.is_ascii_digit();
            match words.last_mut() {
                Some(word) if goes_on => word.push(character),
                _ => words.push(character.to_string()),
            }
        }
        last = character;
    }
    words.truncate(NAME_WORDS);
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::words_of;

    #[test]
    fn the_name_of_a_file_is_read_as_words_and_numbers() {
        assert_eq!(words_of("IMG_4032 (1).JPG"), "img 4032 1 jpg");
        assert_eq!(words_of("été.png"), "t png");
    }
}
