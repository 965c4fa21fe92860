//! Keys, scales and chords. Notes are thought of as degrees of a scale (0 is the tonic, 7 the tonic
//! an octave higher), so that nothing composed can leave the key; they become MIDI numbers last.

/// A seven-note scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Major,
    Minor,
    Dorian,
    Phrygian,
    Lydian,
    Mixolydian,
}

impl Mode {
    /// Semitones above the tonic of each degree.
    fn intervals(self) -> [i32; 7] {
        match self {
            Self::Major => [0, 2, 4, 5, 7, 9, 11],
            Self::Minor => [0, 2, 3, 5, 7, 8, 10],
            Self::Dorian => [0, 2, 3, 5, 7, 9, 10],
            Self::Phrygian => [0, 1, 3, 5, 7, 8, 10],
            Self::Lydian => [0, 2, 4, 6, 7, 9, 11],
            Self::Mixolydian => [0, 2, 4, 5, 7, 9, 10],
        }
    }
}

/// A tonic and a scale on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    /// Semitones of the tonic above C, 0 to 11.
    pub tonic: i32,
    /// The scale.
    pub mode: Mode,
}

impl Key {
    /// The MIDI number of a degree; degree 0 lies between F sharp below and F above middle C.
    pub(crate) fn pitch(self, degree: i32) -> i32 {
        let base = if self.tonic > 5 { 48 } else { 60 } + self.tonic;
        base + 12 * degree.div_euclid(7) + self.mode.intervals()[degree.rem_euclid(7) as usize]
    }

    /// The degree whose pitch is nearest to a MIDI number.
    pub(crate) fn nearest_degree(self, pitch: i32) -> i32 {
        let guess = (pitch - self.pitch(0)) * 7 / 12;
        (guess - 3..=guess + 3)
            .min_by_key(|&degree| (self.pitch(degree) - pitch).abs())
            .expect("the range is not empty")
    }
}

/// Tones that are stacked on a chord's root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colour {
    /// Root, third, fifth.
    Triad,
    /// A triad with the seventh.
    Seventh,
    /// A triad with the ninth.
    Ninth,
}

/// A chord of the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chord {
    /// The degree of its root, 0 to 6.
    pub root: i32,
    /// Tones that are stacked on it.
    pub colour: Colour,
}

impl Chord {
    /// Its degrees, each 0 to 6: root, third, fifth, and the fourth tone where it has one.
    pub(crate) fn tones(self) -> Vec<i32> {
        let steps: &[i32] = match self.colour {
            Colour::Triad => &[0, 2, 4],
            Colour::Seventh => &[0, 2, 4, 6],
            Colour::Ninth => &[0, 2, 4, 1],
        };
        steps
            .iter()
            .map(|step| (self.root + step).rem_euclid(7))
            .collect()
    }

    /// Whether a degree of any octave is a tone of it.
    pub(crate) fn contains(self, degree: i32) -> bool {
        self.tones().contains(&degree.rem_euclid(7))
    }
}

/// The frequency of a MIDI number in Hz, equally tempered, A4 = 440 Hz.
pub(crate) fn frequency(pitch: f64) -> f64 {
    440.0 * 2.0_f64.powf((pitch - 69.0) / 12.0)
}
