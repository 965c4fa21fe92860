//! A video in another container: its streams taken over as they are packed, nothing encoded anew.

use std::path::Path;

use ffmpeg_next::codec::Id;
use ffmpeg_next::format::Pixel;
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Packet, Stream, media};

use super::chapters::{chapters_of, within};
use super::cut::Span;
use super::geometry::turn_of;
use super::muxer::Muxer;
use super::output_format::Container;
use super::source::{Source, parameters_of, seconds, untagged};
use super::{Watch, alpha};
use crate::MediaError;

/// Codecs that players show in an MP4 wherever it is sent.
const EVERYWHERE: [Id; 3] = [Id::H264, Id::AAC, Id::MP3];
/// Codecs that an MP4 can hold besides.
const IN_MP4: [Id; 10] = [
    Id::H264,
    Id::HEVC,
    Id::AV1,
    Id::VP9,
    Id::MPEG4,
    Id::AAC,
    Id::MP3,
    Id::AC3,
    Id::EAC3,
    Id::ALAC,
];
/// Codecs that a MOV can hold besides those.
const IN_MOV: [Id; 6] = [
    Id::PRORES,
    Id::MJPEG,
    Id::DNXHD,
    Id::PCM_S16LE,
    Id::PCM_S24LE,
    Id::PCM_F32LE,
];
/// Codecs that Matroska can hold besides those of an MP4.
const IN_MKV: [Id; 10] = [
    Id::VP8,
    Id::OPUS,
    Id::VORBIS,
    Id::FLAC,
    Id::PRORES,
    Id::MPEG2VIDEO,
    Id::MP2,
    Id::DTS,
    Id::PCM_S16LE,
    Id::PCM_S24LE,
];
/// Codecs that `WebM` holds.
const IN_WEBM: [Id; 5] = [Id::VP8, Id::VP9, Id::AV1, Id::OPUS, Id::VORBIS];
/// Codecs that an AVI holds.
const IN_AVI: [Id; 5] = [Id::MPEG4, Id::MJPEG, Id::MP3, Id::MP2, Id::PCM_S16LE];

/// Codecs that may be taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// Those that nearly every player of the container shows.
    Playable,
    /// All that the container can hold.
    Everything,
}

/// A stream that is taken over.
struct Copied {
    copy: usize,
    /// Time that becomes the start, on the file's clock, in ticks.
    begins: i64,
}

/// Writes the video at `from` to `path` in another container. Every video and audio stream, chapter
/// and description in it is taken over as it is; covers, subtitles and data tracks are left out.
/// Answers whether it was written: not where the container cannot hold a stream as it is packed. A
/// failed or cancelled run leaves no file.
///
/// # Errors
/// The video cannot be read or has no frames, or the result cannot be written.
pub fn remux(
    (from, from_name): (&Path, &str),
    (path, name): (&Path, &str),
    container: Container,
    taken: Taken,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let mut source = Source::open(from, from_name, "video")?;
    if source.video().is_none() {
        return Err(MediaError::NoStream {
            name: from_name.to_owned(),
            what: "picture",
        });
    }
    if container == Container::Gif || !is_packed_alike(&source, container) {
        return Ok(false);
    }
    let mut muxer = Muxer::create(path, name, container.muxer())?;
    let Some(streams) = take_over(&source, &mut muxer, (container, taken), 0.0)? else {
        return Ok(false);
    };
    muxer.describe_file(&source, None)?;
    copy(&mut source, muxer, &streams, None, watch)?;
    Ok(true)
}

/// Writes the packets of `span` of the MP4 or MOV at `from` to an MP4 at `path`, video and audio
/// as they are packed. For spans that begin and end where frames need none from outside, as
/// [`PacketReader::part`](super::PacketReader::part) finds them; an audio packet belongs to the span in which its middle lies, so that audio begins
/// and ends up to half a packet (12 ms of AAC) beside the frames, and in step with them. Answers whether it was
/// written: not where an MP4 that is to play everywhere cannot hold a stream as it is packed. A failed or cancelled run
/// leaves no file.
///
/// # Errors
/// The video cannot be read, or the result cannot be written.
pub fn remux_part(
    (from, from_name): (&Path, &str),
    (path, name): (&Path, &str),
    span: Span,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let mut source = Source::open(from, from_name, "video")?;
    if !source.is_container("mov") {
        return Ok(false);
    }
    let mut muxer = Muxer::create(path, name, Container::Mp4.muxer())?;
    let wanted = (Container::Mp4, Taken::Playable);
    let Some(streams) = take_over(&source, &mut muxer, wanted, span.start)? else {
        return Ok(false);
    };
    let chapters = within(&chapters_of(&source), &[span]);
    muxer.describe_file(&source, Some(&chapters))?;
    source.seek(span.start)?;
    copy(&mut source, muxer, &streams, Some(span), watch)?;
    Ok(true)
}

/// Writes packets of the streams, all or those of a span, from where the source is read.
fn copy(
    source: &mut Source,
    mut muxer: Muxer,
    streams: &[Option<Copied>],
    span: Option<Span>,
    watch: &Watch,
) -> Result<(), MediaError> {
    let whole = match source.video() {
        Some(stream) => source.length(&stream).unwrap_or(0.0),
        None => 0.0,
    };
    let length = span.map_or(whole, |span| span.end - span.start).max(0.001);
    let mut ended: Vec<bool> = streams.iter().map(Option::is_none).collect();
    muxer.begin()?;
    let mut packet = Packet::empty();
    while !ended.iter().all(|ended| *ended) && source.read(&mut packet)? {
        let index = packet.stream();
        let Some(Copied { copy, begins }) = streams.get(index).and_then(Option::as_ref) else {
            continue;
        };
        let base = source.stream(index)?.time_base();
        packet.set_pts(packet.pts().map(|time| time - begins));
        packet.set_dts(packet.dts().map(|time| time - begins));
        let time = packet.dts().or(packet.pts());
        let time = time.map_or(0.0, |time| seconds(time, base));
        if span.is_some() {
            let shown = packet.pts().map_or(time, |shown| seconds(shown, base));
            let middle = shown + 0.5 * seconds(packet.duration(), base);
            // Packets come in the order in which they are decoded.
            ended[index] |= time > length;
            if middle < 0.0 || middle > length {
                continue;
            }
        }
        watch.at((time / length).clamp(0.0, 0.99))?;
        muxer.copy(*copy, &mut packet)?;
    }
    muxer.finish()?;
    watch.at(1.0)?;
    Ok(())
}

/// Whether packets of the source's container can stand in the other one as they are: transport
/// streams and AVI files pack H.264 in other ways, and tell no times in order.
fn is_packed_alike(source: &Source, container: Container) -> bool {
    match container {
        Container::Avi => source.is_container("avi"),
        _ => source.is_container("mov") || source.is_container("matroska"),
    }
}

/// Adds a track for every stream that is taken over from `start` on (in seconds), by the streams'
/// numbers; none where one of them has no place in the container.
fn take_over(
    source: &Source,
    muxer: &mut Muxer,
    (container, taken): (Container, Taken),
    start: f64,
) -> Result<Option<Vec<Option<Copied>>>, MediaError> {
    let audio = source.audio_streams();
    let mut streams: Vec<_> = source.streams().collect();
    // The first audio track is the one that is heard unless another is chosen.
    if let (Some(heard), Some(first)) = (audio.first(), audio.iter().min()) {
        streams[*first..=*heard].rotate_right(1);
    }
    let mut copied: Vec<_> = streams.iter().map(|_| None).collect();
    for stream in streams {
        let is_cover = stream.disposition().contains(Disposition::ATTACHED_PIC);
        let medium = stream.parameters().medium();
        let is_media = matches!(medium, media::Type::Video | media::Type::Audio);
        if is_cover || !is_media {
            continue;
        }
        if !holds(container, taken, stream.parameters().id())
            || (taken == Taken::Playable && !is_plain(source, &stream, container)?)
        {
            return Ok(None);
        }
        let base = stream.time_base();
        let parameters = match container {
            Container::Mp4 | Container::Mov => parameters_of(&stream),
            _ => untagged(parameters_of(&stream)),
        };
        let copy = muxer.add_copy(parameters, base)?;
        let said = stream.metadata();
        let said = said.iter().filter(|(key, _)| *key != "DURATION");
        muxer.describe(copy, said.collect())?;
        // Not every container and libav takes over how frames are to be turned.
        if turn_of(&muxer.stream(copy)?) != turn_of(&stream) {
            return Ok(None);
        }
        copied[stream.index()] = Some(Copied {
            copy,
            begins: ((source.begins() + start) / f64::from(base)).round() as i64,
        });
    }
    Ok(Some(copied))
}

pub(super) fn holds(container: Container, taken: Taken, id: Id) -> bool {
    match container {
        Container::Mp4 if taken == Taken::Everything => IN_MP4.contains(&id) || id == Id::OPUS,
        Container::Mov if taken == Taken::Everything => {
            IN_MP4.contains(&id) || IN_MOV.contains(&id)
        }
        Container::Mov if id == Id::PRORES => true,
        Container::Mp4 | Container::Mov => EVERYWHERE.contains(&id),
        Container::Mkv => IN_MP4.contains(&id) || IN_MKV.contains(&id),
        Container::WebM => IN_WEBM.contains(&id),
        Container::Avi => IN_AVI.contains(&id),
        Container::Gif => false,
    }
}

/// Whether frames are packed in a way that every player of an MP4 or MOV shows: H.264 of 8 bits
/// with 4:2:0 colour; in other containers all are. `ProRes` is for those who asked for a MOV.
fn is_plain(source: &Source, stream: &Stream, container: Container) -> Result<bool, MediaError> {
    let parameters = stream.parameters();
    if parameters.medium() != media::Type::Video
        || !matches!(container, Container::Mp4 | Container::Mov)
        || parameters.id() == Id::PRORES
    {
        return Ok(true);
    }
    let decoder = source.decoder(stream.index())?.video();
    let pixels = decoder.map_err(|error| source.failed(error))?.format();
    let is_usual = matches!(pixels, Pixel::YUV420P | Pixel::YUVJ420P);
    Ok(is_usual && !alpha::is_in(pixels))
}
