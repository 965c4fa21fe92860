//! How well an example aligns with words.

use std::collections::HashSet;

use patchbay_domain::{NamedResource, TextRole, Toolbox};

use super::part::{Part, SLOT};
use super::{Alignment, Capture, NOTHING, Pattern};
use crate::words::lexicon;
use crate::words::tokens::{Kind, TIME, Token, UNIT};

impl Pattern {
    /// The share of its words, by what they count, that are among `words`.
    pub(super) fn mention(&self, words: &HashSet<&str>) -> f32 {
        let (mut there, mut all) = (0.0, 0.0);
        for part in &self.parts {
            if let Part::Word(word, weight) = part {
                all += weight;
                there += if words.contains(word.as_str()) {
                    *weight
                } else {
                    0.0
                };
            }
        }
        if all > 0.5 { there / all } else { 0.0 }
    }

    /// The most points that an alignment with tokens of these words can reach.
    pub(super) fn points_at_best(&self, words: &HashSet<&str>) -> f32 {
        let points = |part: &Part| match part {
            Part::Word(word, _) if !words.contains(word.as_str()) => -part.missing(),
            part => part.worth(),
        };
        self.parts.iter().map(points).sum::<f32>()
    }

    /// Aligns the whole example with the whole of `tokens`. `leaving`: what it costs to leave out
    /// each token.
    pub(super) fn align(
        &self,
        tokens: &[Token],
        leaving: &[f32],
        resources: &[NamedResource],
        toolbox: &Toolbox,
    ) -> Alignment {
        let table = self.fill_table(tokens, leaving, resources, toolbox);
        let total = table.points[table.points.len() - 1];
        Alignment {
            points: total,
            likeness: (total / self.best).clamp(0.0, 1.0),
            mention: 0.0,
            captures: self.captures(&table, tokens),
        }
    }

    /// Finds the best alignment of the first parts with the first tokens, for any number of either.
    fn fill_table(
        &self,
        tokens: &[Token],
        leaving: &[f32],
        resources: &[NamedResource],
        toolbox: &Toolbox,
    ) -> Table {
        let (rows, columns) = (self.parts.len() + 1, tokens.len() + 1);
        let mut points = vec![NOTHING; rows * columns];
        let mut back: Vec<(u8, u8)> = vec![(0, 0); rows * columns];
        let at = |row: usize, column: usize| row * columns + column;
        points[0] = 0.0;
        for row in 0..rows {
            for column in 0..columns {
                let mut best = (points[at(row, column)], back[at(row, column)]);
                let mut offer = |value: f32, step: (u8, u8)| {
                    if value > best.0 {
                        best = (value, step);
                    }
                };
                if column > 0 {
                    offer(points[at(row, column - 1)] - leaving[column - 1], (0, 1));
                }
                if row > 0 {
                    let part = &self.parts[row - 1];
                    offer(points[at(row - 1, column)] - part.missing(), (1, 0));
                    if column > 0
                        && let Some(gain) = part.takes(&tokens[column - 1], resources, toolbox)
                    {
                        offer(points[at(row - 1, column - 1)] + gain, (1, 1));
                    }
                    for (length, gain) in span_gains(part, &tokens[..column]) {
                        offer(
                            points[at(row - 1, column - length)] + gain,
                            (1, length as u8),
                        );
                    }
                }
                points[at(row, column)] = best.0;
                back[at(row, column)] = best.1;
            }
        }
        Table {
            points,
            back,
            columns,
        }
    }

    /// Follows the best alignment of all parts with all tokens back to its beginning: what each
    /// slot for words took, in order.
    fn captures(&self, table: &Table, tokens: &[Token]) -> Vec<Capture> {
        let mut captures = Vec::new();
        let (mut row, mut column) = (self.parts.len(), tokens.len());
        while row > 0 || column > 0 {
            let (up, left) = table.back[row * table.columns + column];
            if up == 0 && left == 0 {
                break;
            }
            if up == 1 && left > 0 {
                let role = match &self.parts[row - 1] {
                    Part::Words(role) => Some(Some(*role)),
                    Part::Text => Some(Some(TextRole::Content)),
                    Part::Title => Some(None),
                    _ => None,
                };
                let range = column - left as usize..column;
                let is_file = matches!(
                    tokens[range.start].kind,
                    Kind::Files(_) | Kind::Reference { .. }
                ) && left == 1;
                if let Some(role) = role.filter(|_| !is_file) {
                    captures.push(Capture {
                        role,
                        tokens: range,
                    });
                }
            }
            row -= up as usize;
            column -= left as usize;
        }
        captures.reverse();
        captures
    }
}

/// Best alignments of the first parts of an example with the first tokens of a text, row by row:
/// one row for each number of parts, one column for each number of tokens, from 0.
struct Table {
    /// Points of each.
    points: Vec<f32>,
    /// How each was reached: the rows and columns to step back; none back where it was not.
    back: Vec<(u8, u8)>,
    columns: usize,
}

/// What a slot for words gains by taking the last of `tokens`: each number of tokens that it may
/// take, from 1, with its points. Empty for other parts.
fn span_gains(part: &Part, tokens: &[Token]) -> impl Iterator<Item = (usize, f32)> {
    let (most, cost) = part.span().unwrap_or((0, 0.0));
    let is_object = matches!(part, Part::Words(TextRole::Object));
    (1..=most.min(tokens.len())).map_while(move |length| {
        let token = &tokens[tokens.len() - length];
        let copied = match &token.kind {
            Kind::Files(_) => false,
            Kind::Break => !is_object && length > 1,
            // “Cut out the first ten seconds” is not about a thing to be seen.
            Kind::Word(word) if word == TIME || word == UNIT => !is_object,
            _ => true,
        };
        if !copied {
            return None;
        }
        let light = length == 1 && matches!(&token.kind, Kind::Word(w) if lexicon::is_light(w));
        let only_light = if light { 1.0 } else { 0.0 };
        let gain = SLOT - only_light - cost * length.saturating_sub(2) as f32;
        Some((length, gain))
    })
}
