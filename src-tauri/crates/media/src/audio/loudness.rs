//! How loud audio is, after EBU R 128 / ITU-R BS.1770-4.

use ebur128::{EbuR128, Mode};

use super::AudioBuffer;
use crate::MediaError;
use crate::video::{AudioSource, SAMPLE_RATE, Watch};

/// Measured loudness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loudness {
    /// Integrated loudness in LUFS; negative infinity for silence and for what is shorter than 0.4
    /// s.
    pub integrated: f64,
    /// True peak in dB below (-) or above (+) full scale; negative infinity for silence, or where
    /// it was not asked for.
    pub true_peak: f64,
}

/// Measures audio that streams by. Mono audio counts as it sounds from one loudspeaker.
pub struct Meter {
    meter: Option<EbuR128>,
    with_peak: bool,
}

impl Meter {
    /// A meter for that many channels at that sample rate. The true peak costs four times the work.
    /// If the rate or the number of channels is beyond what can be measured, everything measures as
    /// silence.
    pub fn new(channels: u32, sample_rate: u32, with_peak: bool) -> Self {
        let mode = if with_peak {
            Mode::I | Mode::TRUE_PEAK
        } else {
            Mode::I
        };
        Self {
            meter: EbuR128::new(channels, sample_rate, mode).ok(),
            with_peak,
        }
    }

    /// Takes the next samples, one slice for each channel, all of one length.
    pub fn add(&mut self, planes: &[&[f32]]) {
        if self
            .meter
            .as_mut()
            .is_some_and(|meter| meter.add_frames_planar_f32(planes).is_err())
        {
            self.meter = None;
        }
    }

    /// The integrated loudness of several sounds together, in LUFS: as if they followed each other.
    pub fn together(meters: &[Self]) -> f64 {
        let meters = meters.iter().filter_map(|meter| meter.meter.as_ref());
        EbuR128::loudness_global_multiple(meters).unwrap_or(f64::NEG_INFINITY)
    }

    /// Returns the loudness measured so far.
    pub fn measure(&self) -> Loudness {
        let Some(meter) = &self.meter else {
            return Loudness {
                integrated: f64::NEG_INFINITY,
                true_peak: f64::NEG_INFINITY,
            };
        };
        let peaks = (0..meter.channels())
            .filter(|_| self.with_peak)
            .filter_map(|channel| meter.true_peak(channel).ok());
        let peak = peaks.fold(0.0, f64::max);
        Loudness {
            integrated: meter.loudness_global().unwrap_or(f64::NEG_INFINITY),
            true_peak: 20.0 * peak.log10(),
        }
    }
}

/// Measures integrated loudness and true peak of a whole buffer.
pub fn loudness(audio: &AudioBuffer) -> Loudness {
    let mut meter = Meter::new(audio.channels.len() as u32, audio.sample_rate, true);
    meter.add(&audio.channels.iter().map(Vec::as_slice).collect::<Vec<_>>());
    meter.measure()
}

/// Measures audio of about `length` seconds as it streams by; its true peak where `with_peak` asks
/// for it.
pub fn streamed_loudness(
    mut source: impl AudioSource,
    length: f64,
    with_peak: bool,
    watch: &Watch,
) -> Result<Loudness, MediaError> {
    // A player spreads mono over two channels, but a loudness is that of the file.
    let is_mono = source.is_mono();
    let mut meter = Meter::new(if is_mono { 1 } else { 2 }, SAMPLE_RATE, with_peak);
    while let Some(block) = source.next_block(watch)? {
        watch.at(block.start as f64 / f64::from(SAMPLE_RATE) / length.max(0.001))?;
        let [left, right] = &block.channels;
        if is_mono {
            meter.add(&[left]);
        } else {
            meter.add(&[left, right]);
        }
    }
    Ok(meter.measure())
}
