//! Limits of effects: the least and the most of each.

/// The least and the most semitones.
pub const PITCHES: (f64, f64) = (-24.0, 24.0);
/// The least and the largest factor of a tempo or a speed.
pub const TEMPI: (f64, f64) = (0.2, 5.0);
/// The least and the most dB of an audio clip.
pub const GAINS: (f64, f64) = (-60.0, 60.0);
/// The least and the most LUFS.
pub const LOUDNESSES: (f64, f64) = (-40.0, -5.0);
/// The least and the most dB of a band.
pub const BAND_GAINS: (f64, f64) = (-24.0, 24.0);
/// The least and the most Hz of a band.
pub const FREQUENCIES: (f64, f64) = (10.0, 40_000.0);
/// The least and the largest ratio of a compressor.
pub const RATIOS: (f64, f64) = (1.0, 100.0);
/// The least and the most dB of a compressor's threshold.
pub const THRESHOLDS: (f64, f64) = (-80.0, 0.0);
/// The least and the largest factor of a width.
pub const WIDTHS: (f64, f64) = (0.0, 5.0);
/// The least and the most seconds between two echoes.
pub const ECHOES: (f64, f64) = (0.02, 5.0);
/// The least and the most seconds that a room rings.
pub const REVERBS: (f64, f64) = (0.1, 12.0);
/// The least and the most seconds of a fade.
pub const FADES: (f64, f64) = (0.0, 3600.0);
/// The least and the most seconds of silence.
pub const SILENCES: (f64, f64) = (0.0, 3600.0);
