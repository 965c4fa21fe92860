//! Room: a reverb.

use crate::filter::Filter;
use crate::filter::{RATE, RATE_F};

/// The delays of the reverb's lines in samples at 48 kHz: primes, so that echoes do not fall
/// together.
const DELAYS: [usize; 8] = [1_433, 1_601, 1_867, 2_053, 2_251, 2_399, 2_687, 2_971];

/// A feedback delay network of eight lines behind a Householder matrix (J.-M. Jot and A. Chaigne,
/// "Digital delay networks for designing artificial reverberators", 1991), with high frequencies
/// fading faster.
pub struct Reverb {
    lines: [Vec<f32>; 8],
    at: [usize; 8],
    damped: [f32; 8],
    gains: [f32; 8],
    damping: f32,
    before: Vec<f32>,
    before_at: usize,
    cut: [Filter; 2],
}

impl Reverb {
    /// A room in which sound loses 60 dB in `seconds`, for audio of `rate` samples per second.
    pub fn new(seconds: f32, rate: u32) -> Self {
        let scaled = |samples: usize| (samples * rate as usize / RATE as usize).max(1);
        let lines = DELAYS.map(|delay| vec![0.0; scaled(delay)]);
        let gains = DELAYS.map(|delay| {
            10.0_f32.powf(-3.0 * scaled(delay) as f32 / (seconds.max(0.05) * rate as f32))
        });
        Self {
            lines,
            at: [0; 8],
            damped: [0.0; 8],
            gains,
            damping: 0.35,
            before: vec![0.0; scaled(960)],
            before_at: 0,
            // The filter counts in samples of the instruments' rate.
            cut: [Filter::new(180.0 * RATE_F / rate as f32, 0.7); 2],
        }
    }

    /// Takes the next samples, left and right, and gives what comes back from the room.
    pub fn next(&mut self, left: f32, right: f32) -> (f32, f32) {
        let input = [self.cut[0].next(left).high, self.cut[1].next(right).high];
        // The first reflection takes its time: 20 ms.
        let delayed = std::mem::replace(
            &mut self.before[self.before_at],
            (input[0] + input[1]) * 0.5,
        );
        self.before_at = (self.before_at + 1) % self.before.len();
        let mut outs = [0.0; 8];
        for (index, out) in outs.iter_mut().enumerate() {
            let raw = self.lines[index][self.at[index]];
            self.damped[index] += (raw - self.damped[index]) * (1.0 - self.damping);
            *out = self.damped[index] * self.gains[index];
        }
        let mixed = outs.iter().sum::<f32>() * 0.25;
        for (index, out) in outs.iter().enumerate() {
            let own = if index % 2 == 0 { input[0] } else { input[1] };
            self.lines[index][self.at[index]] = out - mixed + (delayed + own * 0.4) * 0.35;
            self.at[index] = (self.at[index] + 1) % self.lines[index].len();
        }
        (
            outs[0] - outs[2] + outs[4] - outs[6],
            outs[1] - outs[3] + outs[5] - outs[7],
        )
    }
}
