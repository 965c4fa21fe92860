//! Audio in memory.

/// Audio in memory: planar samples.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AudioBuffer {
    /// Samples per second of each channel, more than 0.
    pub sample_rate: u32,
    /// One vector for each channel, -1..1 at full scale, all of one length. Two channels are left
    /// and right; more are in the order of WAV files (left, right, centre, low frequencies, back
    /// left, back right).
    pub channels: Vec<Vec<f32>>,
}

impl AudioBuffer {
    /// Silent audio of `frames` samples in each channel.
    pub fn silence(sample_rate: u32, channels: usize, frames: usize) -> Self {
        Self {
            sample_rate,
            channels: vec![vec![0.0; frames]; channels],
        }
    }

    /// Samples in each channel.
    pub fn frames(&self) -> usize {
        self.channels.first().map_or(0, Vec::len)
    }

    /// Its length in seconds.
    pub fn seconds(&self) -> f64 {
        self.frames() as f64 / f64::from(self.sample_rate.max(1))
    }

    /// All channels averaged into one.
    pub fn to_mono(&self) -> Vec<f32> {
        let scale = 1.0 / self.channels.len().max(1) as f32;
        (0..self.frames())
            .map(|i| self.channels.iter().map(|channel| channel[i]).sum::<f32>() * scale)
            .collect()
    }

    /// Left and right: mono is doubled; of more than two channels centre and surround are mixed in
    /// at -3 dB and low frequencies left out, as ITU-R BS.775-3, annex 4, says.
    #[must_use]
    pub fn to_stereo(&self) -> Self {
        let frames = self.frames();
        let [left, right] = match self.channels.as_slice() {
            [] => [Vec::new(), Vec::new()],
            [mono] => [mono.clone(), mono.clone()],
            [left, right] => [left.clone(), right.clone()],
            [left, right, centre, rest @ ..] => {
                // With five or more channels the fourth is for low frequencies; with four there is
                // none.
                let surround = if rest.len() >= 3 { &rest[1..] } else { rest };
                [(left, 0), (right, 1)].map(|(front, side)| {
                    let around: Vec<&Vec<f32>> = surround.iter().skip(side).step_by(2).collect();
                    let weight = std::f32::consts::FRAC_1_SQRT_2;
                    let mix = |i: usize| {
                        front[i]
                            + weight
                                * (centre[i] + around.iter().map(|channel| channel[i]).sum::<f32>())
                    };
                    let scale = 1.0 / (1.0 + weight * (1.0 + around.len() as f32));
                    (0..frames).map(|i| mix(i) * scale).collect()
                })
            }
        };
        Self {
            sample_rate: self.sample_rate,
            channels: vec![left, right],
        }
    }

    /// The largest absolute sample.
    pub fn peak(&self) -> f32 {
        self.channels
            .iter()
            .flatten()
            .fold(0.0, |peak, sample| peak.max(sample.abs()))
    }
}
