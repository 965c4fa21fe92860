//! Letters on images, as coverage that is painted in any colour.
//!
//! The letters are `DejaVu Sans Bold` (Bitstream Vera licence, carried by the crate `dejavu`):
//! Latin, Greek and Cyrillic.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};

static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(dejavu::sans::bold()).expect("the font that is built in is whole")
});

/// Width of a line in pixels, with letters of that height.
pub fn width(line: &str, letter_height: f32) -> f32 {
    let font = FONT.as_scaled(PxScale::from(letter_height));
    let mut last = None;
    let advance = |letter| {
        let id = font.glyph_id(letter);
        let kern = last.replace(id).map_or(0.0, |last| font.kern(last, id));
        kern + font.h_advance(id)
    };
    line.chars().map(advance).sum()
}

/// Height of a line in pixels, from the highest letter to the lowest.
pub fn line_height(letter_height: f32) -> f32 {
    FONT.as_scaled(PxScale::from(letter_height)).height()
}

/// Draws a line whose top left corner lies at `(left, top)`: `paint(x, y, cover)` is called for
/// every pixel that a letter covers, with how much of it (0 to 1). Pixels may lie anywhere, also
/// left of or above the image.
pub fn draw(
    line: &str,
    letter_height: f32,
    (left, top): (f32, f32),
    mut paint: impl FnMut(i32, i32, f32),
) {
    let font = FONT.as_scaled(PxScale::from(letter_height));
    let mut pen = left;
    let mut last = None;
    for letter in line.chars() {
        let id = font.glyph_id(letter);
        pen += last.replace(id).map_or(0.0, |last| font.kern(last, id));
        let glyph = id.with_scale_and_position(
            PxScale::from(letter_height),
            point(pen, top + font.ascent()),
        );
        pen += font.h_advance(id);
        let Some(outline) = FONT.outline_glyph(glyph) else {
            continue;
        };
        let corner = outline.px_bounds().min;
        outline.draw(|x, y, cover| {
            paint(
                corner.x as i32 + x as i32,
                corner.y as i32 + y as i32,
                cover,
            );
        });
    }
}

/// The first letter of a text that cannot be drawn as it is written: one that the font lacks, or
/// one of a script whose letters join or run from right to left.
pub fn undrawable(text: &str) -> Option<char> {
    let joined = |letter: char| matches!(u32::from(letter), 0x0590..=0x08FF | 0x0900..=0x0DFF | 0xFB1D..=0xFEFC);
    text.chars().find(|&letter| {
        !letter.is_whitespace()
            && !letter.is_control()
            && (joined(letter) || FONT.glyph_id(letter).0 == 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_drawn_where_it_was_measured() {
        let (mut right, mut left, mut ink) = (0, i32::MAX, 0.0);
        draw("WATER level", 40.0, (10.0, 5.0), |x, y, cover| {
            assert!(y >= 5 && y <= 5 + line_height(40.0) as i32);
            (left, right, ink) = (left.min(x), right.max(x), ink + cover);
        });
        assert!(left >= 9 && (right as f32) < 12.0 + width("WATER level", 40.0) && ink > 1_000.0);
        assert!(right as f32 > width("WATER level", 40.0));
    }

    #[test]
    fn letters_that_would_come_out_wrong_are_known() {
        assert_eq!(undrawable("Größe, Ωμέγα, Привет!\n€ “x” → ½"), None);
        assert_eq!(undrawable("Sale 漢字"), Some('漢'));
        assert_eq!(undrawable("שלום"), Some('ש'));
    }
}
