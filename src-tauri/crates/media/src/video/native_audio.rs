//! Audio as its file has it: at its own rate, with each of its channels.

use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::Packet;
use ffmpeg_next::format::{Sample, sample};
use ffmpeg_next::util::frame;

use super::library;
use super::source::Source;
use crate::MediaError;

/// Samples of each channel.
type Samples = Vec<Vec<f32>>;

/// Decodes the audio of a file, block by block.
pub(crate) struct NativeAudio {
    source: Source,
    stream: usize,
    decoder: ffmpeg::decoder::Audio,
    length: f64,
    sample_rate: u32,
    /// The first samples, which tell rate and channels.
    first: Option<Samples>,
    channels: usize,
    is_at_end: bool,
}

impl NativeAudio {
    /// Opens the audio track of a file that is heard unless another is chosen.
    pub(crate) fn open(path: &Path, name: &str) -> Result<Self, MediaError> {
        let source = Source::open(path, name, "sound")?;
        let stream = source.audio_stream(0)?;
        let length = source.measured_length(stream)?;
        let decoder = source
            .decoder(stream)?
            .audio()
            .map_err(|error| source.failed(error))?;
        let mut opened = Self {
            source,
            stream,
            decoder,
            length,
            sample_rate: 0,
            first: None,
            channels: 0,
            is_at_end: false,
        };
        opened.first = opened.decode()?;
        match opened.first {
            Some(_) => Ok(opened),
            None => Err(opened.source.undecodable()),
        }
    }

    /// Samples per second of each channel.
    pub(crate) fn sample_rate(&self) -> u32 {
        self.sample_rate
    }

    /// The number of channels.
    pub(crate) fn channels(&self) -> usize {
        self.channels
    }

    /// How long it is in seconds, as its file says.
    pub(crate) fn seconds(&self) -> f64 {
        self.length
    }

    /// The next samples, one vector for each channel; none at the end.
    pub(crate) fn next_block(&mut self) -> Result<Option<Samples>, MediaError> {
        match self.first.take() {
            Some(first) => Ok(Some(first)),
            None => self.decode(),
        }
    }

    fn decode(&mut self) -> Result<Option<Samples>, MediaError> {
        let (mut packet, mut decoded) = (Packet::empty(), frame::Audio::empty());
        loop {
            match self.decoder.receive_frame(&mut decoded) {
                Ok(()) if decoded.samples() > 0 => return self.taken(&decoded).map(Some),
                Ok(()) | Err(ffmpeg::Error::InvalidData) => continue,
                Err(error) if library::is_again(error) && !self.is_at_end => {}
                Err(_) if self.is_at_end => return Ok(None),
                Err(error) => return Err(self.source.failed(error)),
            }
            self.is_at_end =
                !self
                    .source
                    .decode_next(self.stream, &mut self.decoder, &mut packet)?;
        }
    }

    /// A decoded frame as samples.
    fn taken(&mut self, decoded: &frame::Audio) -> Result<Samples, MediaError> {
        let (rate, count) = (decoded.rate(), usize::from(decoded.channels()));
        let is_new = self.channels == 0;
        if is_new {
            (self.sample_rate, self.channels) = (rate, count);
        }
        let differs = (rate, count) != (self.sample_rate, self.channels);
        if differs || rate == 0 || count == 0 {
            return Err(MediaError::Malformed {
                name: self.source.name.clone(),
                wanted: "sound",
                reason: "its sample rate or channels change within it".to_owned(),
            });
        }
        samples(decoded).ok_or_else(|| self.source.undecodable())
    }
}

/// The samples of a frame between -1 and 1; none of a form that is not known here.
fn samples(decoded: &frame::Audio) -> Option<Samples> {
    type Read = fn(&[u8]) -> f32;
    let (kind, size, read): (sample::Type, usize, Read) = match decoded.format() {
        Sample::U8(kind) => (kind, 1, |bytes| (f32::from(bytes[0]) - 128.0) / 128.0),
        Sample::I16(kind) => (kind, 2, |bytes| {
            f32::from(i16::from_ne_bytes([bytes[0], bytes[1]])) / 32_768.0
        }),
        Sample::I32(kind) => (kind, 4, |bytes| {
            i32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as f32 / 2_147_483_648.0
        }),
        Sample::F32(kind) => (kind, 4, |bytes| {
            f32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        }),
        Sample::F64(kind) => (kind, 8, |bytes| {
            let eight = bytes.try_into().unwrap_or_default();
            f64::from_ne_bytes(eight) as f32
        }),
        _ => return None,
    };
    let (frames, count) = (decoded.samples(), usize::from(decoded.channels()));
    let of = |channel: usize| -> Option<Vec<f32>> {
        let (plane, first, apart) = match kind {
            sample::Type::Planar => (channel, 0, size),
            sample::Type::Packed => (0, channel * size, count * size),
        };
        let data = decoded.data(plane);
        let at = |frame: usize| {
            let start = first + frame * apart;
            data.get(start..start + size).map(read)
        };
        (0..frames).map(at).collect()
    };
    (0..count).map(of).collect()
}
