//! Writes a video or audio file: under a temporary name, the index before the content, and only
//! kept when it is whole.

mod describing;

use std::collections::BTreeMap;
use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::{Parameters, encoder};
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::util::frame;
use ffmpeg_next::{ChannelLayout, Packet, Rational, format};

use super::audio_reader::{Block, SAMPLE_RATE};
use super::encoded::{EncodedAudio, EncodedVideo, Track, write};
use super::frames::{Frame, FrameFormat};
use super::library::{self, Unfinished};
use super::output_format::OutputFormat;
use super::track_label::TrackLabel;
use super::turned;
use crate::MediaError;

/// A file being written.
pub(super) struct Muxer {
    // Before `unfinished`: the file has to be closed when it is moved or removed.
    output: format::context::Output,
    unfinished: Unfinished,
    name: String,
    video: Option<EncodedVideo>,
    audio: Vec<EncodedAudio>,
    copies: Vec<Copied>,
    /// How frames are to be turned, where libav does not write that: nine numbers as an MP4 has them.
    matrix: Option<[u8; 36]>,
}

/// A track of packets that are taken over.
struct Copied {
    track: Track,
    /// When the last packet was to be decoded, in its ticks.
    decoded: Option<i64>,
}

impl Muxer {
    /// A new file of libav's format `container` (such as `mp4` or `ipod`), which becomes
    /// `path` at the end.
    pub(super) fn create(path: &Path, name: &str, container: &str) -> Result<Self, MediaError> {
        library::start();
        let unfinished = Unfinished::beside(path);
        let address = library::address(unfinished.path(), name)?;
        let output = format::output_as(&address, container)
            .map_err(|error| library::unwritable(error, name))?;
        Ok(Self {
            output,
            unfinished,
            name: name.to_owned(),
            video: None,
            audio: Vec::new(),
            copies: Vec::new(),
            matrix: None,
        })
    }

    fn failed(&self, error: ffmpeg::Error) -> MediaError {
        library::unwritable(error, &self.name)
    }

    /// A track of frames to encode; answers the encoder's name.
    pub(super) fn add_video(
        &mut self,
        format: &FrameFormat,
        output: &OutputFormat,
    ) -> Result<&'static str, MediaError> {
        let encoder = super::encoder::video(format, output)?;
        let name = encoder.name;
        let base = Rational::new(format.time_base.0, format.time_base.1);
        let stream = self.add_stream(Parameters::from(&encoder.encoder), base)?;
        let rate = Rational::new(format.rate.0, format.rate.1);
        let nominal = (1.0 / f64::from(rate) / f64::from(base)).round().max(1.0) as i64;
        let track = Track { stream, base };
        self.video = Some(EncodedVideo {
            track,
            encoder,
            converter: None,
            durations: BTreeMap::new(),
            nominal,
        });
        if output.is_clear {
            // Players look for an alpha channel only where this is said.
            let clear = [("alpha_mode", "1")].into_iter().collect();
            self.describe_stream(stream, clear)?;
        }
        Ok(name)
    }

    /// A track of audio to encode with libav's encoder of that name at so many bits a second, of one channel where both
    /// are the same; answers its number for [`Self::write_block`].
    pub(super) fn add_audio(
        &mut self,
        (encoder, bit_rate): (&str, u32),
        is_mono: bool,
        label: &TrackLabel,
    ) -> Result<usize, MediaError> {
        let layout = if is_mono {
            ChannelLayout::MONO
        } else {
            ChannelLayout::STEREO
        };
        let encoder = super::audio_encoder::audio(encoder, bit_rate, layout)?;
        let track = self.add_encoder(encoder, SAMPLE_RATE)?;
        self.describe_stream(self.audio[track].track.stream, label.metadata())?;
        Ok(track)
    }

    /// A track for an opened encoder of audio of so many samples a second; answers its number for
    /// [`Self::write_samples`].
    pub(super) fn add_encoder(
        &mut self,
        encoder: encoder::Audio,
        rate: u32,
    ) -> Result<usize, MediaError> {
        let base = Rational::new(1, rate as i32);
        let stream = self.add_stream(Parameters::from(&encoder), base)?;
        // Of several, the first one is heard unless another is chosen.
        if self.audio.is_empty() {
            self.dispose(stream, Disposition::DEFAULT)?;
        }
        self.audio.push(EncodedAudio {
            track: Track { stream, base },
            encoder,
            queue: Default::default(),
            written: 0,
        });
        Ok(self.audio.len() - 1)
    }

    /// A track of packets that are taken over as they are, with times in `base`; answers its number
    /// for [`Self::copy`].
    pub(super) fn add_copy(
        &mut self,
        parameters: Parameters,
        base: Rational,
    ) -> Result<usize, MediaError> {
        let stream = self.add_stream(parameters, base)?;
        self.copies.push(Copied {
            track: Track { stream, base },
            decoded: None,
        });
        Ok(self.copies.len() - 1)
    }

    /// The copied track `copy`, as it will be written.
    pub(super) fn stream(&self, copy: usize) -> Result<ffmpeg::Stream<'_>, MediaError> {
        let stream = self.output.stream(self.copies[copy].track.stream);
        stream.ok_or_else(|| self.failed(ffmpeg::Error::StreamNotFound))
    }

    fn add_stream(&mut self, parameters: Parameters, base: Rational) -> Result<usize, MediaError> {
        let added = self
            .output
            .add_stream(None::<ffmpeg::Codec>)
            .map(|mut stream| {
                stream.set_parameters(parameters);
                stream.set_time_base(base);
                stream.index()
            });
        added.map_err(|error| self.failed(error))
    }

    /// Writes the header. All tracks are there by now.
    pub(super) fn begin(&mut self) -> Result<(), MediaError> {
        // A WAV file beyond 4 GB needs another header.
        let options: ffmpeg::Dictionary = [("movflags", "+faststart"), ("rf64", "auto")]
            .into_iter()
            .collect();
        let begun = self.output.write_header_with(options).map(drop);
        begun.map_err(|error| self.failed(error))
    }

    /// Encodes a frame.
    pub(super) fn write_frame(&mut self, frame: Frame) -> Result<(), MediaError> {
        let Some(video) = self.video.as_mut() else {
            return Ok(());
        };
        video.durations.insert(frame.time, frame.duration);
        let sent = video.converted(frame.image).and_then(|mut image| {
            image.set_pts(Some(frame.time));
            image.set_kind(ffmpeg::picture::Type::None);
            video.encoder.encoder.send_frame(&image)
        });
        sent.map_err(|error| self.failed(error))?;
        self.write_encoded_frames()
    }

    fn write_encoded_frames(&mut self) -> Result<(), MediaError> {
        let Some(video) = self.video.as_mut() else {
            return Ok(());
        };
        let mut packet = Packet::empty();
        loop {
            match video.encoder.encoder.receive_packet(&mut packet) {
                Ok(()) => {
                    let duration = packet.pts().and_then(|time| video.durations.remove(&time));
                    packet.set_duration(duration.unwrap_or(video.nominal));
                    write(&mut self.output, video.track, &mut packet)
                        .map_err(|error| library::unwritable(error, &self.name))?;
                }
                Err(ffmpeg::Error::Eof) => return Ok(()),
                Err(error) if library::is_again(error) => return Ok(()),
                Err(error) => return Err(self.failed(error)),
            }
        }
    }

    /// Encodes audio of the track `track`.
    pub(super) fn write_block(&mut self, track: usize, block: &Block) -> Result<(), MediaError> {
        let track = &mut self.audio[track];
        for (queue, samples) in track.queue.iter_mut().zip(&block.channels) {
            queue.extend_from_slice(samples);
        }
        let written = track.encode(&mut self.output, false);
        written.map_err(|error| self.failed(error))
    }

    /// Encodes a frame of samples, in the form that the encoder of the track `track` wants.
    pub(super) fn write_samples(
        &mut self,
        track: usize,
        samples: frame::Audio,
    ) -> Result<(), MediaError> {
        let written = self.audio[track].give(samples, &mut self.output);
        written.map_err(|error| self.failed(error))
    }

    /// Sets the description that the file gives of itself as a whole.
    pub(super) fn set_metadata(&mut self, said: ffmpeg::Dictionary) {
        self.output.set_metadata(said);
    }

    /// Takes over a packet of the copied track `copy`.
    pub(super) fn copy(&mut self, copy: usize, packet: &mut Packet) -> Result<(), MediaError> {
        let copied = &mut self.copies[copy];
        // Where one video's packets follow another's, the clocks may disagree by a tick or two;
        // files want them in order.
        if let (Some(before), Some(time)) = (copied.decoded, packet.dts())
            && time <= before
        {
            packet.set_dts(Some(before + 1));
            packet.set_pts(packet.pts().map(|shown| shown.max(before + 1)));
        }
        copied.decoded = packet.dts().or(copied.decoded);
        let written = write(&mut self.output, copied.track, packet);
        written.map_err(|error| self.failed(error))
    }

    /// Writes what the encoders still hold and the index, and gives the file its name.
    pub(super) fn finish(mut self) -> Result<(), MediaError> {
        if let Some(video) = self.video.as_mut() {
            let drained = video.encoder.encoder.send_eof();
            drained.map_err(|error| self.failed(error))?;
            self.write_encoded_frames()?;
        }
        for track in &mut self.audio {
            let drained = track.encode(&mut self.output, true);
            drained.map_err(|error| library::unwritable(error, &self.name))?;
        }
        let ended = self.output.write_trailer();
        ended.map_err(|error| self.failed(error))?;
        let Self {
            output,
            unfinished,
            name,
            matrix,
            ..
        } = self;
        drop(output);
        if let Some(matrix) = matrix {
            turned::turn(unfinished.path(), &matrix).map_err(|error| MediaError::Unwritable {
                name: name.clone(),
                reason: error.to_string(),
            })?;
        }
        unfinished.keep(&name)
    }
}
