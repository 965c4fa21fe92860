//! How the phases of a stretched clip go on, after Z. Průša and N. Holighaus, “Phase vocoder done
//! right”, EUSIPCO 2017: phases are integrated along time where a tone goes on, and along frequency
//! where something begins, the loudest bins first. Tones stay steady and beats stay short without a
//! search for either.
//!
//! Kept is not a phase but the turn of each bin against the audio that came in. All channels are
//! turned by the same angle, so that the places of a stereo image stay where they are.

use rustfft::num_complex::Complex32;

use super::queue::Queue;

/// Bins that are softer than the loudest by this factor of their power (-100 dB) are not looked at.
const INAUDIBLE: f32 = 1e-10;

/// Quantities from which the turns of a piece follow, over all channels, which count by their
/// power.
pub(super) struct Course {
    /// The power of each bin; none where it is inaudible.
    power: Vec<f32>,
    /// The turn that each bin has to make on from the piece before so that its tone goes on, in
    /// radians.
    along: Vec<f32>,
    /// Additional turn of each bin against the one below it, in radians.
    across: Vec<f32>,
}

impl Course {
    /// The course of the piece with the spectra `now` (one for each channel), one hop before which
    /// the audio had the spectra `lagged`, while the piece before it had the spectra `before`;
    /// `factor` is how much longer the audio becomes.
    pub(super) fn new(
        now: &[Vec<Complex32>],
        lagged: &[Vec<Complex32>],
        before: &[Vec<Complex32>],
        factor: f32,
    ) -> Self {
        let bins = now.first().map_or(0, Vec::len);
        let mut power = vec![0.0_f32; bins];
        let mut turned = vec![Complex32::default(); bins];
        let mut step = vec![Complex32::default(); bins];
        for ((now, lagged), before) in now.iter().zip(lagged).zip(before) {
            power
                .iter_mut()
                .zip(now)
                .for_each(|(sum, bin)| *sum += bin.norm_sqr());
            turned
                .iter_mut()
                .zip(before.iter().zip(lagged))
                .for_each(|(sum, (a, b))| *sum += a * b.conj());
            step.iter_mut()
                .skip(1)
                .zip(now.iter().skip(1).zip(now))
                .for_each(|(sum, (a, b))| *sum += a * b.conj());
        }
        let floor = power.iter().fold(0.0, |peak: f32, power| peak.max(*power)) * INAUDIBLE;
        for power in power.iter_mut().filter(|power| **power <= floor) {
            *power = 0.0;
        }
        let along = turned.into_iter().map(angle).collect();
        let across = step
            .into_iter()
            .map(|step| (factor - 1.0) * angle(step))
            .collect();
        Self {
            power,
            along,
            across,
        }
    }
}

/// The angle of a number to 0.000 01: M. Abramowitz and I. A. Stegun, “Handbook of mathematical
/// functions”, 4.4.49.
fn angle(number: Complex32) -> f32 {
    let (across, up) = (number.re.abs(), number.im.abs());
    let slope = across.min(up) / across.max(up).max(f32::MIN_POSITIVE);
    let square = slope * slope;
    let series = [0.020_835_1, -0.085_133, 0.180_141, -0.330_299_5, 0.999_866];
    let flat = slope * series.iter().fold(0.0, |sum, factor| sum * square + factor);
    let first = if up > across {
        std::f32::consts::FRAC_PI_2 - flat
    } else {
        flat
    };
    let half = if number.re < 0.0 {
        std::f32::consts::PI - first
    } else {
        first
    };
    if number.im < 0.0 { -half } else { half }
}

/// The turns of all bins, carried on from piece to piece.
pub(super) struct Turns {
    angles: Vec<f32>,
    power: Vec<f32>,
    queue: Queue,
}

impl Turns {
    /// No turns yet, for that many bins.
    pub(super) fn new(bins: usize) -> Self {
        Self {
            angles: vec![0.0; bins],
            power: vec![0.0; bins],
            queue: Queue::new(2 * bins),
        }
    }

    /// The turns of the next piece, in radians.
    pub(super) fn next(&mut self, course: &Course) -> Vec<f32> {
        let bins = course.power.len();
        // A bin of the piece before has its number, one of this piece the number of bins more.
        let mut waits: Vec<bool> = course.power.iter().map(|power| *power > 0.0).collect();
        let mut turns = self.angles.clone();
        for (bin, _) in waits.iter().enumerate().filter(|(_, waits)| **waits) {
            self.queue.push(bin, self.power[bin]);
        }
        while let Some(loudest) = self.queue.pop() {
            if let Some(bin) = loudest.checked_sub(bins) {
                let up =
                    (bin + 1 < bins && waits[bin + 1]).then(|| (bin + 1, course.across[bin + 1]));
                let down = (bin > 0 && waits[bin - 1]).then(|| (bin - 1, -course.across[bin]));
                for (next, step) in up.into_iter().chain(down) {
                    turns[next] = turns[bin] + step;
                    waits[next] = false;
                    self.queue.push(bins + next, course.power[next]);
                }
            } else if waits[loudest] {
                turns[loudest] += course.along[loudest];
                waits[loudest] = false;
                self.queue.push(bins + loudest, course.power[loudest]);
            }
        }
        self.power.clone_from(&course.power);
        // Angles stay small, so that they stay exact.
        let whole = std::f32::consts::TAU;
        for turn in &mut turns {
            *turn -= (*turn / whole).round() * whole;
        }
        self.angles.clone_from(&turns);
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_right_all_around() {
        for degrees in -179..180 {
            let expected = (degrees as f32).to_radians();
            assert!(
                (angle(Complex32::cis(expected) * 3.0) - expected).abs() < 2e-5,
                "{degrees}"
            );
        }
        assert!(angle(Complex32::default()).abs() < f32::EPSILON);
    }
}
