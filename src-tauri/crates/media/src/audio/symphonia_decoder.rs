//! Decoding of WAV, MP3, FLAC, Ogg Vorbis, AAC and ALAC in M4A, AIFF, CAF and the audio of Matroska
//! by symphonia.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use symphonia::core::codecs::audio::well_known::CODEC_ID_MP3;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, Track, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::units::Timestamp;

use super::packets::Packets;
use crate::{MediaError, regular};

/// The most broken packets in a row that are skipped before a file counts as broken.
const MAX_BROKEN_PACKETS: usize = 100;

/// An audio file that is decoded block by block, in bounded memory.
pub(super) struct SymphoniaDecoder {
    name: String,
    packets: Packets,
    codec: Box<dyn AudioDecoder>,
    /// Whether the length in the header is one that programs get wrong.
    guesses_length: bool,
    declared_seconds: Option<f64>,
    block: Vec<Vec<f32>>,
    sample_rate: u32,
    frames: u64,
    finished: bool,
}

impl SymphoniaDecoder {
    /// Opens a file and finds its first audio track. `name` is what messages call it.
    pub(super) fn open(path: &Path, name: &str) -> Result<Self, MediaError> {
        let malformed = |reason: String| malformed(name, reason);
        let format = open_format(path, name)?;
        let no_audio = || MediaError::NoStream {
            name: name.to_owned(),
            what: "sound",
        };
        let track = format
            .default_track(TrackType::Audio)
            .ok_or_else(no_audio)?;
        let parameters = track
            .codec_params
            .as_ref()
            .and_then(|parameters| parameters.audio())
            .ok_or_else(no_audio)?;
        let codec = symphonia::default::get_codecs()
            .make_audio_decoder(parameters, &AudioDecoderOptions::default())
            .map_err(|error| {
                malformed(format!(
                    "its sound is coded in a way that is not known here ({error})"
                ))
            })?;
        let sample_rate = parameters.sample_rate.unwrap_or(0);
        let declared_seconds = declared_seconds(track, sample_rate);
        let guesses_length = parameters.codec == CODEC_ID_MP3;
        let track = track.id;
        let packets = Packets::new(format, track);
        let name = name.to_owned();
        let block = Vec::new();
        let mut opened = Self {
            name,
            packets,
            codec,
            guesses_length,
            declared_seconds,
            block,
            sample_rate,
            frames: 0,
            finished: false,
        };
        // Only decoded samples prove that it is audio, and they alone tell rate and channels of
        // some formats.
        opened.decode_next()?;
        if opened.block.is_empty() || opened.sample_rate == 0 {
            return Err(malformed("there are no samples in it".to_owned()));
        }
        Ok(opened)
    }

    /// Samples per second of each channel.
    pub(super) fn sample_rate(&self) -> u32 {
        self.sample_rate
    }

    /// The number of channels.
    pub(super) fn channels(&self) -> usize {
        self.block.len()
    }

    /// The length that the file claims to have, in seconds.
    pub(super) fn declared_seconds(&self) -> Option<f64> {
        self.declared_seconds
    }

    /// The length in seconds of what comes from here on, by counting packets where the header may
    /// be wrong; none where it takes decoding to know it.
    pub(super) fn counted_seconds(mut self) -> Option<f64> {
        if !self.guesses_length {
            return self.declared_seconds;
        }
        let mut frames = self.block.first().map_or(0, Vec::len) as u64;
        while let Ok(Some(packet)) = self.packets.next() {
            // What the packet holds and what is cut off it are told apart.
            let cut = packet.trim_start.get() + packet.trim_end.get();
            frames += packet.dur.get().saturating_sub(cut);
        }
        Some(frames as f64 / f64::from(self.sample_rate.max(1)))
    }

    /// The next samples, one vector for each channel; none at the end. A file that ends before the
    /// length that it claims, or that is broken for long, is an error.
    pub(super) fn next_block(&mut self) -> Result<Option<Vec<Vec<f32>>>, MediaError> {
        if self.finished {
            return Ok(None);
        }
        let empty = vec![Vec::new(); self.block.len()];
        let ready = std::mem::replace(&mut self.block, empty);
        self.decode_next()?;
        self.finished = self.block.first().is_none_or(Vec::is_empty);
        Ok(Some(ready))
    }

    /// Decodes until there are samples in `block`; leaves it empty at the end.
    fn decode_next(&mut self) -> Result<(), MediaError> {
        let mut broken = 0;
        loop {
            let packet = match self.packets.next() {
                Ok(Some(packet)) => packet,
                Ok(None) => return self.check_complete(),
                Err(Error::IoError(error)) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                    return self.check_complete();
                }
                // Another logical stream begins: what came before is a whole track.
                Err(Error::ResetRequired) => return Ok(()),
                Err(error) => return Err(self.broken(&error)),
            };
            match self.codec.decode(&packet) {
                Ok(decoded) if decoded.frames() > 0 => {
                    let rate = decoded.spec().rate();
                    let planes = decoded.num_planes();
                    let changed =
                        self.frames > 0 && (rate != self.sample_rate || planes != self.block.len());
                    if changed || rate == 0 || planes == 0 {
                        return Err(malformed(
                            &self.name,
                            "its sample rate or channels change within it".to_owned(),
                        ));
                    }
                    decoded.copy_to_vecs_planar(&mut self.block);
                    self.sample_rate = rate;
                    self.frames += self.block[0].len() as u64;
                    return Ok(());
                }
                Ok(_) => {}
                Err(Error::DecodeError(_) | Error::IoError(_)) if broken < MAX_BROKEN_PACKETS => {
                    broken += 1;
                }
                Err(error) => return Err(self.broken(&error)),
            }
        }
    }

    fn broken(&self, error: &Error) -> MediaError {
        malformed(
            &self.name,
            format!(
                "it is broken after {:.1} s ({error})",
                self.decoded_seconds()
            ),
        )
    }

    fn decoded_seconds(&self) -> f64 {
        self.frames as f64 / f64::from(self.sample_rate.max(1))
    }

    /// An error where the file ends clearly before the length that its header claims.
    fn check_complete(&self) -> Result<(), MediaError> {
        let decoded = self.decoded_seconds();
        match self.declared_seconds {
            Some(declared) if decoded + (declared * 0.01).max(0.15) < declared => Err(malformed(
                &self.name,
                format!(
                    "it was cut off: it should be {declared:.1} s long, but ends after {decoded:.1} s"
                ),
            )),
            _ => Ok(()),
        }
    }
}

fn malformed(name: &str, reason: String) -> MediaError {
    MediaError::Malformed {
        name: name.to_owned(),
        wanted: "sound",
        reason,
    }
}

fn open_format(path: &Path, name: &str) -> Result<Box<dyn FormatReader>, MediaError> {
    let unreadable = |error: std::io::Error| MediaError::Unreadable {
        name: name.to_owned(),
        reason: error.to_string(),
    };
    let (mut file, _) = regular::open(path, name)?;
    let mut beginning = Vec::new();
    (&mut file)
        .take(512)
        .read_to_end(&mut beginning)
        .map_err(unreadable)?;
    if beginning.is_empty() {
        return Err(MediaError::Empty {
            name: name.to_owned(),
        });
    }
    // Words can hold a format's marker by chance; symphonia would look for it a megabyte far.
    let is_text = |bytes: &[u8]| {
        bytes
            .iter()
            .all(|byte| *byte >= 0x20 || matches!(byte, b'\n' | b'\r' | b'\t' | 0x0c))
    };
    if is_text(&beginning)
        && std::str::from_utf8(&beginning).is_ok_and(|text| !text.starts_with("ID3"))
    {
        return Err(malformed(name, "it holds text".to_owned()));
    }
    let file = File::open(path).map_err(unreadable)?;
    let stream = MediaSourceStream::new(Box::new(file), MediaSourceStreamOptions::default());
    symphonia::default::get_probe()
        .probe(
            &Hint::new(),
            stream,
            FormatOptions::default(),
            MetadataOptions::default(),
        )
        .map_err(|error| malformed(name, reason(&error)))
}

fn reason(error: &Error) -> String {
    match error {
        Error::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            "its content is no known sound format, or it was cut off".to_owned()
        }
        Error::Unsupported(_) => "its content is no known sound format".to_owned(),
        other => other.to_string(),
    }
}

fn declared_seconds(track: &Track, sample_rate: u32) -> Option<f64> {
    let by_time = track
        .time_base
        .zip(track.duration)
        .and_then(|(base, duration)| {
            base.calc_time(Timestamp::new(i64::try_from(duration.get()).ok()?))
        })
        .map(|time| time.as_secs_f64());
    let by_frames = track
        .num_frames
        .filter(|_| sample_rate > 0)
        .map(|frames| frames as f64 / f64::from(sample_rate));
    by_time.or(by_frames).filter(|seconds| *seconds > 0.0)
}
