//! Size of the letters on a video, and their place: legible on a telephone, and clear of the edges.

/// Height of the lines of the built-in font, `DejaVu Sans`, in letters' squares: from the highest
/// letter to the lowest.
pub(crate) const LINE: f64 = 1.164;

/// Horizontal place of words on a video.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Across {
    Left,
    #[default]
    Middle,
    Right,
}

/// Vertical place of words on a video.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Down {
    Top,
    Middle,
    #[default]
    Bottom,
    /// Above the bottom, where names of people stand.
    LowerThird,
}

/// Place of words on a video.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) across: Across,
    pub(crate) down: Down,
}

impl Place {
    /// The place of that name: a corner, an edge, the middle or the lower third.
    pub(crate) fn named(name: &str) -> Self {
        let is = |word: &str| name.split(' ').any(|one| one == word);
        let across = if is("left") || is("third") {
            Across::Left
        } else if is("right") {
            Across::Right
        } else {
            Across::Middle
        };
        let down = if is("third") {
            Down::LowerThird
        } else if is("top") {
            Down::Top
        } else if is("bottom") {
            Down::Bottom
        } else {
            Down::Middle
        };
        Self { across, down }
    }
}

/// Style of words on a video: what can be chosen of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Style {
    /// Place of the words.
    pub(crate) place: Place,
    /// Scale of the words: 1 is legible on a telephone.
    pub(crate) scale: f64,
    /// Height of the words, as a share of the video's shorter side, whatever their scale.
    pub(crate) share: Option<f64>,
    /// Their colour.
    pub(crate) color: [u8; 3],
    /// The colour of the box behind them, in place of a dark line around them.
    pub(crate) background: Option<[u8; 3]>,
    /// Time that they take to come and to go, in seconds; 0: they are there at once.
    pub(crate) fade: f64,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            place: Place::default(),
            scale: 1.0,
            share: None,
            color: [255; 3],
            background: None,
            fade: 0.0,
        }
    }
}

/// Measures for a video, in its pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Look {
    /// The height of the letters' square (their em).
    pub(crate) letters: f64,
    /// Thickness of the dark line around them.
    pub(crate) outline: f64,
    /// Distance that the box behind them reaches beyond them.
    pub(crate) padding: f64,
    /// From the sides.
    pub(crate) beside: f64,
    /// From the bottom, or the top.
    pub(crate) below: f64,
}

impl Look {
    /// For words of that style on a video of `width` x `height` pixels.
    pub(crate) fn of(width: u32, height: u32, style: &Style) -> Self {
        let (width, height) = (f64::from(width), f64::from(height));
        let shorter = width.min(height);
        let usual = ((shorter * 0.05).max(13.0) * style.scale).min(shorter / 4.0);
        let letters = style
            .share
            .map_or(usual, |share| (shorter * share).max(2.0));
        // Upright videos are shown on telephones, with buttons over their lower part.
        let below = match style.place.down {
            Down::LowerThird => height * if height > width { 0.24 } else { 0.16 },
            _ => height * if height > width { 0.14 } else { 0.055 },
        };
        Self {
            letters,
            outline: (letters * 0.075).max(1.0),
            padding: letters * 0.3,
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
        let usual = Style::default();
        let (wide, upright, tiny) = (
            Look::of(1920, 1080, &usual),
            Look::of(1080, 1920, &usual),
            Look::of(64, 36, &usual),
        );
        assert!(
            (50.0..60.0).contains(&wide.letters) && (wide.letters - upright.letters).abs() < 1e-9
        );
        assert!(upright.below > 0.1 * 1920.0 && wide.below > 40.0);
        assert!(tiny.letters <= 9.0 && tiny.outline >= 1.0);
        assert!(Look::of(640, 360, &usual).letters >= 13.0);
        let larger = Style {
            scale: 1.5,
            ..usual
        };
        assert!((Look::of(1920, 1080, &larger).letters / wide.letters - 1.5).abs() < 1e-9);
        let set = Style {
            share: Some(0.1),
            ..larger
        };
        assert!((Look::of(1920, 1080, &set).letters - 108.0).abs() < 1e-9);
    }

    #[test]
    fn places_have_names() {
        let place = |across, down| Place { across, down };
        assert_eq!(Place::named("bottom"), Place::default());
        assert_eq!(Place::named("top right"), place(Across::Right, Down::Top));
        assert_eq!(Place::named("left"), place(Across::Left, Down::Middle));
        assert_eq!(
            Place::named("lower third"),
            place(Across::Left, Down::LowerThird)
        );
    }
}
