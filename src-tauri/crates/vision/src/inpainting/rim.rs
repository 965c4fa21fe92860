//! Shine of what is removed over the outline of its mask: a cut-out is seldom right to the pixel,
//! and edges in an image are soft. A hole that is blank (a bar, a scratch, an erased place) shines
//! nowhere, and what lies beside it is the best that is known of what it should be.

use super::Color;

/// Colours of a blank place differ by no more than this, of 1.
const EVEN: f32 = 0.02;

/// Whether all that a mask covers is of one colour. Both row by row.
pub(super) fn is_blank(colors: &[Color], mask: &[bool]) -> bool {
    let mut covered = colors
        .iter()
        .zip(mask)
        .filter(|(_, covered)| **covered)
        .map(|(color, _)| color);
    let first = covered.next().copied().unwrap_or_default();
    let is_even = |color: &Color| {
        color
            .iter()
            .zip(first)
            .all(|(value, first)| (value - first).abs() <= EVEN)
    };
    covered.all(is_even)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_place_is_told_from_a_thing() {
        let mask = [false, true, true, false];
        let grey = |levels: [f32; 4]| levels.map(|level| [level, level, level, 1.0]);
        assert!(is_blank(&grey([0.8, 0.1, 0.11, 0.7]), &mask));
        assert!(!is_blank(&grey([0.8, 0.1, 0.3, 0.7]), &mask));
    }
}
