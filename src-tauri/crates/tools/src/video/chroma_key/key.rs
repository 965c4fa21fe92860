//! The colour of a screen that somebody stands in front of, measured where it is seen.

use patchbay_media::video::Frame;

/// Less colour than this is grey, in steps of 256 from the middle.
const GREY: f64 = 22.0;
/// Maximum distance of a colour from that of a screen, as an angle in degrees.
const SIMILAR: f64 = 32.0;
/// Minimum share of the border that a screen takes.
const SEEN: f64 = 0.04;

/// A colour that screens have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Screen {
    Green,
    Blue,
}

impl Screen {
    /// The word for it, as libav's `despill` knows it too.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Blue => "blue",
        }
    }

    /// Its angle among the colours, from the blue difference to the red one.
    fn angle(self) -> f64 {
        let (blue, red): (f64, f64) = match self {
            Self::Green => (-58.0, -100.0),
            Self::Blue => (112.0, -30.0),
        };
        red.atan2(blue).to_degrees()
    }
}

/// A screen's colour: brightness and the two colour differences.
pub(super) type Key = [u8; 3];

/// The colour of the screen that the border of a frame shows: of the wanted kind, or of the one
/// that more of it has. None where none is seen.
pub(super) fn measured(frame: &Frame, wanted: Option<Screen>) -> Option<(Screen, Key)> {
    let planes = [0, 1, 2].map(|number| frame.plane(number));
    let (width, height) = (planes[1].width, planes[1].height);
    let edge = (width.min(height) / 8).max(1);
    let value = |number: usize, x: usize, y: usize| {
        let plane = &planes[number];
        plane
            .bytes
            .get(y * plane.stride + x)
            .copied()
            .unwrap_or(128)
    };
    let mut border = 0.0;
    let mut found = [(Screen::Green, Vec::new()), (Screen::Blue, Vec::new())];
    for y in 0..height {
        for x in 0..width {
            // Whoever stands there stands at the lower edge.
            if y >= edge && x >= edge && x + edge < width {
                continue;
            }
            border += 1.0;
            let color = [value(0, 2 * x, 2 * y), value(1, x, y), value(2, x, y)];
            if let Some((_, colors)) = found.iter_mut().find(|(screen, _)| is_of(*screen, color)) {
                colors.push(color);
            }
        }
    }
    let seen = found
        .into_iter()
        .filter(|(screen, _)| wanted.is_none_or(|wanted| wanted == *screen))
        .max_by_key(|(_, colors)| colors.len())
        .filter(|(_, colors)| !colors.is_empty() && colors.len() as f64 >= SEEN * border)?;
    let (screen, colors) = seen;
    Some((screen, [0, 1, 2].map(|part| median(&colors, part))))
}

fn is_of(screen: Screen, [_, blue, red]: Key) -> bool {
    let (blue, red) = (f64::from(blue) - 128.0, f64::from(red) - 128.0);
    let apart = (red.atan2(blue).to_degrees() - screen.angle()).rem_euclid(360.0);
    blue.hypot(red) > GREY && apart.min(360.0 - apart) < SIMILAR
}

fn median(colors: &[Key], part: usize) -> u8 {
    let mut values: Vec<u8> = colors.iter().map(|color| color[part]).collect();
    let middle = values.len() / 2;
    *values.select_nth_unstable(middle).1
}
