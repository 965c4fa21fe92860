//! Drum patterns of a bar.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::instrument::Drum;
use super::score::Hit;

/// A kind of drumming.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Groove {
    /// Shaker, soft bass drum, claps.
    Light,
    /// Bass drum and snare in turn, hats in eighths.
    Pop,
    /// A bass drum on every beat.
    FourOnFloor,
    /// Syncopated, with ghost notes.
    Funk,
    /// Sparse and soft.
    Laid,
    /// A ride cymbal that swings.
    Jazz,
    /// Large drums, far away.
    Cinematic,
}

/// A beat of the bar, what is struck, and how hard, from 0 to 1.
type Stroke = (f64, Drum, f64);

/// Strokes between the hats of [`Groove::Funk`].
const FUNK: [Stroke; 8] = [
    (0.0, Drum::Kick, 0.8),
    (0.75, Drum::Kick, 0.55),
    (1.0, Drum::Snare, 0.7),
    (1.75, Drum::Snare, 0.22),
    (2.25, Drum::Snare, 0.2),
    (2.5, Drum::Kick, 0.7),
    (3.0, Drum::Snare, 0.7),
    (3.5, Drum::OpenHat, 0.3),
];

/// All of [`Groove::Jazz`].
const JAZZ: [Stroke; 10] = [
    (0.0, Drum::Ride, 0.42),
    (1.0, Drum::Ride, 0.5),
    (1.5, Drum::Ride, 0.32),
    (2.0, Drum::Ride, 0.42),
    (3.0, Drum::Ride, 0.5),
    (3.5, Drum::Ride, 0.32),
    (1.0, Drum::ClosedHat, 0.28),
    (3.0, Drum::ClosedHat, 0.28),
    (0.0, Drum::Kick, 0.3),
    (2.5, Drum::Snare, 0.12),
];

impl Groove {
    /// The strokes of a bar that begins at `beat`; `opens` a section, or leads to the next
    /// (`fill`).
    pub(crate) fn play(
        self,
        beat: f64,
        beats: usize,
        intensity: f64,
        (opens, fill): (bool, bool),
        random: &mut ChaCha8Rng,
    ) -> Vec<Hit> {
        let full = intensity >= 0.6;
        let mut strokes = self.strokes(full);
        if full && opens && matches!(self, Self::Pop | Self::FourOnFloor | Self::Cinematic) {
            strokes.push((0.0, Drum::Crash, 0.55));
        }
        if fill && full && beats == 4 && !matches!(self, Self::Light | Self::Jazz | Self::Laid) {
            strokes.retain(|(at, drum, _)| *at < 3.0 || matches!(drum, Drum::Kick));
            let drum = if matches!(self, Self::Cinematic) {
                Drum::Taiko
            } else {
                Drum::Tom
            };
            strokes.extend(
                (0..4).map(|i| (3.0 + f64::from(i) * 0.25, drum, 0.5 + 0.1 * f64::from(i))),
            );
        }
        strokes
            .into_iter()
            .filter(|(at, ..)| *at < beats as f64)
            .map(|(at, drum, force)| {
                let force = force * (0.7 + 0.35 * intensity) * random.random_range(0.9..1.05);
                Hit {
                    beat: beat + at,
                    drum,
                    velocity: force.min(1.0),
                }
            })
            .collect()
    }

    fn strokes(self, full: bool) -> Vec<Stroke> {
        let mut strokes: Vec<Stroke> = Vec::new();
        let mut each = |step: f64, drum: Drum, on_beat: f64, between: f64| {
            let count = (4.0 / step) as usize;
            strokes.extend((0..count).map(|i| {
                let at = i as f64 * step;
                (at, drum, if at.fract() == 0.0 { on_beat } else { between })
            }));
        };
        let fixed: &[Stroke] = match self {
            Self::Light => {
                each(0.5, Drum::Shaker, 0.35, 0.5);
                if full {
                    &[
                        (0.0, Drum::Kick, 0.5),
                        (1.0, Drum::Clap, 0.35),
                        (2.0, Drum::Kick, 0.45),
                        (3.0, Drum::Clap, 0.38),
                    ]
                } else {
                    &[(0.0, Drum::Kick, 0.4), (2.0, Drum::Kick, 0.35)]
                }
            }
            Self::Pop => {
                each(0.5, Drum::ClosedHat, 0.5, 0.35);
                &[
                    (0.0, Drum::Kick, 0.8),
                    (1.0, Drum::Snare, 0.65),
                    (2.0, Drum::Kick, 0.7),
                    (2.5, Drum::Kick, 0.6),
                    (3.0, Drum::Snare, 0.68),
                ]
            }
            Self::FourOnFloor => {
                each(1.0, Drum::Kick, 0.85, 0.0);
                if full {
                    each(0.25, Drum::ClosedHat, 0.3, 0.25);
                }
                &[
                    (0.5, Drum::OpenHat, 0.4),
                    (1.5, Drum::OpenHat, 0.4),
                    (2.5, Drum::OpenHat, 0.4),
                    (3.5, Drum::OpenHat, 0.42),
                    (1.0, Drum::Clap, 0.55),
                    (3.0, Drum::Clap, 0.55),
                ]
            }
            Self::Funk => {
                each(0.25, Drum::ClosedHat, 0.45, 0.25);
                &FUNK
            }
            Self::Laid => {
                each(0.5, Drum::ClosedHat, 0.3, 0.2);
                &[
                    (0.0, Drum::Kick, 0.65),
                    (1.0, Drum::Rim, 0.45),
                    (2.5, Drum::Kick, 0.55),
                    (3.0, Drum::Rim, 0.45),
                ]
            }
            Self::Jazz => &JAZZ,
            Self::Cinematic if full => &[
                (0.0, Drum::Taiko, 0.85),
                (0.75, Drum::Taiko, 0.4),
                (1.5, Drum::Taiko, 0.6),
                (2.0, Drum::Taiko, 0.75),
                (3.0, Drum::Taiko, 0.55),
                (3.5, Drum::Taiko, 0.45),
            ],
            Self::Cinematic => &[(0.0, Drum::Taiko, 0.6), (2.5, Drum::Taiko, 0.35)],
        };
        strokes.extend(fixed);
        strokes
    }
}
