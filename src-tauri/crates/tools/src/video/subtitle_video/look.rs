//! How large the letters on a video are, and where they stand: legible on a telephone, and clear of
//! the edges.

/// How high the lines of the built-in font, `DejaVu Sans`, are in letters' squares: from the
/// highest letter to the lowest.
pub(super) const LINE: f64 = 1.164;

/// Where words stand on a video.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::video) enum Place {
    Top,
    Middle,
    #[default]
    Bottom,
}

/// How words on a video look: what can be chosen of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::video) struct Style {
    /// Where they stand.
    pub(in crate::video) place: Place,
    /// How large they are: 1 is legible on a telephone.
    pub(in crate::video) scale: f64,
    /// Their colour.
    pub(in crate::video) color: [u8; 3],
}

impl Default for Style {
    fn default() -> Self {
        Self {
            place: Place::default(),
            scale: 1.0,
            color: [255; 3],
        }
    }
}

/// Measures for a video, in its pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    /// The height of the letters' square (their em).
    pub(super) letters: f64,
    /// How thick the dark line around them is.
    pub(super) outline: f64,
    /// From the sides.
    pub(super) beside: f64,
    /// From the bottom, or the top.
    pub(super) below: f64,
}

impl Look {
    /// For a video of `width` x `height` pixels and letters of that scale.
    pub(super) fn of(width: u32, height: u32, scale: f64) -> Self {
        let (width, height) = (f64::from(width), f64::from(height));
        let shorter = width.min(height);
        let letters = ((shorter * 0.05).max(13.0) * scale).min(shorter / 4.0);
        // Upright videos are shown on telephones, with buttons over their lower part.
        let below = height * if height > width { 0.14 } else { 0.055 };
        Self {
            letters,
            outline: (letters * 0.075).max(1.0),
            beside: width * 0.06,
            below,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_legible_and_fit() {
        let (wide, upright, tiny) = (
            Look::of(1920, 1080, 1.0),
            Look::of(1080, 1920, 1.0),
            Look::of(64, 36, 1.0),
        );
        assert!(
            (50.0..60.0).contains(&wide.letters) && (wide.letters - upright.letters).abs() < 1e-9
        );
        assert!(upright.below > 0.1 * 1920.0 && wide.below > 40.0);
        assert!(tiny.letters <= 9.0 && tiny.outline >= 1.0);
        assert!(Look::of(640, 360, 1.0).letters >= 13.0);
        assert!((Look::of(1920, 1080, 1.5).letters / wide.letters - 1.5).abs() < 1e-9);
    }
}
