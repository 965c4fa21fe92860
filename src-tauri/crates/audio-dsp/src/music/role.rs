//! The places that parts have in a piece.

/// What a part is for: it decides its place in the mix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Lead,
    Chords,
    Pad,
    Bass,
}
