//! Kinds of sound that passages speak for: evidence is added up for each kind and turned into
//! shares.

use super::passages::Passage;

/// Kind of sound that a passage can be taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Somebody speaks.
    Speech,
    /// Notes or a beat.
    Music,
    /// Neither, as rain, wind or a machine.
    Noise,
    /// One sound that does not change, as a beep or a hum.
    Tone,
}

impl Kind {
    /// All of them, in the order of [`verdict`]'s shares.
    pub const ALL: [Self; 4] = [Self::Speech, Self::Music, Self::Noise, Self::Tone];

    /// Name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Speech => "speech",
            Self::Music => "music",
            Self::Noise => "noise",
            Self::Tone => "steady tone",
        }
    }
}

/// Units of evidence that make one kind e times as likely as another: enough that a close call
/// looks like one.
const CAUTION: f32 = 2.0;

/// Likelihood of each of [`Kind::ALL`], together 1; the mean over all passages that are not silent.
/// None where all are.
pub fn verdict(passages: &[Option<Passage>]) -> Option<[f32; 4]> {
    let heard: Vec<[f32; 4]> = passages.iter().flatten().map(shares).collect();
    let count = heard.len() as f32;
    (!heard.is_empty()).then(|| {
        std::array::from_fn(|kind| heard.iter().map(|shares| shares[kind]).sum::<f32>() / count)
    })
}

fn shares(passage: &Passage) -> [f32; 4] {
    let evidence = [
        speech(passage),
        music(passage),
        noise(passage),
        tone(passage),
    ];
    let most = evidence.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let weights = evidence.map(|evidence| ((evidence - most) / CAUTION).exp());
    weights.map(|weight| weight / weights.iter().sum::<f32>())
}

/// Distance of a value above (positive) or below (negative) a middle, in units of `unit`, from -1
/// to 1.
fn above(value: f32, middle: f32, unit: f32) -> f32 {
    ((value - middle) / unit).clamp(-1.0, 1.0)
}

/// A voice that speaks glides, pauses between syllables and words, and changes between vowels and
/// hisses.
fn speech(p: &Passage) -> f32 {
    2.0 * above(p.dynamics, 7.0, 4.0)
        + above(p.low, 0.45, 0.15)
        + 0.5 * above(p.syllables, 0.35, 0.15)
        + 1.5 * above(p.changing, 4.0, 3.0)
        + 0.5 * above(p.crossings, 0.4, 0.2)
        + above(p.tonal, 0.35, 0.15)
        - 2.0 * above(p.steady, 0.10, 0.06)
        - 2.0 * above(p.notes, 0.38, 0.12)
        - 3.0 * above(p.pulse, 0.45, 0.15)
}

/// Music has notes that stand still and come again, or a beat.
fn music(p: &Passage) -> f32 {
    let by_notes = 3.0 * above(p.steady, 0.10, 0.06)
        + 3.0 * above(p.notes, 0.38, 0.12)
        + above(p.tonal, 0.3, 0.15)
        - 0.5 * above(p.low, 0.45, 0.15)
        + 3.0 * above(p.pulse, 0.45, 0.15);
    let by_beat = 6.0 * above(p.pulse, 0.5, 0.2) + 3.0 * above(p.tonal, 0.25, 0.12);
    by_notes.max(by_beat)
}

/// Noise has no partials, and its spectrum stays what it is.
fn noise(p: &Passage) -> f32 {
    -4.0 * above(p.tonal, 0.25, 0.12)
        - 2.0 * above(p.changing, 2.5, 1.5)
        - above(p.steady, 0.10, 0.06)
}

/// Partials that neither move nor change: more certain than any of the others can be.
fn tone(p: &Passage) -> f32 {
    if p.steady > 0.9 && p.notes > 0.97 && p.dynamics < 2.0 {
        16.0
    } else {
        -16.0
    }
}
