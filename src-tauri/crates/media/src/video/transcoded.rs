//! Writes audio alone in another file format and keeps what it is: its sample rate, channels and
//! depth, unless another is asked for or the format cannot hold it.

use std::path::Path;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::{Id, encoder};
use ffmpeg_next::format::{Sample, sample};
use ffmpeg_next::util::frame;
use ffmpeg_next::{ChannelLayout, Packet, Stream};

use super::audio_depth::{Depth, Dither};
use super::audio_encoder::AudioForm;
use super::audio_format::AudioFormat;
use super::chain::Chain;
use super::described::Described;
use super::muxer::Muxer;
use super::shaped::Shaped;
use super::source::{Source, parameters_of, seconds};
use super::{Watch, library};
use crate::MediaError;

/// Samples of a frame where an encoder takes any number.
const SAMPLES: u32 = 4096;
/// Seconds around a part that are decoded with it.
const AROUND: f64 = 1.0;
/// Containers in which a place is found exactly.
const SEEKABLE: [&str; 7] = ["wav", "w64", "flac", "aiff", "caf", "mov", "matroska"];
/// The highest rate that a file of any format is written at.
const HIGHEST_RATE: u32 = 192_000;

/// How audio is encoded. What is none stays as it is, or as is usual for the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AudioEncoding {
    /// The file format.
    pub format: AudioFormat,
    /// Bits a second.
    pub bit_rate: Option<u32>,
    /// Samples a second of one channel.
    pub sample_rate: Option<u32>,
    /// 1 or 2 channels.
    pub channels: Option<u16>,
    /// How samples are stored, of a format that stores samples: one that [`AudioFormat::holds`] it.
    pub depth: Option<Depth>,
    /// Dither added where bits are taken away; none: triangular if samples were stored deeper.
    pub dither: Option<Dither>,
}

impl AudioEncoding {
    /// The usual way of writing a format.
    pub fn of(format: AudioFormat) -> Self {
        Self {
            format,
            bit_rate: None,
            sample_rate: None,
            channels: None,
            depth: None,
            dither: None,
        }
    }
}

/// Writes an audio track of the video or audio file at `from` to `path`, as
/// [`super::write_audio`] does. A failed or cancelled run leaves no file.
///
/// # Errors
/// As [`super::write_audio`].
pub fn write_audio_as(
    from: (&Path, &str),
    track: usize,
    to: (&Path, &str),
    encoding: AudioEncoding,
    watch: &Watch,
) -> Result<(), MediaError> {
    write_audio_through(from, track, to, (encoding, &Chain::default()), watch)
}

/// The same with audio that goes through filters first.
///
/// # Errors
/// As [`super::write_audio`], or filters that libav does not take.
pub fn write_audio_through(
    (from, from_name): (&Path, &str),
    track: usize,
    (path, name): (&Path, &str),
    (encoding, chain): (AudioEncoding, &Chain),
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut source = Source::open(from, from_name, "sound")?;
    let index = source.audio_stream(track)?;
    let length = source.measured_length(index)?.max(0.001);
    let base = source.stream(index)?.time_base();
    let mut decoder = source
        .decoder(index)?
        .audio()
        .map_err(|error| source.failed(error))?;
    let encoding = AudioEncoding {
        channels: encoding.channels.or(chain.channels),
        ..encoding
    };
    let form = form(&decoder, encoding);
    let dither = dither(&decoder, encoding, form.format);
    let encoder = form.open()?;
    let size = if encoder.frame_size() > 1 {
        encoder.frame_size()
    } else {
        SAMPLES
    };
    let mut muxer = Muxer::create(path, name, encoding.format.muxer())?;
    let written = muxer.add_encoder(encoder, form.rate)?;
    Described::of(&source, index)?.begin(&mut muxer, encoding.format)?;
    let begins = source.begins();
    let mut shaped = Shaped::new(form, size).through(chain.cutting(begins), dither);
    let (from, to) = chain.span.unwrap_or((0.0, f64::INFINITY));
    if from > AROUND && SEEKABLE.iter().any(|name| source.is_container(name)) {
        source.seek(from - AROUND)?;
    }
    let length = (length.min(to) - from).max(0.001);
    let (mut packet, mut decoded) = (Packet::empty(), frame::Audio::empty());
    let mut is_at_end = false;
    while !is_at_end {
        watch.check()?;
        is_at_end = !source.read(&mut packet)?;
        if is_at_end {
            // An error here means that the decoder is at its end already.
            let _ = decoder.send_eof();
        } else if packet.stream() == index {
            let time = packet
                .pts()
                .map_or(0.0, |time| seconds(time, base) - source.begins());
            watch.at(((time - from) / length).clamp(0.0, 0.99))?;
            is_at_end = time > to + AROUND;
            match decoder.send_packet(&packet) {
                // A broken packet is left out; the gap is filled with silence.
                Ok(()) | Err(ffmpeg::Error::InvalidData) => {}
                Err(error) if library::is_again(error) => {}
                Err(error) => return Err(source.failed(error)),
            }
            if is_at_end {
                let _ = decoder.send_eof();
            }
        } else {
            continue;
        }
        while decoder.receive_frame(&mut decoded).is_ok() {
            let time = decoded.timestamp();
            decoded.set_pts(time);
            let fed = shaped.feed(&decoded, base);
            for samples in fed.map_err(|error| source.failed(error))? {
                muxer.write_samples(written, samples)?;
            }
        }
    }
    let rest = shaped.end().map_err(|error| source.failed(error))?;
    if shaped.is_empty() {
        return Err(source.undecodable());
    }
    for samples in rest {
        muxer.write_samples(written, samples)?;
    }
    muxer.finish()?;
    watch.at(1.0)
}

/// Takes the packets of an audio track over into a file of another format; answers whether that
/// could be. A failed or cancelled run leaves no file.
///
/// # Errors
/// The audio cannot be read, or the result cannot be written.
pub fn copy_audio(
    (from, from_name): (&Path, &str),
    track: usize,
    (path, name): (&Path, &str),
    format: AudioFormat,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let mut source = Source::open(from, from_name, "sound")?;
    let index = source.audio_stream(track)?;
    let length = source.measured_length(index)?.max(0.001);
    let (base, parameters) = {
        let stream = source.stream(index)?;
        if !is_held(&source, &stream, format) {
            return Ok(false);
        }
        (stream.time_base(), parameters_of(&stream))
    };
    let begins = (source.begins() / f64::from(base)).round() as i64;
    let mut muxer = Muxer::create(path, name, format.muxer())?;
    let copy = muxer.add_copy(parameters, base)?;
    Described::of(&source, index)?.begin(&mut muxer, format)?;
    let mut packet = Packet::empty();
    while source.read(&mut packet)? {
        if packet.stream() != index {
            continue;
        }
        packet.set_pts(packet.pts().map(|time| time - begins));
        packet.set_dts(packet.dts().map(|time| time - begins));
        let time = packet.dts().map_or(0.0, |time| seconds(time, base));
        watch.at((time / length).clamp(0.0, 0.99))?;
        muxer.copy(copy, &mut packet)?;
    }
    muxer.finish()?;
    watch.at(1.0)?;
    Ok(true)
}

/// Whether a file of that format holds a stream as it is packed.
fn is_held(source: &Source, stream: &Stream, format: AudioFormat) -> bool {
    let id = stream.parameters().id();
    match format {
        AudioFormat::M4a | AudioFormat::M4b | AudioFormat::M4r => match id {
            Id::AAC => source.is_container("mov") || source.is_container("matroska"),
            Id::ALAC => source.is_container("mov"),
            _ => false,
        },
        AudioFormat::Mp3 => id == Id::MP3,
        AudioFormat::Wav => matches!(id, Id::PCM_S16LE | Id::PCM_S24LE | Id::PCM_F32LE),
        AudioFormat::Aiff => matches!(id, Id::PCM_S16BE | Id::PCM_S24BE | Id::PCM_F32BE),
        AudioFormat::Caf => false,
        AudioFormat::Flac => id == Id::FLAC,
        AudioFormat::Ogg => matches!(id, Id::VORBIS | Id::OPUS | Id::FLAC),
        AudioFormat::Opus => id == Id::OPUS,
    }
}

/// The form for a format that is nearest to what a decoder gives and to what is asked for.
fn form(decoder: &ffmpeg::decoder::Audio, encoding: AudioEncoding) -> AudioForm {
    let (planar, packed) = (sample::Type::Planar, sample::Type::Packed);
    let (encoder, format, usual) = match encoding.format {
        AudioFormat::Mp3 => ("libmp3lame", Sample::F32(planar), Some(192_000)),
        AudioFormat::Ogg => ("libvorbis", Sample::F32(planar), None),
        AudioFormat::Opus => ("libopus", Sample::F32(packed), Some(128_000)),
        stored => match stored_at(decoder, encoding).and_then(|depth| depth.encoder(stored)) {
            Some((encoder, format)) => (encoder, format, None),
            None => ("aac", Sample::F32(planar), Some(192_000)),
        },
    };
    let wanted = encoding.sample_rate.unwrap_or(decoder.rate());
    AudioForm {
        encoder,
        rate: rate_for(encoder, wanted.clamp(8000, HIGHEST_RATE)),
        layout: layout_for(decoder, encoding),
        format,
        bit_rate: encoding.bit_rate.or(usual),
    }
}

/// The depth at which a format that stores samples stores them: the one that is asked for, or the own one of the audio, or
/// the deepest that the format holds; none where it stores none.
fn stored_at(decoder: &ffmpeg::decoder::Audio, encoding: AudioEncoding) -> Option<Depth> {
    let wanted = encoding.depth.unwrap_or_else(|| Depth::of(decoder));
    [wanted, Depth::Bits24]
        .into_iter()
        .find(|depth| encoding.format.holds(*depth))
}

/// The filter that makes samples with fewer bits than they were stored with; none where none are taken away, or it is not
/// wanted.
fn dither(
    decoder: &ffmpeg::decoder::Audio,
    encoding: AudioEncoding,
    format: Sample,
) -> Option<String> {
    let depth = stored_at(decoder, encoding)?;
    let is_less = depth.bits() < Depth::of(decoder).bits() && depth != Depth::Float;
    let usual = if is_less {
        Dither::Triangular
    } else {
        Dither::None
    };
    let bits = depth.bits();
    encoding.dither.unwrap_or(usual).filter(format, bits)
}

/// The rate of an encoder that is next above a rate, or its highest.
fn rate_for(encoder: &str, wanted: u32) -> u32 {
    let codec = encoder::find_by_name(encoder).and_then(|codec| codec.audio().ok());
    let Some(rates) = codec.and_then(|codec| codec.rates()) else {
        return wanted;
    };
    let rates: Vec<u32> = rates.map(|rate| rate as u32).collect();
    let above = rates.iter().copied().filter(|rate| *rate >= wanted).min();
    above.or(rates.iter().copied().max()).unwrap_or(wanted)
}

fn layout_for(decoder: &ffmpeg::decoder::Audio, encoding: AudioEncoding) -> ChannelLayout {
    let own = match decoder.channel_layout() {
        layout if layout.is_empty() => ChannelLayout::default(decoder.channels().into()),
        layout => layout,
    };
    match encoding.channels {
        Some(1) => ChannelLayout::MONO,
        Some(_) => ChannelLayout::STEREO,
        // The usual layouts are those that encoders take.
        None if own.channels() > 2 && encoding.format != AudioFormat::Mp3 => {
            ChannelLayout::default(own.channels().min(8))
        }
        None if own.channels() > 2 => ChannelLayout::STEREO,
        None => ChannelLayout::default(own.channels().max(1)),
    }
}
