//! An audio clip that lies on disk between two effects, so that its length costs no memory.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use patchbay_audio_dsp::Check;
use patchbay_audio_dsp::levelling::Levelled;
use patchbay_audio_dsp::limiter::Limiter;
use patchbay_media::audio::{AudioBuffer, Loudness, Meter};
use tempfile::NamedTempFile;

use crate::ToolError;

/// Frames that are in memory at a time.
pub(crate) const BLOCK: usize = 1 << 15;
/// A sample's bytes.
const SAMPLE: usize = size_of::<f32>();

/// An audio clip in a file of its own, frame after frame; the file goes with the value.
pub(crate) struct Spool {
    file: NamedTempFile,
    /// Samples per second of each channel.
    pub(crate) sample_rate: u32,
    /// The number of channels.
    pub(crate) channels: usize,
    /// Samples in each channel.
    pub(crate) frames: usize,
    peak: f32,
}

impl Spool {
    /// An empty clip, whose file is in `folder`.
    ///
    /// # Errors
    /// The file cannot be made.
    pub(crate) fn new(folder: &Path, sample_rate: u32) -> Result<Self, ToolError> {
        let file = tempfile::Builder::new()
            .prefix("sound-")
            .tempfile_in(folder)
            .map_err(failed)?;
        Ok(Self {
            file,
            sample_rate,
            channels: 0,
            frames: 0,
            peak: 0.0,
        })
    }

    /// An empty clip of the same sample rate.
    fn beside(&self) -> Result<Self, ToolError> {
        Self::new(
            self.file.path().parent().unwrap_or(Path::new("")),
            self.sample_rate,
        )
    }

    /// Its length in seconds.
    pub(crate) fn seconds(&self) -> f64 {
        self.frames as f64 / f64::from(self.sample_rate.max(1))
    }

    /// Adds samples at the end; the first decide how many channels there are.
    ///
    /// # Errors
    /// The disk is full.
    pub(crate) fn push(&mut self, block: &AudioBuffer) -> Result<(), ToolError> {
        if self.frames == 0 {
            self.channels = block.channels.len();
        }
        self.put(self.frames, block)
    }

    /// Writes samples over those from `at` on, and beyond the end.
    ///
    /// # Errors
    /// The disk is full.
    pub(crate) fn put(&mut self, at: usize, block: &AudioBuffer) -> Result<(), ToolError> {
        let mut bytes = vec![0; block.frames() * self.channels * SAMPLE];
        if let [left, right] = block.channels.as_slice() {
            // Two at once are several times as fast as one after the other.
            for ((frame, left), right) in bytes.chunks_exact_mut(2 * SAMPLE).zip(left).zip(right) {
                frame[..SAMPLE].copy_from_slice(&left.to_le_bytes());
                frame[SAMPLE..].copy_from_slice(&right.to_le_bytes());
            }
        } else {
            for (number, channel) in block.channels.iter().enumerate() {
                let places = bytes
                    .chunks_exact_mut(SAMPLE)
                    .skip(number)
                    .step_by(self.channels);
                channel
                    .iter()
                    .zip(places)
                    .for_each(|(sample, place)| place.copy_from_slice(&sample.to_le_bytes()));
            }
        }
        self.file
            .seek(SeekFrom::Start((at * self.channels * SAMPLE) as u64))
            .map_err(failed)?;
        self.file.write_all(&bytes).map_err(failed)?;
        self.peak = self.peak.max(block.peak());
        self.frames = self.frames.max(at + block.frames());
        Ok(())
    }

    /// `count` frames from `at` on; silence beyond the end.
    ///
    /// # Errors
    /// The disk fails.
    pub(crate) fn block(&mut self, at: usize, count: usize) -> Result<AudioBuffer, ToolError> {
        let there = count.min(self.frames.saturating_sub(at));
        let mut bytes = vec![0; there * self.channels * SAMPLE];
        self.file
            .seek(SeekFrom::Start((at * self.channels * SAMPLE) as u64))
            .map_err(failed)?;
        self.file.read_exact(&mut bytes).map_err(failed)?;
        let mut block = AudioBuffer::silence(self.sample_rate, self.channels, count);
        let sample = |place: &[u8]| f32::from_le_bytes([place[0], place[1], place[2], place[3]]);
        if let [left, right] = block.channels.as_mut_slice() {
            for ((frame, left), right) in bytes.chunks_exact(2 * SAMPLE).zip(left).zip(right) {
                (*left, *right) = (sample(&frame[..SAMPLE]), sample(&frame[SAMPLE..]));
            }
        } else {
            for (number, channel) in block.channels.iter_mut().enumerate() {
                let places = bytes
                    .chunks_exact(SAMPLE)
                    .skip(number)
                    .step_by(self.channels);
                channel
                    .iter_mut()
                    .zip(places)
                    .for_each(|(own, place)| *own = sample(place));
            }
        }
        Ok(block)
    }

    /// Makes another audio clip of this one.
    ///
    /// # Errors
    /// Returns an error if `make` fails or the new clip cannot be stored.
    pub(crate) fn remade(
        &mut self,
        make: impl FnOnce(&mut Self, &mut Self) -> Result<(), ToolError>,
    ) -> Result<(), ToolError> {
        let mut made = self.beside()?;
        // Where nothing is left of it, it still has its channels.
        made.channels = self.channels;
        make(self, &mut made)?;
        *self = made;
        Ok(())
    }

    /// Changes it block by block, `more` frames of silence behind it included; a change may leave
    /// another number of channels, and hold samples back.
    ///
    /// # Errors
    /// Returns an error if `check` stops it or the disk is full.
    pub(crate) fn change(
        &mut self,
        more: usize,
        check: &Check,
        mut change: impl FnMut(&mut AudioBuffer),
    ) -> Result<(), ToolError> {
        self.remade(|from, to| {
            for start in (0..from.frames + more).step_by(BLOCK) {
                check()?;
                let mut block = from.block(start, BLOCK.min(from.frames + more - start))?;
                change(&mut block);
                to.push(&block)?;
            }
            Ok(())
        })
    }
}

impl Levelled for Spool {
    type Error = ToolError;

    fn peak(&self) -> f32 {
        self.peak
    }

    fn measured(&mut self, with_peak: bool, check: &Check) -> Result<Loudness, ToolError> {
        let mut meter = Meter::new(self.channels as u32, self.sample_rate, with_peak);
        for start in (0..self.frames).step_by(BLOCK) {
            check()?;
            let block = self.block(start, BLOCK.min(self.frames - start))?;
            meter.add(&block.channels.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
        Ok(meter.measure())
    }

    fn amplify(&mut self, decibels: f64, check: &Check) -> Result<(), ToolError> {
        let factor = 10.0_f64.powf(decibels / 20.0) as f32;
        self.change(0, check, |block| {
            block
                .channels
                .iter_mut()
                .flatten()
                .for_each(|sample| *sample *= factor);
        })
    }

    fn limit(&mut self, ceiling: f32, check: &Check) -> Result<(), ToolError> {
        let mut limiter = Limiter::new(self.sample_rate, ceiling);
        self.change(limiter.delay(), check, |block| {
            limiter.next(&mut block.channels);
        })
    }
}

fn failed(error: io::Error) -> ToolError {
    ToolError::Failed(format!(
        "The sound cannot be kept on disk while it is worked on: {error}. Is the disk full?"
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use patchbay_domain::Cancelled;

    use super::*;

    #[test]
    fn what_is_put_in_comes_out_changed() {
        let folder = tempfile::tempdir().unwrap();
        let ramp: Vec<f32> = (0..100_000).map(|i| i as f32 / 200_000.0).collect();
        let audio = AudioBuffer {
            sample_rate: 8_000,
            channels: vec![ramp.clone(), ramp.iter().map(|s| -s).collect()],
        };
        let mut spool = Spool::new(folder.path(), 8_000).unwrap();
        spool.push(&audio).unwrap();
        assert_eq!(
            (spool.block(0, 100_000).unwrap(), spool.peak()),
            (audio.clone(), ramp[99_999])
        );
        spool
            .change(10, &|| Ok(()), |block| {
                block.channels = vec![block.channels[1].clone()];
            })
            .unwrap();
        assert_eq!((spool.frames, spool.channels), (100_010, 1));
        let end = spool.block(99_999, 20).unwrap().channels.remove(0);
        assert!(
            (end[0] + ramp[99_999]).abs() < 1e-6
                && end[1..].iter().all(|sample| sample.abs() < 1e-9)
        );
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "only the newest is on disk"
        );
        assert_eq!(
            spool.change(0, &|| Err(Cancelled), |_| ()),
            Err(ToolError::Cancelled)
        );
        drop(spool);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_limiter_does_the_same_on_disk_as_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let loud: Vec<f32> = (0..90_000)
            .map(|i| (i as f32 * 0.05).sin() * (i as f32 / 30_000.0))
            .collect();
        let mut audio = AudioBuffer {
            sample_rate: 44_100,
            channels: vec![loud],
        };
        let mut spool = Spool::new(folder.path(), 44_100).unwrap();
        spool.push(&audio).unwrap();
        spool.limit(0.8, &|| Ok(())).unwrap();
        audio.limit(0.8, &|| Ok(())).unwrap();
        assert_eq!(spool.frames, 90_000);
        assert_eq!(spool.block(0, 90_000).unwrap(), audio);
        assert!(spool.peak() <= 0.8);
    }
}
