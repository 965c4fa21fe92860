//! Silent parts of a sound: quieter than its loudest moment by a number of decibels, for a time.

/// The time of a step, in seconds.
const STEP: f64 = 0.01;
/// Length of the loudest moment in steps (a tenth of a second), so that a click is none.
const MOMENT: usize = 10;
/// Mean square below which a sound is nothing but silence throughout (-80 dB of full scale).
const NOTHING: f32 = 1e-8;

/// A part of a sound that is silent, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pause {
    /// Start in seconds.
    pub start: f64,
    /// End in seconds.
    pub end: f64,
}

/// Levels of a sound in steps of 10 ms, measured as it comes.
pub struct Levels {
    sample_rate: u32,
    /// For each channel the squares of a step that is not full yet.
    sums: Vec<f64>,
    /// Number of samples taken of each channel.
    samples: u64,
    /// The mean square of each step, in the loudest channel.
    powers: Vec<f32>,
    /// Number of samples of each channel in the step that is not full yet.
    filled: u32,
}

impl Levels {
    /// For a sound with so many samples a second.
    pub fn new(sample_rate: u32) -> Self {
        Self {
            sample_rate: sample_rate.max(1),
            sums: Vec::new(),
            samples: 0,
            powers: Vec::new(),
            filled: 0,
        }
    }

    /// Takes the next samples of all channels, equally many of each.
    pub fn add(&mut self, channels: &[Vec<f32>]) {
        self.sums.resize(channels.len().max(self.sums.len()), 0.0);
        for at in 0..channels.first().map_or(0, Vec::len) {
            for (sum, channel) in self.sums.iter_mut().zip(channels) {
                *sum += f64::from(channel[at]).powi(2);
            }
            (self.samples, self.filled) = (self.samples + 1, self.filled + 1);
            // Steps are counted from the start, so that rates that are no multiples of 100 add up.
            let ends = (self.powers.len() + 1) as f64 * STEP * f64::from(self.sample_rate);
            if self.samples as f64 >= ends {
                self.step();
            }
        }
    }

    fn step(&mut self) {
        let loudest = self.sums.iter().copied().fold(0.0, f64::max);
        self.powers
            .push((loudest / f64::from(self.filled.max(1))) as f32);
        self.sums.fill(0.0);
        self.filled = 0;
    }

    /// The pauses of at least `shortest` seconds that are `below` decibels (a positive number)
    /// softer than the loudest moment, of a sound that lasts `seconds`, silent after its last
    /// sample. None where all of it is silent.
    pub fn pauses(mut self, below: f64, shortest: f64, seconds: f64) -> Option<Vec<Pause>> {
        if self.filled > 0 {
            self.step();
        }
        let loudest = self
            .powers
            .windows(MOMENT.min(self.powers.len().max(1)))
            .map(|moment| moment.iter().sum::<f32>() / moment.len() as f32)
            .fold(0.0, f32::max);
        if loudest < NOTHING {
            return None;
        }
        let limit = loudest * 10_f64.powf(-below / 10.0) as f32;
        let heard = self.powers.iter().enumerate();
        let heard = heard.filter(|(_, power)| **power > limit);
        let (mut pauses, mut reached) = (Vec::new(), 0.0);
        for (step, _) in heard {
            let start = step as f64 * STEP;
            pauses.push(Pause {
                start: reached,
                end: start,
            });
            reached = start + STEP;
        }
        pauses.push(Pause {
            start: reached,
            end: seconds,
        });
        // Steps beside each other leave rounded nothings between them.
        pauses.retain(|pause| pause.end - pause.start >= shortest.max(STEP / 2.0) - 1e-6);
        Some(pauses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tone of one second at each level, in blocks of 700 samples.
    fn levels(sample_rate: u32, parts: &[f32]) -> Levels {
        let tone = |(at, level): (u32, f32)| {
            let phase = at as f32 / sample_rate as f32 * 440.0 * std::f32::consts::TAU;
            level * phase.sin()
        };
        let parts = parts.iter();
        let samples: Vec<f32> = parts
            .flat_map(|level| (0..sample_rate).map(|at| (at, *level)))
            .map(tone)
            .collect();
        let mut levels = Levels::new(sample_rate);
        for block in samples.chunks(700) {
            levels.add(&[vec![0.0; block.len()], block.to_vec()]);
        }
        levels
    }

    fn found(levels: Levels, below: f64, shortest: f64, seconds: f64) -> Vec<(f64, f64)> {
        let pauses = levels.pauses(below, shortest, seconds).unwrap();
        let rounded = |time: f64| (time * 100.0).round() / 100.0;
        let pauses = pauses.into_iter();
        pauses
            .map(|pause| (rounded(pause.start), rounded(pause.end)))
            .collect()
    }

    #[test]
    fn pauses_are_found_below_the_loudest_and_after_the_end() {
        for rate in [44_100, 48_000, 11_025] {
            // 0.004 is 40 dB below 0.4, and 0.02 is 26 dB below it.
            let parts = [0.0, 0.4, 0.004, 0.4, 0.02, 0.4];
            let of =
                |below, shortest, seconds| found(levels(rate, &parts), below, shortest, seconds);
            assert_eq!(of(35.0, 0.5, 6.0), [(0.0, 1.0), (2.0, 3.0)], "at {rate}");
            assert_eq!(of(50.0, 0.5, 6.0), [(0.0, 1.0)]);
            assert_eq!(of(20.0, 0.5, 6.0), [(0.0, 1.0), (2.0, 3.0), (4.0, 5.0)]);
            assert_eq!(of(35.0, 1.5, 8.0), [(6.0, 8.0)]);
            assert!(of(35.0, 3.0, 6.0).is_empty());
        }
    }

    #[test]
    fn nothing_but_silence_has_no_pauses() {
        assert_eq!(levels(48_000, &[0.0, 0.0]).pauses(35.0, 0.5, 2.0), None);
        assert_eq!(Levels::new(48_000).pauses(35.0, 0.5, 2.0), None);
    }
}
