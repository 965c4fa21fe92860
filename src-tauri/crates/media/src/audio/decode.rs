//! Decoding of audio files: by symphonia, and by libav what symphonia does not know (Opus, WMA, AMR
//! and rarer ones).
//!
//! A hostile file can claim any length, so what counts is what was decoded: past [`MAX_SAMPLES`]
//! decoding stops.

use std::path::Path;

use super::AudioBuffer;
use super::symphonia_decoder::SymphoniaDecoder;
use crate::MediaError;
use crate::video::NativeAudio;

/// The most samples (over all channels) that are decoded into memory: three hours of stereo at 48
/// kHz.
pub const MAX_SAMPLES: usize = 3 * 3600 * 48_000 * 2;

/// Properties of an audio file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AudioFacts {
    /// Its length in seconds.
    pub seconds: f64,
    /// Samples per second of each channel.
    pub sample_rate: u32,
    /// The number of channels.
    pub channels: u32,
}

/// An audio file that is decoded block by block, in bounded memory.
pub struct Decoder(Source);

enum Source {
    Symphonia(Box<SymphoniaDecoder>),
    Libav(Box<NativeAudio>),
}

impl Decoder {
    /// Opens a file and finds its first audio track. `name` is what messages call it.
    pub fn open(path: &Path, name: &str) -> Result<Self, MediaError> {
        match SymphoniaDecoder::open(path, name) {
            Ok(decoder) => Ok(Self(Source::Symphonia(Box::new(decoder)))),
            // What neither knows is said as symphonia found it.
            Err(error @ (MediaError::Malformed { .. } | MediaError::NoStream { .. })) => {
                let reader = NativeAudio::open(path, name)
                    .ok()
                    .filter(|reader| reader.seconds() > 0.0);
                reader
                    .map(|reader| Self(Source::Libav(Box::new(reader))))
                    .ok_or(error)
            }
            Err(error) => Err(error),
        }
    }

    /// Samples per second of each channel.
    pub fn sample_rate(&self) -> u32 {
        match &self.0 {
            Source::Symphonia(decoder) => decoder.sample_rate(),
            Source::Libav(reader) => reader.sample_rate(),
        }
    }

    /// The number of channels.
    pub fn channels(&self) -> usize {
        match &self.0 {
            Source::Symphonia(decoder) => decoder.channels(),
            Source::Libav(reader) => reader.channels(),
        }
    }

    /// The length that the file claims to have, in seconds.
    pub fn declared_seconds(&self) -> Option<f64> {
        match &self.0 {
            Source::Symphonia(decoder) => decoder.declared_seconds(),
            Source::Libav(reader) => Some(reader.seconds()),
        }
    }

    /// The next samples, one vector for each channel; none at the end. A file that ends before the
    /// length that it claims, or that is broken for long, is an error.
    pub fn next_block(&mut self) -> Result<Option<Vec<Vec<f32>>>, MediaError> {
        match &mut self.0 {
            Source::Symphonia(decoder) => decoder.next_block(),
            Source::Libav(reader) => reader.next_block(),
        }
    }
}

/// Reads a whole audio file into memory; refuses more than [`MAX_SAMPLES`].
pub fn read(path: &Path, name: &str) -> Result<AudioBuffer, MediaError> {
    read_with(path, name, &mut |_| true)
}

/// As [`read`]; `progress` is told from time to time how far it is (0 to 1, where the file says its
/// length) and stops it by answering false ([`MediaError::Cancelled`]).
pub fn read_with(
    path: &Path,
    name: &str,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Result<AudioBuffer, MediaError> {
    let mut channels: Vec<Vec<f32>> = Vec::new();
    let facts = stream(path, name, &mut |done, block| {
        channels.resize(block.channels.len(), Vec::new());
        channels
            .iter_mut()
            .zip(&block.channels)
            .for_each(|(channel, samples)| channel.extend_from_slice(samples));
        progress(done)
    })?;
    channels.resize(facts.channels as usize, Vec::new());
    Ok(AudioBuffer {
        sample_rate: facts.sample_rate,
        channels,
    })
}

/// Decodes a whole audio file in bounded memory: `take` gets block after block together with how
/// far it is (0 to 1, where the file says its length), and stops it by answering false
/// ([`MediaError::Cancelled`]). Refuses more than [`MAX_SAMPLES`].
pub fn stream(
    path: &Path,
    name: &str,
    take: &mut dyn FnMut(f64, &AudioBuffer) -> bool,
) -> Result<AudioFacts, MediaError> {
    let mut decoder = Decoder::open(path, name)?;
    let (sample_rate, channels) = (decoder.sample_rate(), decoder.channels());
    let seconds = |frames: usize| frames as f64 / f64::from(sample_rate);
    let too_large = |seconds: f64| MediaError::TooLarge {
        name: name.to_owned(),
        reason: format!(
            "it lasts {:.1} hours, and sounds of up to about 3 hours can be worked on",
            seconds / 3600.0
        ),
    };
    let most_frames = MAX_SAMPLES / channels;
    if let Some(declared) = decoder.declared_seconds()
        && declared * f64::from(sample_rate) > most_frames as f64
    {
        return Err(too_large(declared));
    }
    let mut frames = 0;
    while let Some(channels) = decoder.next_block()? {
        let block = AudioBuffer {
            sample_rate,
            channels,
        };
        frames += block.frames();
        if frames > most_frames {
            return Err(too_large(seconds(frames)));
        }
        let fraction = decoder
            .declared_seconds()
            .map_or(0.0, |declared| (seconds(frames) / declared).min(1.0));
        if !take(fraction, &block) {
            return Err(MediaError::Cancelled);
        }
    }
    Ok(AudioFacts {
        seconds: seconds(frames),
        sample_rate,
        channels: channels as u32,
    })
}

/// Returns the properties of an audio file, decoding no more than its first packet if its header or
/// the number of its packets tells the length.
pub fn probe(path: &Path, name: &str) -> Result<AudioFacts, MediaError> {
    let decoder = Decoder::open(path, name)?;
    let (sample_rate, channels) = (decoder.sample_rate(), decoder.channels() as u32);
    let known = match decoder.0 {
        Source::Symphonia(decoder) => decoder.counted_seconds(),
        Source::Libav(reader) => Some(reader.seconds()),
    };
    match known {
        Some(seconds) => Ok(AudioFacts {
            seconds,
            sample_rate,
            channels,
        }),
        None => stream(path, name, &mut |_, _| true),
    }
}
