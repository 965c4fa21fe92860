//! A video's packed frames, to be taken over into another file without decoding.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::{self, Parameters};
use ffmpeg_next::format::context::StreamIo;
use ffmpeg_next::format::{self, Pixel};
use ffmpeg_next::{Packet, Rational};

use super::alpha;
use super::described::Described;
use super::geometry::{self, Turn};
use super::muxer::Muxer;
use super::source::{Source, parameters_of, seconds};
use crate::MediaError;

/// Reads the packets of one stream, their times counted from the video's start.
pub struct PacketReader {
    source: Source,
    stream: usize,
    begins: i64,
    length: f64,
    /// Of the packets read so far, where the last frame or audio packet ends, in ticks.
    ends: i64,
    /// A packet that was looked at before its turn.
    first: Option<(Packet, f64)>,
    /// The time of the frame before which it stops, in ticks.
    until: Option<i64>,
}

impl PacketReader {
    /// The frames of a video, where an MP4 can take them over and every player shows them: 8-bit
    /// H.264 with 4:2:0 colour, even sides, square pixels, not turned. None where they have to be
    /// encoded anew.
    pub fn video(path: &Path, name: &str) -> Result<Option<Self>, MediaError> {
        let source = Source::open(path, name, "video")?;
        let Some(stream) = source.video() else {
            return Err(MediaError::NoStream {
                name: name.to_owned(),
                what: "picture",
            });
        };
        // Other containers than these two pack H.264 in other ways.
        let packed = stream.parameters().id() == codec::Id::H264
            && (source.is_container("mov") || source.is_container("matroska"))
            && geometry::turn_of(&stream) == Turn::default();
        if !packed {
            return Ok(None);
        }
        let decoder = source
            .decoder(stream.index())?
            .video()
            .map_err(|error| source.failed(error))?;
        let aspect = f64::from(decoder.aspect_ratio());
        let plain = matches!(decoder.format(), Pixel::YUV420P | Pixel::YUVJ420P)
            && decoder.width() % 2 == 0
            && decoder.height() % 2 == 0
            && (!aspect.is_normal() || (aspect - 1.0).abs() < 1e-3);
        let index = stream.index();
        if plain {
            Self::of_stream(source, index).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The frames of a video with an alpha channel, where a MOV file can take them over and none
    /// needs another: `ProRes`, not turned. None where they have to be encoded anew.
    pub fn clear_video(path: &Path, name: &str) -> Result<Option<Self>, MediaError> {
        let source = Source::open(path, name, "video")?;
        let Some(stream) = source.video() else {
            return Err(MediaError::NoStream {
                name: name.to_owned(),
                what: "picture",
            });
        };
        let index = stream.index();
        let packed = stream.parameters().id() == codec::Id::PRORES
            && source.is_container("mov")
            && geometry::turn_of(&stream) == Turn::default();
        let decoder = source
            .decoder(index)?
            .video()
            .map_err(|error| source.failed(error))?;
        if packed && alpha::is_in(decoder.format()) {
            Self::of_stream(source, index).map(Some)
        } else {
            Ok(None)
        }
    }

    /// libav's name for the container that takes its packets over.
    pub(super) fn container(&self) -> Result<&'static str, MediaError> {
        let id = self.source.stream(self.stream)?.parameters().id();
        Ok(if id == codec::Id::PRORES {
            "mov"
        } else {
            "mp4"
        })
    }

    /// An audio track of a video, by its index as [`AudioReader::open_track`] counts, where it is
    /// AAC in a container that an M4A file can take it over from. None where it has to be encoded
    /// anew; [`MediaError::NoStream`] where there is none.
    ///
    /// [`AudioReader::open_track`]: super::AudioReader::open_track
    pub fn audio(path: &Path, name: &str, track: usize) -> Result<Option<Self>, MediaError> {
        let source = Source::open(path, name, "sound")?;
        let index = source.audio_stream(track)?;
        let stream = source.stream(index)?;
        let taken = stream.parameters().id() == codec::Id::AAC && source.is_container("mov");
        if taken {
            Self::of_stream(source, index).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The packets of a stream.
    pub(super) fn of_stream(source: Source, stream: usize) -> Result<Self, MediaError> {
        let length = source.measured_length(stream)?;
        let base = source.stream(stream)?.time_base();
        let begins = (source.begins() / f64::from(base)).round() as i64;
        Ok(Self {
            source,
            stream,
            begins,
            length,
            ends: 0,
            first: None,
            until: None,
        })
    }

    /// Goes to the last place at or before so many seconds from which it can be decoded.
    pub(super) fn go_to(&mut self, position: f64) -> Result<(), MediaError> {
        // Half a tick later, so that rounding does not lead to the place before.
        self.source.seek(position + 0.5 * f64::from(self.base()?))
    }

    /// Counts times from `first`, which was just read, and stops before the frame at `until` ticks:
    /// `length` seconds.
    pub(super) fn keep(
        &mut self,
        mut first: Packet,
        until: Option<i64>,
        length: f64,
    ) -> Result<(), MediaError> {
        let from = first.pts().unwrap_or(0);
        self.begins += from;
        self.until = until.map(|time| time - from);
        self.length = length;
        first.set_pts(Some(0));
        first.set_dts(first.dts().map(|time| time - from));
        self.ends = first.duration();
        let base = self.base()?;
        let time = first.dts().map_or(0.0, |time| seconds(time, base));
        self.first = Some((first, time));
        Ok(())
    }

    /// Gives a packet that was just read again as the next one.
    pub(super) fn put_back(&mut self, packet: Packet) {
        self.first = Some((packet, 0.0));
    }

    /// A packet as it stands in a stream of its own: start codes before its units, and before those
    /// the parameter sets that the file tells of all frames. None where it cannot be so.
    pub(super) fn with_parameter_sets(&self, mut packet: Packet) -> Option<Vec<u8>> {
        let written = Written::default();
        let (parameters, base) = self.parameters().ok()?;
        let write = || -> Result<(), ffmpeg::Error> {
            let bytes = StreamIo::from_write(written.clone())?;
            let mut output = format::output_to_stream(bytes, None, Some("h264"))?;
            let mut stream = output.add_stream(None::<ffmpeg::Codec>)?;
            stream.set_parameters(parameters);
            stream.set_time_base(base);
            output.write_header()?;
            packet.set_stream(0);
            packet.write_interleaved(&mut output)?;
            output.write_trailer()
        };
        write().ok()?;
        let bytes = written.0.lock().ok()?;
        Some(bytes.clone())
    }

    /// Its length in seconds.
    pub fn seconds(&self) -> f64 {
        self.length
    }

    /// Whether its packets can go on where those of `before` end: they are packed in the same way
    /// to the last bit, and begin with a frame that needs no other.
    pub fn continues(&mut self, before: &Self) -> Result<bool, MediaError> {
        if self.form().is_none() || self.form() != before.form() {
            return Ok(false);
        }
        if self.first.is_none() {
            self.first = self.next_packet()?;
        }
        Ok(self.first.as_ref().is_some_and(|(packet, _)| {
            packet.is_key() && packet.pts().is_some_and(|time| time >= 0)
        }))
    }

    /// How its stream is packed; none where that cannot be found out.
    fn form(&self) -> Option<String> {
        let (parameters, base) = self.parameters().ok()?;
        form_of(parameters, base)
    }

    /// Of the packets read so far, where the last frame or audio packet ends, in seconds.
    pub(super) fn ends(&self) -> Result<f64, MediaError> {
        Ok(seconds(self.ends, self.base()?))
    }

    /// Returns its file's description of itself.
    pub(super) fn said(&self) -> Result<Described, MediaError> {
        Described::of(&self.source, self.stream)
    }

    /// Adds a track for its packets, with what its stream says of itself; answers its number for
    /// [`Muxer::copy`].
    pub(super) fn add_to(&self, muxer: &mut Muxer) -> Result<usize, MediaError> {
        muxer.take_over(&self.source.stream(self.stream)?, false)
    }

    /// The ticks of its packets.
    pub(super) fn base(&self) -> Result<Rational, MediaError> {
        Ok(self.source.stream(self.stream)?.time_base())
    }

    /// How its stream is packed, and the ticks of its packets.
    pub(super) fn parameters(&self) -> Result<(Parameters, Rational), MediaError> {
        let stream = self.source.stream(self.stream)?;
        Ok((parameters_of(&stream), stream.time_base()))
    }

    /// The next packet and its time in seconds; none at the end.
    pub(super) fn next_packet(&mut self) -> Result<Option<(Packet, f64)>, MediaError> {
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        loop {
            let mut packet = Packet::empty();
            if !self.source.read(&mut packet)? {
                return Ok(None);
            }
            if packet.stream() != self.stream || packet.data().is_none() {
                continue;
            }
            packet.set_pts(packet.pts().map(|time| time - self.begins));
            packet.set_dts(packet.dts().map(|time| time - self.begins));
            if self.until.is_some() && packet.is_key() && packet.pts() == self.until {
                return Ok(None);
            }
            self.ends = self
                .ends
                .max(packet.pts().or(packet.dts()).unwrap_or(0) + packet.duration());
            let base = self.base()?;
            let time = packet
                .dts()
                .or(packet.pts())
                .map_or(0.0, |time| seconds(time, base));
            return Ok(Some((packet, time)));
        }
    }
}

/// How a stream is packed, as libav's `framehash` format writes it down: codec, size and a hash of the
/// parameters that decoders are set up with. None where that cannot be found out.
pub(super) fn form_of(parameters: Parameters, base: Rational) -> Option<String> {
    let written = Written::default();
    let write = || -> Result<(), ffmpeg::Error> {
        let bytes = StreamIo::from_write(written.clone())?;
        let mut output = format::output_to_stream(bytes, None, Some("framehash"))?;
        let mut stream = output.add_stream(None::<ffmpeg::Codec>)?;
        stream.set_parameters(parameters);
        stream.set_time_base(base);
        output.write_header()?;
        output.write_trailer()
    };
    write().ok()?;
    let bytes = written.0.lock().ok()?;
    // Ticks are translated; the rest has to be the same.
    Some(
        String::from_utf8_lossy(&bytes)
            .lines()
            .filter(|line| !line.starts_with("#tb "))
            .collect(),
    )
}

/// Bytes in memory that are kept after their writer is gone.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .map_err(|_| io::ErrorKind::Other)?
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
