//! Limits of how much of subtitles can be read at once, and how fast, and what is over them.

use patchbay_values::times::clock;

use super::asked::count;
use crate::shared::subtitles::Cue;
use crate::{Inputs, ToolError};

/// Limits that subtitles have to keep to; none: no such limit.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Limits {
    /// The most letters of a line.
    pub(crate) letters_per_line: Option<usize>,
    /// The most lines that are shown at once.
    pub(crate) lines: Option<usize>,
    /// The most letters that are read in a second.
    pub(crate) letters_per_second: Option<f64>,
    /// The shortest time that one is shown, in seconds.
    pub(crate) shortest: Option<f64>,
    /// The shortest time between two, in seconds.
    pub(crate) gap: Option<f64>,
}

/// As broadcasters and streaming services have them.
pub(crate) const USUAL: Limits = Limits {
    letters_per_line: Some(42),
    lines: Some(2),
    letters_per_second: Some(20.0),
    shortest: Some(0.833),
    gap: Some(0.08),
};
/// Times differ by less where they are written in thousandths.
const ROUNDING: f64 = 0.0015;

impl Limits {
    /// Those that are set.
    ///
    /// # Errors
    /// A value is no number.
    pub(crate) fn of(inputs: &Inputs) -> Result<Self, ToolError> {
        Ok(Self {
            letters_per_line: count(inputs, "letters_per_line")?,
            lines: count(inputs, "lines")?,
            letters_per_second: inputs.number("letters_per_second")?,
            shortest: inputs.seconds("shortest")?,
            gap: inputs.number("gap")?,
        })
    }

    /// The same, with others where it has none.
    pub(crate) fn or(self, others: Self) -> Self {
        Self {
            letters_per_line: self.letters_per_line.or(others.letters_per_line),
            lines: self.lines.or(others.lines),
            letters_per_second: self.letters_per_second.or(others.letters_per_second),
            shortest: self.shortest.or(others.shortest),
            gap: self.gap.or(others.gap),
        }
    }

    /// Subtitles that are over the limits: their number, from 1, with a sentence.
    pub(crate) fn over(&self, cues: &[Cue]) -> Vec<(usize, String)> {
        let all = cues.iter().enumerate();
        all.flat_map(|(place, cue)| {
            let wrong = self.over_by(cue, cues.get(place + 1));
            let at = clock(cue.start);
            wrong
                .into_iter()
                .map(move |wrong| (place + 1, format!("{} at {at}: {wrong}", place + 1)))
        })
        .collect()
    }

    fn over_by(&self, cue: &Cue, next: Option<&Cue>) -> Vec<String> {
        let text = cue.text();
        let widths = text.lines().map(|line| line.chars().count());
        let widest = widths.max().unwrap_or(0);
        let (count, shown) = (text.lines().count(), cue.end - cue.start);
        let speed = letters(&text) as f64 / shown;
        let gap = next.map(|next| next.start - cue.end);
        let wrong = [
            self.letters_per_line
                .filter(|most| widest > *most)
                .map(|most| format!("a line of {widest} letters, {most} are the most")),
            self.lines
                .filter(|most| count > *most)
                .map(|most| format!("{count} lines, {most} are the most")),
            self.letters_per_second
                .filter(|most| speed > most + 0.05)
                .map(|most| format!("{speed:.1} letters a second, {most} are the most")),
            self.shortest
                .filter(|least| shown + ROUNDING < *least)
                .map(|least| format!("shown for {shown:.2} s, {least} s is the least")),
            gap.filter(|gap| *gap < -ROUNDING)
                .map(|gap| format!("{:.2} s over the next one", -gap)),
            gap.zip(self.gap)
                .filter(|(gap, least)| *gap >= -ROUNDING && gap + ROUNDING < *least)
                .map(|(gap, least)| {
                    format!(
                        "{:.2} s before the next one, {least} s is the least",
                        gap.max(0.0)
                    )
                }),
        ];
        wrong.into_iter().flatten().collect()
    }
}

/// Number of letters of a text that are read.
pub(crate) fn letters(text: &str) -> usize {
    text.chars().filter(|letter| *letter != '\n').count()
}
