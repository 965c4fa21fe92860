//! The places that parts have in a piece.

/// Role of a part, which decides its place in the mix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Lead,
    Chords,
    Pad,
    Bass,
}
