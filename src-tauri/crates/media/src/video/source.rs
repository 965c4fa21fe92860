//! Opening a video or audio file from outside: only plain containers, by content alone, never
//! another file or the network.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::{Id, Parameters};
use ffmpeg_next::format::Pixel;
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Packet, Rational, Stream, format, media};

use super::clock::{BROKEN_PACKETS, Clock, Restarts};
use super::{alpha, library};
use crate::{MediaError, regular};

/// Containers that hold media themselves. Playlists and the like, which make libav open what they
/// name, are not in it.
const CONTAINERS: &str = "mov,matroska,webm,avi,flv,mpegts,mpeg,mpegvideo,h264,hevc,ogg,asf,wav,w64,mp3,flac,aac,aiff,au,\
                          amr,caf,ivf,mxf,dv,nut,rm,gif,ac3,eac3,dts,tta,wv,ape";
/// More pixels than an 8K video has in a frame.
const LARGEST_FRAME: u32 = 40_000_000;
/// Streams that begin within so many seconds begin together: encoders put silence before audio.
const TOGETHER: f64 = 0.1;

/// An opened file.
pub(super) struct Source {
    pub(super) input: format::context::Input,
    pub(super) path: PathBuf,
    /// Name for people.
    pub(super) name: String,
    /// `video` or `sound`, for messages.
    wanted: &'static str,
    /// Spans of its streams if its timestamps begin anew on the way, and the clock that corrects
    /// them.
    pub(super) restarts: Option<(Arc<Restarts>, Clock)>,
}

impl Source {
    /// Opens a file that should be a `wanted` (`video` or `sound`).
    pub(super) fn open(path: &Path, name: &str, wanted: &'static str) -> Result<Self, MediaError> {
        library::start();
        let (file, metadata) = regular::open(path, name)?;
        if metadata.len() == 0 {
            return Err(MediaError::Empty {
                name: name.to_owned(),
            });
        }
        let input = input(file).map_err(|error| library::unreadable(error, name, wanted))?;
        let restarts = Restarts::of(path, &input, || self::input(File::open(path).ok()?).ok());
        Ok(Self {
            input,
            path: path.to_owned(),
            name: name.to_owned(),
            wanted,
            restarts: restarts.map(|restarts| (restarts, Clock::default())),
        })
    }

    /// The same file, opened once more.
    pub(super) fn reopen(&self) -> Result<Self, MediaError> {
        Self::open(&self.path, &self.name, self.wanted)
    }

    /// The video's frames: the best video stream that is not just a cover.
    pub(super) fn video(&self) -> Option<Stream<'_>> {
        let moving = |stream: &Stream| {
            stream.parameters().medium() == media::Type::Video
                && !stream.disposition().contains(Disposition::ATTACHED_PIC)
        };
        self.input
            .streams()
            .best(media::Type::Video)
            .filter(moving)
            .or_else(|| self.input.streams().find(moving))
    }

    /// The best audio stream.
    pub(super) fn audio(&self) -> Option<Stream<'_>> {
        self.input.streams().best(media::Type::Audio)
    }

    /// The numbers of all audio streams, [`Self::audio`] first.
    pub(super) fn audio_streams(&self) -> Vec<usize> {
        let is_audio = |stream: &Stream| stream.parameters().medium() == media::Type::Audio;
        let first = self.audio().map(|stream| stream.index());
        let others = self.streams().filter(is_audio).map(|stream| stream.index());
        first
            .into_iter()
            .chain(others.filter(|index| Some(*index) != first))
            .collect()
    }

    /// The number of the audio stream at an index of [`Self::audio_streams`];
    /// [`MediaError::NoStream`] where there is none.
    pub(super) fn audio_stream(&self, track: usize) -> Result<usize, MediaError> {
        let streams = self.audio_streams();
        streams
            .get(track)
            .copied()
            .ok_or_else(|| MediaError::NoStream {
                name: self.name.clone(),
                what: "sound",
            })
    }

    /// The stream of that number.
    pub(super) fn stream(&self, index: usize) -> Result<Stream<'_>, MediaError> {
        self.input
            .stream(index)
            .ok_or_else(|| self.failed(ffmpeg::Error::StreamNotFound))
    }

    /// All streams, by their numbers.
    pub(super) fn streams(&self) -> impl Iterator<Item = Stream<'_>> {
        self.input.streams()
    }

    /// The timecode that the file says of its first frame: of the video stream, of one for
    /// timecodes alone, or of the whole.
    pub(super) fn timecode(&self) -> Option<String> {
        let of_stream = |stream: Stream<'_>| Some(stream.metadata().get("timecode")?.to_owned());
        let of_file = || Some(self.input.metadata().get("timecode")?.to_owned());
        self.video()
            .and_then(of_stream)
            .or_else(|| self.streams().find_map(of_stream))
            .or_else(of_file)
    }

    /// Whether the container is of that short name, such as `mov`.
    pub(super) fn is_container(&self, name: &str) -> bool {
        self.input.format().name().split(',').any(|one| one == name)
    }

    /// Whether the frames of a stream, decoded as `pixels`, may be clear in places.
    pub(super) fn is_clear(&self, stream: &Stream, pixels: Pixel) -> bool {
        // The fourth byte of an uncompressed AVI means nothing, by the definition of that format.
        let is_padded = stream.parameters().id() == Id::RAWVIDEO && self.is_container("avi");
        !is_padded && (alpha::is_in(pixels) || alpha::is_beside(stream))
    }

    /// Seconds on the file's clock at which players begin: with the video, or with what is heard where
    /// that begins earlier, by more than encoders put before audio.
    pub(super) fn begins(&self) -> f64 {
        let start = |stream: Stream| match &self.restarts {
            Some((restarts, _)) => restarts.begins(stream.index()),
            None => (stream.start_time() != ffmpeg::ffi::AV_NOPTS_VALUE)
                .then(|| seconds(stream.start_time(), stream.time_base())),
        };
        let (seen, heard) = (self.video().and_then(start), self.audio().and_then(start));
        match (seen, heard) {
            (Some(seen), Some(heard)) if heard < seen - TOGETHER => heard,
            (seen, heard) => seen.or(heard).unwrap_or(0.0),
        }
    }

    /// The length of a stream in seconds, or of the file where the stream does not say; none where
    /// neither does.
    pub(super) fn length(&self, stream: &Stream) -> Option<f64> {
        if let Some((restarts, _)) = &self.restarts {
            return restarts.length(stream.index());
        }
        let own = (stream.duration() > 0).then(|| seconds(stream.duration(), stream.time_base()));
        let whole = (self.input.duration() > 0).then(|| self.input.duration() as f64 / 1e6);
        // Matroska files say it as a tag, counted from the start of the file's clock; one that is
        // longer than the file is left from another.
        let tagged = || {
            let ends = clock(stream.metadata().get("DURATION")?)?;
            (ends > 0.0 && whole.is_none_or(|whole| ends < whole + 0.1))
                .then(|| ends - self.begins().max(0.0))
        };
        own.or_else(tagged)
            .or(whole)
            .filter(|length| length.is_finite() && *length > 0.0)
    }

    /// The length of a stream in seconds; where nothing says it (a recording that was streamed),
    /// the packets are counted, not decoded, in a second opening of the file.
    pub(super) fn measured_length(&self, index: usize) -> Result<f64, MediaError> {
        let stream = self.stream(index)?;
        if let Some(length) = self.length(&stream) {
            return Ok(length);
        }
        let (begins, base) = (self.begins(), stream.time_base());
        let mut again = self.reopen()?;
        let mut end = 0.0_f64;
        let mut packet = Packet::empty();
        while again.read(&mut packet)? {
            if packet.stream() == index
                && let Some(time) = packet.pts().or(packet.dts())
            {
                end = end.max(seconds(time + packet.duration().max(1), base) - begins);
            }
        }
        Ok(end)
    }

    /// The next packet of any stream; false at the end of the file.
    pub(super) fn read(&mut self, packet: &mut Packet) -> Result<bool, MediaError> {
        for _ in 0..BROKEN_PACKETS {
            match packet.read(&mut self.input) {
                Ok(()) => {
                    if let Some((_, clock)) = &mut self.restarts
                        && let Some(stream) = self.input.stream(packet.stream())
                    {
                        clock.correct(packet, stream.time_base());
                    }
                    return Ok(true);
                }
                Err(ffmpeg::Error::Eof) => return Ok(false),
                Err(ffmpeg::Error::InvalidData) => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        Ok(false)
    }

    /// Reads the next packet and gives it to a stream's decoder, where it is of that stream; false at
    /// the end of the file, which the decoder is told. Broken packets are left out: those after them
    /// may be whole.
    pub(super) fn decode_next(
        &mut self,
        stream: usize,
        decoder: &mut ffmpeg::decoder::Opened,
        packet: &mut Packet,
    ) -> Result<bool, MediaError> {
        if !self.read(packet)? {
            // An error here means that the decoder is at its end already.
            let _ = decoder.send_eof();
            return Ok(false);
        }
        if packet.stream() == stream {
            match decoder.send_packet(packet) {
                Ok(()) | Err(ffmpeg::Error::InvalidData) => {}
                Err(error) if library::is_again(error) => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        Ok(true)
    }

    /// An opened decoder's context for a stream, with limits on what it may allocate.
    pub(super) fn decoder(&self, index: usize) -> Result<ffmpeg::decoder::Opened, MediaError> {
        let stream = self.stream(index)?;
        let context = ffmpeg::codec::Context::from_parameters(stream.parameters())
            .map_err(|e| self.failed(e))?;
        let mut decoder = context.decoder();
        decoder.set_packet_time_base(stream.time_base());
        let codec = alpha::decoder_for(&stream)
            .or_else(|| ffmpeg::decoder::find(decoder.id()))
            .ok_or_else(|| self.failed(ffmpeg::Error::DecoderNotFound))?;
        let largest = LARGEST_FRAME.to_string();
        let options: ffmpeg::Dictionary = [("threads", "auto"), ("max_pixels", &*largest)]
            .into_iter()
            .collect();
        decoder
            .open_as_with(codec, options)
            .map_err(|error| self.failed(error))
    }

    /// The sentence for a failure while reading.
    pub(super) fn failed(&self, error: ffmpeg::Error) -> MediaError {
        library::unreadable(error, &self.name, self.wanted)
    }

    /// The sentence for a file that opened but holds nothing that can be decoded.
    pub(super) fn undecodable(&self) -> MediaError {
        MediaError::Malformed {
            name: self.name.clone(),
            wanted: self.wanted,
            reason: "nothing in it can be decoded".to_owned(),
        }
    }
}

/// Opens the containers that hold media themselves, by content alone.
pub(super) fn input(file: File) -> Result<format::context::Input, ffmpeg::Error> {
    let bytes = format::context::StreamIo::from_read_seek_with_capacity(file, 1 << 16)?;
    let options: ffmpeg::Dictionary = [
        ("format_whitelist", CONTAINERS),
        ("protocol_whitelist", ""),
        // Program streams leave out when frames are shown, which copies of them need.
        ("fflags", "+genpts"),
    ]
    .into_iter()
    .collect();
    format::input_from_stream(bytes, None, Some(options))
}

/// The seconds of a time such as `00:01:02.500000000`.
fn clock(text: &str) -> Option<f64> {
    text.trim().split(':').try_fold(0.0, |sum, part| {
        part.parse::<f64>().ok().map(|value| 60.0 * sum + value)
    })
}

/// How a stream is packed, as a copy that outlives its file.
pub(super) fn parameters_of(stream: &Stream<'_>) -> Parameters {
    let mut parameters = Parameters::new();
    parameters.clone_from(&stream.parameters());
    parameters
}

/// Parameters without the four letters by which an MP4 or MOV names the codec: other containers have
/// names of their own and refuse those.
pub(super) fn untagged(mut parameters: Parameters) -> Parameters {
    // SAFETY: `parameters` owns what its pointer points to, and nobody else has it.
    #[allow(unsafe_code)]
    unsafe {
        (*parameters.as_mut_ptr()).codec_tag = 0;
    }
    parameters
}

/// Ticks of a time base as seconds.
pub(super) fn seconds(ticks: i64, base: Rational) -> f64 {
    ticks as f64 * f64::from(base)
}
