//! A request as token ids: files and quotations are marks, and behind the request stands what the
//! marks are and what was asked for before. `models/planner/training/encoder.py` writes the same
//! for training.

use std::ops::Range;

use candle_core::{Error, Result};
use patchbay_domain::NamedResource;
use tokenizers::{Encoding, Tokenizer};

/// `[unused1]` is the first file, `[unused21]` the first quotation.
const FIRST_FILE: usize = 1;
const FIRST_QUOTE: usize = 21;
/// How many there can be of each.
pub const MOST_MARKS: usize = 20;
/// How many of the requests before are read.
pub const MOST_BEFORE: usize = 3;
/// The most tokens that are read of a request, of those of the turns before it (newest first), and
/// of everything.
const LONGEST_TEXT: usize = 160;
const LONGEST_BEFORE: [usize; MOST_BEFORE] = [40, 20, 20];
const LONGEST: usize = 400;
/// Words of a file's name that are read.
const NAME_WORDS: usize = 6;

/// Something in a text that is read as a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Masked {
    /// Its bytes in the text.
    pub bytes: Range<usize>,
    /// The file that it names; none: a quotation.
    pub file: Option<usize>,
}

/// How a file came to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Given with this request.
    Given,
    /// Given earlier.
    Earlier,
    /// Made earlier.
    Made,
}

/// A file that a request's words can mean.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Its name and type.
    pub resource: &'a NamedResource,
    /// How it came to be there.
    pub status: Status,
    /// How many turns ago; 0: with this request.
    pub turns_ago: usize,
}

/// A request as the encoder takes it.
#[derive(Debug, Clone)]
pub struct Input {
    /// Token ids.
    pub ids: Vec<u32>,
    /// 0 for the request's own words, 1 for what stands behind them.
    pub types: Vec<u32>,
    /// The bytes of the request's text that each of its own tokens covers; the first of them is
    /// `ids[1]`.
    pub bytes: Vec<Range<usize>>,
    /// The position in `ids` that stands for each file.
    pub files: Vec<usize>,
    /// The position that stands for whatever is not there.
    pub missing: usize,
}

/// The ids of a text of its own.
pub fn ids_of(tokenizer: &Tokenizer, text: &str) -> Result<Vec<u32>> {
    let mut ids = encoded(tokenizer, text)?.get_ids().to_vec();
    ids.truncate(62);
    Ok([&[CLS], ids.as_slice(), &[SEP]].concat())
}

const CLS: u32 = 101;
const SEP: u32 = 102;

fn encoded(tokenizer: &Tokenizer, text: &str) -> Result<Encoding> {
    tokenizer.encode(text, false).map_err(Error::wrap)
}

/// A text with its files and quotations as marks, and the byte of `text` where each byte of the
/// result comes from.
fn marked(text: &str, masked: &[Masked]) -> (String, Vec<Range<usize>>) {
    let mut out = String::with_capacity(text.len());
    let mut from = Vec::with_capacity(text.len());
    let (mut position, mut quotes) = (0, 0);
    let copy = |range: Range<usize>, out: &mut String, from: &mut Vec<Range<usize>>| {
        for (offset, character) in text[range.clone()].char_indices() {
            let start = range.start + offset;
            out.push(character);
            from.extend(std::iter::repeat_n(
                start..start + character.len_utf8(),
                character.len_utf8(),
            ));
        }
    };
    for mark in masked {
        let number = if let Some(file) = mark.file {
            FIRST_FILE + file.min(MOST_MARKS - 1)
        } else {
            quotes += 1;
            FIRST_QUOTE + (quotes - 1).min(MOST_MARKS - 1)
        };
        copy(position..mark.bytes.start, &mut out, &mut from);
        let written = format!("[unused{number}]");
        from.extend(std::iter::repeat_n(mark.bytes.clone(), written.len()));
        out.push_str(&written);
        position = mark.bytes.end;
    }
    copy(position..text.len(), &mut out, &mut from);
    (out, from)
}

/// What a file is called, as words: `pier_mask.png` is `pier mask`.
fn name_words(name: &str) -> String {
    let stem = name
        .rsplit_once('.')
        .filter(|(_, ending)| ending.len() <= 5)
        .map_or(name, |(stem, _)| stem);
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for character in stem.to_lowercase().chars() {
        let letter = character.is_ascii_lowercase();
        if letter || character.is_ascii_digit() {
            let goes_on = if letter {
                last.is_ascii_lowercase()
            } else {
                last.is_ascii_digit()
            };
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

impl Input {
    /// The input for a request with the files that its words can mean, and with the requests before
    /// it, newest first. `masked`: the places of files and quotations, in order, none within
    /// another.
    pub fn new(
        tokenizer: &Tokenizer,
        text: &str,
        masked: &[Masked],
        files: &[Source],
        before: &[(&str, Vec<Masked>)],
    ) -> Result<Self> {
        let (out, from) = marked(text, masked);
        let coded = encoded(tokenizer, &out)?;
        let own = &coded.get_ids()[..coded.len().min(LONGEST_TEXT)];
        let bytes = coded
            .get_offsets()
            .iter()
            .take(own.len())
            .map(|(start, end)| from[*start].start..from[*end - 1].end)
            .collect();
        let mut ids = vec![CLS];
        ids.extend_from_slice(own);
        ids.push(SEP);
        let first_of_the_rest = ids.len();
        let mut places = Vec::with_capacity(files.len());
        for (number, source) in files.iter().enumerate().take(MOST_MARKS) {
            let status = match source.status {
                Status::Given => "",
                Status::Earlier => "earlier ",
                Status::Made => "result ",
            };
            let ago = if source.turns_ago > 1 {
                format!("{} ", source.turns_ago)
            } else {
                String::new()
            };
            let kind = source.resource.resource_type.as_str();
            let name = name_words(&source.resource.name);
            let line = format!("[unused{}] {status}{ago}{kind} {name}", FIRST_FILE + number);
            places.push(ids.len());
            ids.extend_from_slice(encoded(tokenizer, &line)?.get_ids());
        }
        let missing = ids.len().min(LONGEST - 1);
        ids.push(SEP);
        for ((before, masked), longest) in before.iter().zip(LONGEST_BEFORE) {
            let words = encoded(tokenizer, &marked(before, masked).0)?;
            ids.extend(words.get_ids().iter().take(longest));
            ids.push(SEP);
        }
        ids.truncate(LONGEST);
        places.retain(|place| *place < ids.len());
        let types = (0..ids.len())
            .map(|position| u32::from(position >= first_of_the_rest))
            .collect();
        Ok(Self {
            ids,
            types,
            bytes,
            files: places,
            missing,
        })
    }
}
