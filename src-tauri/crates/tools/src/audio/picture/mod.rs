//! Pictures of sound: what is measured ([`spectrum`]) and how it is drawn ([`chart`]).

pub(super) mod chart;
pub(super) mod spectrum;

/// Columns of the drawing, and so of what is measured.
pub(super) const COLUMNS: usize = 1_400;
/// Rows of the spectrogram.
pub(super) const ROWS: usize = 560;
