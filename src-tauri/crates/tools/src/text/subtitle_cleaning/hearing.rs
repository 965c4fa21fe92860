//! Words for the hard of hearing: sounds in brackets, names of who speaks, notes.

use super::lines::{DASHES, Letter, cue_of, letters_of};
use crate::shared::subtitles::Cue;

/// Brackets around sounds and the manner of speaking.
const BRACKETS: [(char, char); 5] = [
    ('[', ']'),
    ('(', ')'),
    ('（', '）'),
    ('［', '］'),
    ('【', '】'),
];
/// Marks of music.
const NOTES: [char; 4] = ['♪', '♫', '♩', '♬'];
/// The longest name before a colon, in letters.
const NAME: usize = 30;

/// A subtitle without words for the hard of hearing; none where nothing else is in it.
pub(super) fn without(cue: &Cue) -> Option<Cue> {
    let letters = without_brackets(&letters_of(cue));
    let had = lines(&letters_of(cue));
    let left: Vec<Vec<Letter>> = lines(&letters)
        .iter()
        .map(|line| without_name(line))
        .filter(|line| line.iter().any(|(letter, _)| letter.is_alphanumeric()))
        .collect();
    let dashes = |all: &[Vec<Letter>]| all.iter().filter(|line| dash(line).is_some()).count();
    let is_alone = dashes(&had) > 1 && left.len() == 1;
    let left: Vec<Vec<Letter>> = left
        .into_iter()
        .map(|line| match dash(&line).filter(|_| is_alone) {
            Some(behind) => trimmed(&line[behind..]).to_vec(),
            None => line,
        })
        .collect();
    let joined = left.join(&('\n', false));
    (!joined.is_empty()).then(|| cue_of(cue.start, cue.end, &joined))
}

fn without_brackets(letters: &[Letter]) -> Vec<Letter> {
    let mut kept: Vec<Letter> = Vec::new();
    let mut place = 0;
    while place < letters.len() {
        let opened = BRACKETS.iter().find(|(open, _)| *open == letters[place].0);
        let closed = opened.and_then(|(_, close)| {
            let mut rest = letters[place..].iter();
            rest.position(|(letter, _)| letter == close)
        });
        if let Some(closed) = closed {
            place += closed + 1;
        } else {
            kept.push(letters[place]);
            place += 1;
        }
    }
    kept
}

/// A line without the name of who speaks, which stands in capitals before a colon.
fn without_name(line: &[Letter]) -> Vec<Letter> {
    let begin = dash(line).unwrap_or(0);
    let colon = line[begin..]
        .iter()
        .take(NAME)
        .position(|(letter, _)| *letter == ':')
        .map(|colon| begin + colon);
    let is_name = |name: &[Letter]| {
        let letters = name.iter().filter(|(letter, _)| letter.is_alphabetic());
        letters.count() >= 2 && name.iter().all(|(letter, _)| !letter.is_lowercase())
    };
    let mut left = line.to_vec();
    if let Some(colon) = colon.filter(|colon| is_name(&line[begin..*colon])) {
        let space = line[..begin].to_vec();
        left = [space, trimmed(&line[colon + 1..]).to_vec()].concat();
    }
    let words: Vec<Letter> = left
        .into_iter()
        .filter(|(letter, _)| !NOTES.contains(letter))
        .collect();
    without_double_spaces(trimmed(&words))
}

/// Index at which words begin behind a dash and its spaces; none where a line has no dash.
fn dash(line: &[Letter]) -> Option<usize> {
    let (first, _) = line.first()?;
    let behind = line.iter().skip(1).position(|(letter, _)| *letter != ' ');
    DASHES
        .contains(first)
        .then(|| behind.map_or(line.len(), |behind| behind + 1))
}

fn lines(letters: &[Letter]) -> Vec<Vec<Letter>> {
    letters
        .split(|(letter, _)| *letter == '\n')
        .map(|line| trimmed(line).to_vec())
        .filter(|line| !line.is_empty())
        .collect()
}

fn trimmed(line: &[Letter]) -> &[Letter] {
    let is_word = |(letter, _): &Letter| !letter.is_whitespace();
    let start = line.iter().position(is_word).unwrap_or(line.len());
    let end = line.iter().rposition(is_word).map_or(start, |end| end + 1);
    &line[start..end]
}

fn without_double_spaces(line: &[Letter]) -> Vec<Letter> {
    let mut kept: Vec<Letter> = Vec::new();
    for letter in line {
        if letter.0 != ' ' || kept.last().is_none_or(|(last, _)| *last != ' ') {
            kept.push(*letter);
        }
    }
    kept
}
