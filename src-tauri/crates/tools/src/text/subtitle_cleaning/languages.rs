//! Subtitles in two languages, one above the other.

use super::lines::{cue_of, letters_of};
use crate::shared::subtitles::Cue;

/// The lines of the first or the second language of each subtitle. Where one has a single line, it is
/// taken for both.
pub(super) fn only(cues: &[Cue], which: &str) -> Vec<Cue> {
    let of = |cue: &Cue| {
        let letters = letters_of(cue);
        let lines: Vec<_> = letters.split(|(letter, _)| *letter == '\n').collect();
        if lines.len() < 2 {
            return cue.clone();
        }
        let texts: Vec<String> = lines
            .iter()
            .map(|line| line.iter().map(|(letter, _)| letter).collect())
            .collect();
        let middle = other_script(&texts).unwrap_or(lines.len().div_ceil(2));
        let kept = if which == "second" {
            &lines[middle..]
        } else {
            &lines[..middle]
        };
        cue_of(cue.start, cue.end, &kept.join(&('\n', false)))
    };
    cues.iter().map(of).collect()
}

/// The first line in another script than the first, such as Chinese below English.
fn other_script(lines: &[String]) -> Option<usize> {
    let script = |line: &String| whatlang::detect_script(line);
    let first = script(&lines[0])?;
    lines
        .iter()
        .position(|line| script(line).is_some_and(|other| other != first))
}
