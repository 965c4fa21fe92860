//! Frames packed so that they can stand between packets of another encoder: their parameter sets
//! have a number of their own, and none of them is shown in another order than it is packed.

use std::collections::BTreeMap;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::Parameters;
use ffmpeg_next::{Packet, Rational};

use super::Watch;
use super::candidates::{CANDIDATES, Candidate};
use super::cut::CutFrames;
use super::encoded::{EncodedVideo, Track};
use super::encoder::{VideoEncoder, packed_grey, prepared};
use super::frames::{FrameFormat, FrameReader, FrameSource};
use super::library;
use super::nal::{self, Kind};
use super::output_format::{OutputFormat, Quality};

/// An encoder for such frames.
pub(super) struct Splicer {
    candidate: &'static Candidate,
    format: FrameFormat,
    /// The parameter sets as it writes them.
    sets: Vec<Vec<u8>>,
    /// The number that they get.
    id: u32,
    /// How its stream is packed, without its parameter sets.
    pub(super) parameters: Parameters,
}

impl Splicer {
    /// The first encoder that works here for frames of that format and whose parameter sets can get
    /// the number `id`.
    pub(super) fn find(format: FrameFormat, id: u32) -> Option<Self> {
        let software = CANDIDATES.iter().filter(|candidate| !candidate.hardware);
        let hardware = CANDIDATES.iter().filter(|candidate| candidate.hardware);
        software
            .chain(hardware)
            .filter(|candidate| candidate.name.contains("264"))
            .find_map(|candidate| Self::of(candidate, format, id))
    }

    fn of(candidate: &'static Candidate, format: FrameFormat, id: u32) -> Option<Self> {
        let parameters = Parameters::from(&opened(candidate, &format).ok()?);
        let encoder = opened(candidate, &format).ok()?;
        let grey = packed_grey(encoder, candidate, &format).ok()?;
        let units = nal::units(grey.data()?).into_iter();
        let sets: Vec<Vec<u8>> = units
            .filter(|unit| Kind::of(unit).is_parameters())
            .map(<[u8]>::to_vec)
            .collect();
        let splicer = Self {
            candidate,
            format,
            sets,
            id,
            parameters,
        };
        (splicer.sets.len() >= 2 && splicer.sets().is_some()).then_some(splicer)
    }

    /// Its parameter sets with their number; none where they cannot have it.
    pub(super) fn sets(&self) -> Option<Vec<Vec<u8>>> {
        let sets = self.sets.iter();
        sets.map(|unit| nal::renumbered(unit, self.id)).collect()
    }

    /// Begins to pack frames, the ticks of which `format` tells.
    pub(super) fn begin(
        &self,
        frames: CutFrames<FrameReader>,
    ) -> Result<SplicedFrames, ffmpeg::Error> {
        let base = Rational::new(self.format.time_base.0, self.format.time_base.1);
        let rate = f64::from(self.format.rate.0) / f64::from(self.format.rate.1.max(1));
        Ok(SplicedFrames {
            frames,
            video: EncodedVideo {
                track: Track { stream: 0, base },
                encoder: VideoEncoder {
                    encoder: opened(self.candidate, &self.format)?,
                    name: self.candidate.name,
                    pixels: self.candidate.pixels,
                },
                converter: None,
                durations: BTreeMap::new(),
                nominal: (1.0 / rate / f64::from(base)).round().max(1.0) as i64,
            },
            given: 0,
            is_drained: false,
        })
    }

    /// A packet with its units as they stand in the track; none where the encoder does not keep to
    /// its parameter sets.
    pub(super) fn units(&self, packet: &Packet) -> Option<Vec<Vec<u8>>> {
        let mut units = Vec::new();
        for unit in nal::units(packet.data()?) {
            match Kind::of(unit) {
                Kind::Other => {}
                kind if kind.is_parameters() && !self.sets.iter().any(|set| set == unit) => {
                    return None;
                }
                _ => units.push(nal::renumbered(unit, self.id)?),
            }
        }
        Some(units)
    }
}

/// Opens a candidate for such frames.
fn opened(
    candidate: &Candidate,
    format: &FrameFormat,
) -> Result<ffmpeg::encoder::Video, ffmpeg::Error> {
    let output = OutputFormat {
        quality: Quality::High,
        ..OutputFormat::default()
    };
    let (mut context, mut options) = prepared(candidate, format, &output)?;
    context.set_max_b_frames(0);
    // Slices of variable lengths can be moved by bits.
    options.set("coder", "cavlc");
    let codec =
        ffmpeg::encoder::find_by_name(candidate.name).ok_or(ffmpeg::Error::EncoderNotFound)?;
    context.open_as_with(codec, options)
}

/// Frames on their way through the encoder.
pub(super) struct SplicedFrames {
    frames: CutFrames<FrameReader>,
    video: EncodedVideo,
    /// Number of frames that it was given.
    pub(super) given: usize,
    is_drained: bool,
}

/// Why frames are not packed so.
pub(super) enum Failure {
    Media(crate::MediaError),
    Encoder(ffmpeg::Error),
    /// They consist of two fields each, of different moments.
    Interlaced,
}

impl From<ffmpeg::Error> for Failure {
    fn from(error: ffmpeg::Error) -> Self {
        Self::Encoder(error)
    }
}

impl SplicedFrames {
    /// The next packet, its times counted from the first frame's; none at the end.
    pub(super) fn next_packet(&mut self, watch: &Watch) -> Result<Option<Packet>, Failure> {
        let mut packet = Packet::empty();
        loop {
            match self.video.encoder.encoder.receive_packet(&mut packet) {
                Ok(()) => {
                    let shown = packet.pts().unwrap_or(0);
                    let lasts = self.video.durations.remove(&shown);
                    packet.set_duration(lasts.unwrap_or(self.video.nominal));
                    return Ok(Some(packet));
                }
                Err(ffmpeg::Error::Eof) => return Ok(None),
                Err(error) if library::is_again(error) && !self.is_drained => {}
                Err(error) => return Err(error.into()),
            }
            let next = self.frames.next_frame(watch).map_err(Failure::Media)?;
            let Some(frame) = next else {
                self.is_drained = true;
                self.video.encoder.encoder.send_eof()?;
                continue;
            };
            if frame.image.is_interlaced() {
                return Err(Failure::Interlaced);
            }
            self.given += 1;
            self.video.durations.insert(frame.time, frame.duration);
            let mut image = self.video.converted(frame.image)?;
            image.set_pts(Some(frame.time));
            image.set_kind(ffmpeg::picture::Type::None);
            self.video.encoder.encoder.send_frame(&image)?;
        }
    }
}
