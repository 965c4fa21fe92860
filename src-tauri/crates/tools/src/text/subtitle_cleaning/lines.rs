//! Lines of subtitles: as long and as many as can be read.

use super::super::shared::subtitle_limits::Limits;
use crate::shared::subtitles::{Cue, Run};

/// Marks with which somebody else begins to speak.
pub(super) const DASHES: [char; 4] = ['-', '–', '—', '‐'];

/// A letter, and whether it is italic.
pub(super) type Letter = (char, bool);

/// The letters of a subtitle.
pub(super) fn letters_of(cue: &Cue) -> Vec<Letter> {
    let of_run = |run: &Run| {
        let is_italic = run.is_italic;
        let letters = run.text.chars().map(move |letter| (letter, is_italic));
        letters.collect::<Vec<_>>()
    };
    cue.runs.iter().flat_map(of_run).collect()
}

/// A subtitle of letters.
pub(super) fn cue_of(start: f64, end: f64, letters: &[Letter]) -> Cue {
    let run = |run: &[Letter]| Run {
        text: run.iter().map(|(letter, _)| letter).collect(),
        is_italic: run[0].1,
    };
    let runs = letters.chunk_by(|a, b| a.1 == b.1).map(run).collect();
    Cue { start, end, runs }
}

/// Subtitles with lines no longer than a limit; those with more lines than another one become several,
/// each for its share of the time.
pub(super) fn wrapped(cues: &[Cue], limits: &Limits) -> Vec<Cue> {
    if limits.letters_per_line.is_none() && limits.lines.is_none() {
        return cues.to_vec();
    }
    let most = limits.letters_per_line.unwrap_or(usize::MAX);
    let of = |cue: &Cue| {
        let text = cue.text();
        let is_fine = text.lines().all(|line| line.chars().count() <= most)
            && limits
                .lines
                .is_none_or(|lines| text.lines().count() <= lines);
        if is_fine {
            return vec![cue.clone()];
        }
        let lines = broken(&letters_of(cue), most);
        let at_once = limits.lines.unwrap_or(lines.len()).max(1);
        in_parts(cue, &lines, at_once)
    };
    cues.iter().flat_map(of).collect()
}

/// Lines no longer than `most`. A line with a dash begins anew, since somebody else speaks.
fn broken(letters: &[Letter], most: usize) -> Vec<Vec<Letter>> {
    let mut speeches: Vec<Vec<Letter>> = Vec::new();
    for line in letters.split(|(letter, _)| *letter == '\n') {
        let is_new = line
            .first()
            .is_some_and(|(letter, _)| DASHES.contains(letter));
        match speeches.last_mut().filter(|_| !is_new) {
            Some(speech) => {
                speech.push((' ', false));
                speech.extend(line);
            }
            None => speeches.push(line.to_vec()),
        }
    }
    let in_lines = |speech: Vec<Letter>| {
        let words: Vec<Vec<Letter>> = speech
            .split(|(letter, _)| *letter == ' ')
            .filter(|word| !word.is_empty())
            .flat_map(|word| pieces(word, most))
            .collect();
        balanced(&words, most)
    };
    speeches.into_iter().flat_map(in_lines).collect()
}

/// A word, cut where it is longer than a line.
fn pieces(word: &[Letter], most: usize) -> Vec<Vec<Letter>> {
    word.chunks(most).map(<[Letter]>::to_vec).collect()
}

/// Words in as few lines as fit, all about as long.
fn balanced(words: &[Vec<Letter>], most: usize) -> Vec<Vec<Letter>> {
    let fewest = filled(words, most);
    let total: usize = words.iter().map(|word| word.len() + 1).sum();
    let least = total / fewest.len().max(1);
    (least..most.min(total))
        .map(|width| filled(words, width))
        .find(|lines| lines.len() <= fewest.len() && lines.iter().all(|line| line.len() <= most))
        .unwrap_or(fewest)
}

/// Words in lines that are filled up to a width one after the other.
fn filled(words: &[Vec<Letter>], width: usize) -> Vec<Vec<Letter>> {
    let mut lines: Vec<Vec<Letter>> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                let is_italic = line.last().is_some_and(|(_, italic)| *italic) && word[0].1;
                line.push((' ', is_italic));
                line.extend(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

/// Lines as subtitles one after the other, at most `at_once` together, each for as long as its share of
/// the letters.
fn in_parts(cue: &Cue, lines: &[Vec<Letter>], at_once: usize) -> Vec<Cue> {
    let count = lines.len().div_ceil(at_once).max(1);
    let size = lines.len().div_ceil(count);
    let total: usize = lines.iter().map(Vec::len).sum();
    let mut before = 0;
    let time =
        |letters: usize| cue.start + (cue.end - cue.start) * letters as f64 / total.max(1) as f64;
    lines
        .chunks(size.max(1))
        .map(|part| {
            let start = time(before);
            before += part.iter().map(Vec::len).sum::<usize>();
            cue_of(start, time(before), &part.join(&('\n', false)))
        })
        .collect()
}
