//! The pattern by which a person names files that are saved together.

use std::collections::HashSet;

use jiff::civil::Date;
use patchbay_store::numbered;

use super::file_name;
use crate::error::Error;

/// Characters that a pattern cannot hold: folders, and what some file systems do not take.
const REFUSED: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];
/// The parts that a pattern can hold, as they are written.
const PARTS: [(&str, Part); 6] = [
    ("name", Part::Name),
    ("source", Part::Source),
    ("number", Part::Number),
    ("date", Part::Date),
    ("width", Part::Width),
    ("height", Part::Height),
];
const PARTS_HINT: &str = "Use {name}, {source}, {number}, {date}, {width} or {height}.";
/// An ending is no longer than this, in bytes.
const LONGEST_ENDING: usize = 5;

/// What stands for something else in a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Name,
    Source,
    Number,
    Date,
    Width,
    Height,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Words(String),
    Part(Part),
}

/// A pattern of names without their endings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamePattern(Vec<Piece>);

/// What is known of a file that is to be named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileFacts {
    /// Its name.
    pub(crate) name: String,
    /// The name of the file that it was made from in the first place; its own where it was given.
    pub(crate) source: String,
    /// In pixels.
    pub(crate) width: Option<u32>,
    /// In pixels.
    pub(crate) height: Option<u32>,
}

impl NamePattern {
    /// Reads a pattern; a blank one is `{name}`.
    ///
    /// # Errors
    /// It has a part that there is not, a brace without its other, or a character that file names
    /// cannot hold.
    pub(crate) fn read(text: &str) -> Result<Self, Error> {
        if text.contains(char::is_control) {
            return Err(Error::unsuitable(
                "The name of a file is one line without tabs.",
                "Write the pattern anew.",
            ));
        }
        if let Some(refused) = text.chars().find(|c| REFUSED.contains(c)) {
            return Err(Error::unsuitable(
                format!("The name of a file cannot hold “{refused}”."),
                "Leave it out of the pattern. The folder is chosen when the files are saved.",
            ));
        }
        let mut pieces = Vec::new();
        let mut rest = text.trim();
        if rest.is_empty() {
            pieces.push(Piece::Part(Part::Name));
        }
        while let Some(at) = rest.find(['{', '}']) {
            let (words, from) = rest.split_at(at);
            if !words.is_empty() {
                pieces.push(Piece::Words(words.to_owned()));
            }
            let closed = from
                .strip_prefix('{')
                .and_then(|inner| inner.split_once('}'));
            let Some((inner, after)) = closed else {
                return Err(Error::unsuitable(
                    "A brace in the pattern of names is open or closed without the other.",
                    PARTS_HINT,
                ));
            };
            let part = PARTS
                .iter()
                .find(|(written, _)| inner.trim().eq_ignore_ascii_case(written));
            let Some((_, part)) = part else {
                return Err(Error::unsuitable(
                    format!("“{{{inner}}}” is nothing that a name can be made of."),
                    PARTS_HINT,
                ));
            };
            pieces.push(Piece::Part(*part));
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest.to_owned()));
        }
        Ok(Self(pieces))
    }

    /// A name for each file: none twice, whatever its case, and each with its own ending.
    pub(crate) fn names(&self, files: &[FileFacts], today: Date) -> Vec<String> {
        let digits = files.len().to_string().len();
        let mut taken = HashSet::with_capacity(files.len());
        let mut names = Vec::with_capacity(files.len());
        for (place, file) in files.iter().enumerate() {
            let number = format!("{:0digits$}", place + 1);
            let wanted = self.name(file, &number, today);
            let name = numbered(&wanted)
                .find(|name| !taken.contains(&name.to_lowercase()))
                .unwrap_or_else(|| wanted.clone());
            taken.insert(name.to_lowercase());
            names.push(name);
        }
        names
    }

    fn name(&self, file: &FileFacts, number: &str, today: Date) -> String {
        let (stem, ending) = split(&file.name);
        let sides = |side: Option<u32>| side.map_or_else(String::new, |side| side.to_string());
        let said: String = self
            .0
            .iter()
            .map(|piece| match piece {
                Piece::Words(words) => words.clone(),
                Piece::Part(Part::Name) => stem.to_owned(),
                Piece::Part(Part::Source) => split(&file.source).0.to_owned(),
                Piece::Part(Part::Number) => number.to_owned(),
                Piece::Part(Part::Date) => today.to_string(),
                Piece::Part(Part::Width) => sides(file.width),
                Piece::Part(Part::Height) => sides(file.height),
            })
            .collect();
        // A file that has nothing of what the pattern asks for keeps its name.
        let said = if said.trim_matches(['.', ' ']).is_empty() {
            stem
        } else {
            said.trim()
        };
        let said = said.replace(['/', '\\'], "-");
        match ending {
            Some(ending) => file_name::sanitized(&format!("{said}.{ending}")),
            None => file_name::sanitized(&said),
        }
    }
}

/// A name and its ending, which has none of it where that would be the whole.
fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('.') {
        Some((stem, ending))
            if !stem.is_empty() && !ending.is_empty() && ending.len() <= LONGEST_ENDING =>
        {
            (stem, Some(ending))
        }
        _ => (name, None),
    }
}

#[cfg(test)]
mod tests;
