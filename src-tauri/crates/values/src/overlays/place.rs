//! A place on an image: a corner, an edge, the middle.

use std::fmt;

/// The names of the places by rows, from the top left.
pub const PLACES: [&str; 9] = [
    "top left",
    "top",
    "top right",
    "left",
    "middle",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
];

/// A corner, the middle of an edge, or the middle of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Column from the left: 0, 1 or 2.
    across: usize,
    /// Row from the top: 0, 1 or 2.
    down: usize,
}

impl Place {
    /// Usual place of an overlay.
    pub const BOTTOM_RIGHT: Self = Self::at(2, 2);
    /// Middle of both directions.
    pub const MIDDLE: Self = Self::at(1, 1);

    /// The place in that column from the left and that row from the top, of three each.
    pub const fn at(across: usize, down: usize) -> Self {
        const fn of_three(number: usize) -> usize {
            if number < 3 { number } else { 2 }
        }
        Self {
            across: of_three(across),
            down: of_three(down),
        }
    }

    /// Reads a place by its name; none where none has it.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let number = PLACES.iter().position(|place| *place == text)?;
        Some(Self::at(number % 3, number / 3))
    }

    /// Returns the distances from the left and from the top, each from 0 to 1.
    pub fn shares(self) -> (f64, f64) {
        (self.across as f64 / 2.0, self.down as f64 / 2.0)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PLACES[self.down * 3 + self.across])
    }
}
