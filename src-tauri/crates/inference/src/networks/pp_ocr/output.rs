//! Outputs of the detector and the recogniser.

/// Place of a line of text: its corners in pixels as `(x, y)`, from the upper left one clockwise as
/// the line is read.
#[derive(Debug, Clone, PartialEq)]
pub struct TextBox {
    /// The corners.
    pub corners: [(f32, f32); 4],
    /// How sure the detector is, from 0 to 1.
    pub score: f32,
}

/// Text of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Its characters; none where nothing was made out.
    pub text: String,
    /// How sure the recogniser is of a character on average, from 0 to 1.
    pub score: f32,
}
