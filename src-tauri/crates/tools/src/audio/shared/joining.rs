//! Sounds one after the other, with silence between them or fading into each other, in bounded memory.

use patchbay_audio_dsp::levelling::{CEILING, Levelled};
use patchbay_domain::MediaFile;
use patchbay_media::audio::{AudioBuffer, AudioFacts, StreamResampler, probe, stream};

use super::spool::{BLOCK, Spool};
use crate::{Context, ToolError};

/// Seam between two sounds that follow each other.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Seam {
    /// Silence between them, in seconds.
    pub(crate) gap: f64,
    /// Time over which one fades into the other, in seconds; at most half of the shorter one.
    pub(crate) crossfade: f64,
}

/// Sounds that were joined.
pub(crate) struct Joined {
    /// All of them.
    pub(crate) whole: Spool,
    /// Start of each, in seconds.
    pub(crate) starts: Vec<f64>,
    /// Length of each, in seconds.
    pub(crate) lengths: Vec<f64>,
}

/// Puts sounds one after the other, at the highest of their sample rates and with the channels of the one that has most;
/// stereo where these are more than two and not of all the same number. `share`: how much of the step's work it is.
///
/// # Errors
/// One cannot be read, the disk is full, or a stop.
pub(crate) fn joined(
    sounds: &[MediaFile],
    seam: Seam,
    share: f64,
    context: &Context,
) -> Result<Joined, ToolError> {
    let facts: Vec<AudioFacts> = sounds
        .iter()
        .map(|sound| probe(&sound.path, &sound.name))
        .collect::<Result<_, _>>()?;
    let rate = facts
        .iter()
        .map(|facts| facts.sample_rate)
        .max()
        .unwrap_or(1);
    let widest = facts.iter().map(|facts| facts.channels).max().unwrap_or(1);
    let is_even = facts.iter().all(|facts| facts.channels == widest);
    let channels = if is_even { widest } else { widest.min(2) } as usize;
    let frames = |seconds: f64| (seconds * f64::from(rate)).round() as usize;
    let mut whole = Spool::new(&context.folder, rate)?;
    let (mut starts, mut lengths, mut loudest) = (Vec::new(), Vec::new(), 0.0_f32);
    // The end of the sound before, which the next one fades into.
    let mut tail = AudioBuffer::silence(rate, channels, 0);
    for (place, sound) in sounds.iter().enumerate() {
        let next = facts.get(place + 1);
        let overlap = next.map_or(0, |next| {
            let most = facts[place].seconds.min(next.seconds) / 2.0;
            frames(seam.crossfade.min(most))
        });
        if place > 0 {
            silence(&mut whole, channels, frames(seam.gap))?;
        }
        starts.push(whole.seconds());
        let mut part = Part::new(tail, overlap);
        let at = |done: f64| share * (place as f64 + done) / sounds.len() as f64;
        let length = part.read(sound, channels, &mut whole, &|done| {
            context.progress.set(at(done));
            context.check()
        })?;
        lengths.push(length);
        loudest = loudest.max(part.loudest);
        tail = part.queue;
    }
    whole.push(&tail)?;
    if whole.peak() > loudest.max(CEILING) {
        whole.limit(CEILING, &|| context.check())?;
    }
    Ok(Joined {
        whole,
        starts,
        lengths,
    })
}

/// Adds so many frames of silence.
fn silence(whole: &mut Spool, channels: usize, frames: usize) -> Result<(), ToolError> {
    for start in (0..frames).step_by(BLOCK) {
        let block = BLOCK.min(frames - start);
        whole.push(&AudioBuffer::silence(whole.sample_rate, channels, block))?;
    }
    Ok(())
}

/// One of the sounds on its way.
struct Part {
    /// The end of the one before that is not faded into this one yet.
    tail: AudioBuffer,
    /// Number of frames that `tail` had, and number of those that were taken.
    fade: (usize, usize),
    /// The end that is held back for the next one.
    queue: AudioBuffer,
    /// Number of frames that are held back.
    overlap: usize,
    loudest: f32,
}

impl Part {
    fn new(tail: AudioBuffer, overlap: usize) -> Self {
        Self {
            fade: (tail.frames(), 0),
            queue: AudioBuffer::silence(tail.sample_rate, tail.channels.len(), 0),
            loudest: tail.peak(),
            tail,
            overlap,
        }
    }

    /// Reads a sound and writes all but its end; answers how long it is, in seconds.
    fn read(
        &mut self,
        sound: &MediaFile,
        channels: usize,
        whole: &mut Spool,
        progress: &dyn Fn(f64) -> Result<(), patchbay_domain::Cancelled>,
    ) -> Result<f64, ToolError> {
        let rate = whole.sample_rate;
        let mut resampler: Option<StreamResampler> = None;
        let mut failure = None;
        let facts = stream(&sound.path, &sound.name, &mut |done, block| {
            let even = even(block, channels);
            let resampled = resampler
                .get_or_insert_with(|| StreamResampler::new((block.sample_rate, rate), channels))
                .add(even.channels);
            let taken = self.take(resampled, whole);
            failure = taken.and_then(|()| Ok(progress(done)?)).err();
            failure.is_none()
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        let facts = facts?;
        if let Some(resampler) = resampler {
            self.take(resampler.finish(), whole)?;
        }
        // What is shorter than its own fade ends with it.
        let rest = self.fade.0 - self.fade.1;
        if rest > 0 {
            let rest = vec![vec![0.0; rest]; channels];
            self.take(rest, whole)?;
        }
        Ok(facts.seconds)
    }

    /// Takes the next samples, faded over the end of the sound before.
    fn take(&mut self, mut samples: Vec<Vec<f32>>, whole: &mut Spool) -> Result<(), ToolError> {
        let count = samples.first().map_or(0, Vec::len);
        for channel in &samples {
            self.loudest = channel
                .iter()
                .fold(self.loudest, |most, sample| most.max(sample.abs()));
        }
        let (length, done) = self.fade;
        let faded = count.min(length - done);
        for (channel, tail) in samples.iter_mut().zip(&self.tail.channels) {
            for (index, (new, old)) in channel[..faded].iter_mut().zip(&tail[done..]).enumerate() {
                let along = ((done + index) as f32 + 0.5) / length as f32;
                let (risen, fallen) = (along * std::f32::consts::FRAC_PI_2).sin_cos();
                *new = old * fallen + *new * risen;
            }
        }
        self.fade.1 += faded;
        for (queue, channel) in self.queue.channels.iter_mut().zip(samples) {
            queue.extend(channel);
        }
        let ready = self.queue.frames().saturating_sub(self.overlap);
        if ready > 0 {
            let sample_rate = self.queue.sample_rate;
            let channels = self.queue.channels.iter_mut();
            let channels = channels
                .map(|channel| channel.drain(..ready).collect())
                .collect();
            whole.push(&AudioBuffer {
                sample_rate,
                channels,
            })?;
        }
        Ok(())
    }
}

/// A block with so many channels.
fn even(block: &AudioBuffer, channels: usize) -> AudioBuffer {
    match channels {
        own if own == block.channels.len() => block.clone(),
        1 => AudioBuffer {
            sample_rate: block.sample_rate,
            channels: vec![block.to_mono()],
        },
        _ => block.to_stereo(),
    }
}
