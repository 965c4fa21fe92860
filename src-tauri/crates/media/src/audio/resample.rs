//! Changing the sample rate, by rubato's windowed-sinc resampler (its FFT resampler costs minutes
//! of building).

use rubato::audioadapter_buffers::direct::SequentialSliceOfVecs;
use rubato::{
    Async, FixedAsync, Indexing, Resampler, SincInterpolationParameters, SincInterpolationType,
    WindowFunction,
};

use super::AudioBuffer;
use crate::MediaError;

/// Samples that are read between two looks at whether to stop.
const CHUNK: usize = 4_096;

/// The audio at another sample rate, of the same length in seconds to within a sample.
/// `sample_rate` is more than 0.
pub fn resample(audio: &AudioBuffer, sample_rate: u32) -> AudioBuffer {
    resampled(audio, sample_rate, &mut |_| true).expect("nobody stops it")
}

/// As [`resample`]; `progress` is told from time to time how far it is (0 to 1) and stops it by
/// answering false ([`MediaError::Cancelled`]).
pub fn resample_with(
    audio: &AudioBuffer,
    sample_rate: u32,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Result<AudioBuffer, MediaError> {
    resampled(audio, sample_rate, progress).ok_or(MediaError::Cancelled)
}

/// None where `progress` stops it.
fn resampled(
    audio: &AudioBuffer,
    sample_rate: u32,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Option<AudioBuffer> {
    let sample_rate = sample_rate.max(1);
    if audio.sample_rate == sample_rate || audio.frames() == 0 {
        return Some(AudioBuffer {
            sample_rate,
            channels: audio.channels.clone(),
        });
    }
    let (count, frames) = (audio.channels.len(), audio.frames());
    let mut stream = StreamResampler::new((audio.sample_rate, sample_rate), count);
    let wanted = (frames as f64 * stream.ratio).ceil() as usize;
    let mut channels = vec![Vec::with_capacity(wanted + CHUNK); count];
    for from in (0..frames).step_by(CHUNK) {
        if !progress(from as f64 / frames as f64) {
            return None;
        }
        let chunk = audio
            .channels
            .iter()
            .map(|channel| channel[from..(from + CHUNK).min(frames)].to_vec())
            .collect();
        append(&mut channels, stream.add(chunk));
    }
    append(&mut channels, stream.finish());
    Some(AudioBuffer {
        sample_rate,
        channels,
    })
}

fn append(channels: &mut [Vec<f32>], more: Vec<Vec<f32>>) {
    channels
        .iter_mut()
        .zip(more)
        .for_each(|(channel, more)| channel.extend(more));
}

/// Changes the sample rate of audio that streams by; what comes out is as long in seconds as what
/// went in.
pub struct StreamResampler {
    /// None where the rate stays.
    resampler: Option<Async<f32>>,
    ratio: f64,
    waiting: Vec<Vec<f32>>,
    chunk: Vec<Vec<f32>>,
    given: usize,
    /// Samples that the filter makes before the audio begins, as far as they are still to come.
    early: usize,
    made: usize,
}

impl StreamResampler {
    /// From and to so many samples per second, both more than 0, of so many channels, at least one.
    pub fn new((from, to): (u32, u32), channels: usize) -> Self {
        let (from, to, count) = (from.max(1), to.max(1), channels.max(1));
        let ratio = f64::from(to) / f64::from(from);
        // Straight lines between so many points stay 106 dB under the audio, at half the work of
        // cubic ones.
        let parameters = SincInterpolationParameters::new(256, WindowFunction::BlackmanHarris2)
            .oversampling_factor(512)
            .interpolation(SincInterpolationType::Linear);
        let made = || {
            Async::<f32>::new_sinc(ratio, 1.0, &parameters, CHUNK, count, FixedAsync::Input)
                .expect("rates and channels are more than zero")
        };
        let resampler = (from != to).then(made);
        let most = resampler.as_ref().map_or(0, Resampler::output_frames_max);
        let early = resampler.as_ref().map_or(0, Resampler::output_delay);
        let (waiting, chunk) = (vec![Vec::new(); count], vec![vec![0.0; most]; count]);
        Self {
            resampler,
            ratio,
            waiting,
            chunk,
            given: 0,
            early,
            made: 0,
        }
    }

    /// Takes the next samples, one vector of the same length for each channel; gives those that are
    /// ready.
    pub fn add(&mut self, block: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
        if self.resampler.is_none() {
            return block;
        }
        self.given += block.first().map_or(0, Vec::len);
        append(&mut self.waiting, block);
        let mut ready = vec![Vec::new(); self.waiting.len()];
        while self
            .resampler
            .as_ref()
            .is_some_and(|resampler| resampler.input_frames_next() <= self.waiting[0].len())
        {
            self.make(None, &mut ready);
        }
        ready
    }

    /// The rest of the audio.
    pub fn finish(mut self) -> Vec<Vec<f32>> {
        let mut ready = vec![Vec::new(); self.waiting.len()];
        let wanted = if self.resampler.is_some() {
            (self.given as f64 * self.ratio).ceil() as usize
        } else {
            0
        };
        while self.made < wanted {
            self.make(Some(self.waiting[0].len()), &mut ready);
        }
        let beyond = self.made - wanted.min(self.made);
        for channel in &mut ready {
            channel.truncate(channel.len() - beyond.min(channel.len()));
        }
        ready
    }

    /// Takes a chunk of what waits, or the `partial` rest of it followed by silence.
    fn make(&mut self, partial: Option<usize>, ready: &mut [Vec<f32>]) {
        let Some(resampler) = &mut self.resampler else {
            return;
        };
        let (count, frames, most) = (
            self.waiting.len(),
            self.waiting[0].len(),
            self.chunk[0].len(),
        );
        let input = SequentialSliceOfVecs::new(&self.waiting, count, frames)
            .expect("all channels are of one length");
        let mut output = SequentialSliceOfVecs::new_mut(&mut self.chunk, count, most)
            .expect("it was made for that many");
        let indexing = Indexing {
            partial_len: partial,
            ..Indexing::new()
        };
        let (taken, made) = resampler
            .process_into_buffer(&input, &mut output, Some(&indexing))
            .expect("the buffers have the channels and lengths announced");
        let early = self.early.min(made);
        self.early -= early;
        self.made += made - early;
        self.waiting
            .iter_mut()
            .for_each(|channel| drop(channel.drain(..taken.min(frames))));
        ready
            .iter_mut()
            .zip(&self.chunk)
            .for_each(|(ready, samples)| ready.extend_from_slice(&samples[early..made]));
    }
}
