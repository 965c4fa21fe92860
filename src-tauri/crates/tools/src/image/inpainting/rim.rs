//! How far what is removed shines over the outline of its mask: a cut-out is seldom right to the pixel, and edges in a
//! picture are soft. A hole that is blank (a bar, a scratch, an erased place) shines nowhere, and what lies beside it is the
//! best that is known of what it should be.

use super::Color;

/// Colours of a blank place differ by no more than this, of 1.
const EVEN: f32 = 0.02;

/// What to fill: `wide`, which reaches over the outline of `mask`, or just `mask` where that is blank. All row by row.
pub(super) fn hole(colors: &[Color], mask: Vec<bool>, wide: Vec<bool>) -> Vec<bool> {
    let mut covered = colors.iter().zip(&mask).filter(|(_, covered)| **covered).map(|(color, _)| color);
    let first = covered.next().copied().unwrap_or_default();
    let is_even = |color: &Color| color.iter().zip(first).all(|(value, first)| (value - first).abs() <= EVEN);
    if covered.all(is_even) { mask } else { wide }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_place_is_filled_as_it_is_and_a_thing_with_its_rim() {
        let (mask, wide) = (vec![false, true, true, false], vec![true; 4]);
        let grey = |levels: [f32; 4]| levels.map(|level| [level, level, level, 1.0]);
        assert_eq!(hole(&grey([0.8, 0.1, 0.11, 0.7]), mask.clone(), wide.clone()), mask);
        assert_eq!(hole(&grey([0.8, 0.1, 0.3, 0.7]), mask, wide.clone()), wide);
    }
}
