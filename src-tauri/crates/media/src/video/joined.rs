//! Videos that are packed in the same way, one behind the other, as they are packed: parts of a
//! recording that a camera wrote into several files.

use std::path::Path;

use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Packet, Stream, media};

use super::Watch;
use super::geometry::turn_of;
use super::muxer::Muxer;
use super::own_container::OwnContainer;
use super::packets::form_of;
use super::source::{Source, parameters_of, seconds};
use crate::MediaError;

/// Audio may end so many seconds before frames.
const SHORT: f64 = 0.1;

/// Writes the videos, each a path and the name that people know it by, one behind the other to `path`
/// in `container`, frames and audio as they are packed. Answers whether it was written: not where they
/// are packed in different ways, or have other tracks. A failed or cancelled run leaves no file.
///
/// # Errors
/// One cannot be read or has no frames, or the result cannot be written.
pub fn join(
    videos: &[(&Path, &str)],
    (path, name): (&Path, &str),
    container: OwnContainer,
    watch: &Watch,
) -> Result<bool, MediaError> {
    let open = |(path, name): &(&Path, &str)| Source::open(path, name, "video");
    let sources: Vec<Source> = videos.iter().map(open).collect::<Result<_, _>>()?;
    let Some(first) = sources.first().filter(|_| container.is_kept) else {
        return Ok(false);
    };
    let tracks: Vec<Vec<usize>> = sources.iter().map(tracks).collect();
    let is_alike = |(source, own): (&Source, &Vec<usize>)| -> Result<bool, MediaError> {
        if own.len() != tracks[0].len() || source.video().is_none() {
            return Ok(false);
        }
        for (index, other) in own.iter().zip(&tracks[0]) {
            let (stream, like) = (source.stream(*index)?, first.stream(*other)?);
            let form = form_of(parameters_of(&stream), stream.time_base());
            if form.is_none()
                || form != form_of(parameters_of(&like), like.time_base())
                || turn_of(&stream) != turn_of(&like)
            {
                return Ok(false);
            }
        }
        Ok(true)
    };
    for pair in sources.iter().zip(&tracks) {
        if !is_alike(pair)? {
            return Ok(false);
        }
    }
    let last = sources.len() - 1;
    for (source, own) in sources.iter().zip(&tracks).take(last) {
        let length = |index: usize| source.measured_length(index);
        let frames = source.video().map_or(0, |stream| stream.index());
        let ends = length(frames)? - SHORT;
        for index in own {
            // Silence would have to stand for what is missing.
            if length(*index)? < ends {
                return Ok(false);
            }
        }
    }
    let mut muxer = Muxer::create(path, name, container.muxer)?;
    let mut copies = Vec::with_capacity(tracks[0].len());
    for index in &tracks[0] {
        copies.push(muxer.take_over(&first.stream(*index)?, container.has_tags())?);
    }
    muxer.describe_file(first, Some(&[]))?;
    muxer.begin()?;
    let lengths = sources.iter().map(|source| {
        let stream = source.video();
        stream
            .and_then(|stream| source.length(&stream))
            .unwrap_or(0.0)
    });
    let whole = lengths.sum::<f64>().max(0.001);
    let mut begins = 0.0;
    for (source, tracks) in sources.into_iter().zip(&tracks) {
        let report = |time: f64| watch.at(((begins + time) / whole).clamp(0.0, 0.99));
        begins += append(source, (tracks, &copies), begins, &mut muxer, &report)?;
    }
    muxer.finish()?;
    watch.at(1.0)?;
    Ok(true)
}

/// The numbers of the streams that are joined: frames and audio.
fn tracks(source: &Source) -> Vec<usize> {
    let is_track = |stream: &Stream| {
        let medium = stream.parameters().medium();
        matches!(medium, media::Type::Video | media::Type::Audio)
            && !stream.disposition().contains(Disposition::ATTACHED_PIC)
    };
    let streams = source.streams().filter(is_track);
    streams.map(|stream| stream.index()).collect()
}

/// Writes the packets of a video behind what lasts so many seconds; answers how long its frames last.
fn append(
    mut source: Source,
    (tracks, copies): (&[usize], &[usize]),
    after: f64,
    muxer: &mut Muxer,
    report: &dyn Fn(f64) -> Result<(), MediaError>,
) -> Result<f64, MediaError> {
    let video = source.video().map(|stream| stream.index());
    let most = match video {
        Some(index) => source.measured_length(index)?,
        None => 0.0,
    };
    let begins = source.begins();
    let mut lasts = 0.0_f64;
    let mut packet = Packet::empty();
    while source.read(&mut packet)? {
        let index = packet.stream();
        let Some(place) = tracks.iter().position(|track| *track == index) else {
            continue;
        };
        let base = source.stream(index)?.time_base();
        let Some(shown) = packet.pts().or(packet.dts()) else {
            continue;
        };
        let time = seconds(shown, base) - begins;
        let ends = time + seconds(packet.duration(), base);
        // Encoders put silence before audio, and it may go on after the frames: it would lie over the
        // audio of the other video.
        let middle = f64::midpoint(time, ends);
        if Some(index) != video && ((after > 0.0 && middle < 0.0) || middle > most) {
            continue;
        }
        if Some(index) == video {
            lasts = lasts.max(ends);
        }
        report(time)?;
        let shift = ((after - begins) / f64::from(base)).round() as i64;
        packet.set_pts(packet.pts().map(|time| time + shift));
        packet.set_dts(packet.dts().map(|time| time + shift));
        muxer.copy(copies[place], &mut packet)?;
    }
    Ok(lasts)
}
