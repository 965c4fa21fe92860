//! Places of the same thing in two frames.

/// A corner at `from` in one frame and at `to` in the next, in pixels from the centre of the first
/// one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pair {
    pub(crate) from: (f64, f64),
    pub(crate) to: (f64, f64),
}
