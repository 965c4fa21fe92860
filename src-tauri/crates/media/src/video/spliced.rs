//! Parts of a video, exact to the frame, of which only the frames around the cuts are encoded and
//! all others are taken over as they are packed.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use ffmpeg_next::codec::Parameters;
use ffmpeg_next::format::Pixel;
use ffmpeg_next::util::color::{Primaries, Range, Space, TransferCharacteristic};
use ffmpeg_next::{Packet, Rational};

use super::Watch;
use super::cut::{CutFrames, Span};
use super::frames::{FrameReader, FrameSource};
use super::nal::{self, Kind};
use super::packets::PacketReader;
use super::source::{Source, seconds};
use super::splice_plan::{Copied, Part, Stretch, part};
use super::splicer::{Failure, SplicedFrames, Splicer};
use crate::MediaError;

/// Parts of a video one after the other, as packets.
pub struct SplicedPackets {
    path: PathBuf,
    name: String,
    reader: PacketReader,
    base: Rational,
    splicer: Splicer,
    spans: Vec<Span>,
    steps: VecDeque<(Step, i64)>,
    current: Option<Current>,
    /// Parameter sets of both kinds of packets, which stand before the first one.
    sets: Option<Vec<Vec<u8>>>,
    /// By how much packets are decoded before they are shown.
    delay: i64,
    /// End of the last frame, in ticks.
    ends: i64,
}

/// Next step of the work.
enum Step {
    Encode(Stretch),
    Copy(Copied),
}

/// Current step of the work.
enum Current {
    Encoding(Box<SplicedFrames>, Stretch, i64),
    Copying(IntoIter<i64>, i64),
}

impl SplicedPackets {
    /// The frames of `spans` (in order, not overlapping), on the conditions of
    /// [`PacketReader::video`]. None where little can be taken over: the video holds few frames in
    /// them that can stand without others, is not coloured as ours are, or shows frames for very unequal times
    /// around a cut.
    ///
    /// # Errors
    /// The video cannot be read.
    pub fn open(path: &Path, name: &str, spans: &[Span]) -> Result<Option<Self>, MediaError> {
        let Some(mut reader) = PacketReader::video(path, name)? else {
            return Ok(None);
        };
        if !is_coloured_as_ours(path, name)? {
            return Ok(None);
        }
        let format = FrameReader::open(path, name, u32::MAX)?.format();
        let nominal = f64::from(format.rate.1) / f64::from(format.rate.0.max(1));
        let mut parts: Vec<Part> = Vec::with_capacity(spans.len());
        for span in spans {
            match part(&mut reader, *span, nominal)? {
                Some(part) if parts.last().is_none_or(|last| last.end <= part.start) => {
                    parts.push(part);
                }
                _ => return Ok(None),
            }
        }
        let delay = parts
            .iter()
            .filter_map(|part| Some(part.copied.as_ref()?.delay));
        let (Some(delay), true) = (delay.max(), is_worth_it(&parts)) else {
            return Ok(None);
        };
        let Some(own) = parameter_sets(&mut reader, &parts)? else {
            return Ok(None);
        };
        let id = (1..32).find(|id| own.iter().all(|unit| nal::number(unit) != Some(*id)));
        let Some(splicer) = id.and_then(|id| Splicer::find(format, id)) else {
            return Ok(None);
        };
        let base = reader.base()?;
        let sets = own.into_iter().chain(splicer.sets().unwrap_or_default());
        Ok(Some(Self {
            path: path.to_owned(),
            name: name.to_owned(),
            reader,
            base,
            spans: parts
                .iter()
                .map(|part| Span {
                    start: seconds(part.start, base),
                    end: seconds(part.end, base),
                })
                .collect(),
            steps: steps(&parts),
            current: None,
            sets: Some(sets.collect()),
            splicer,
            delay,
            ends: 0,
        }))
    }

    /// The parts, which begin and end where frames do: near those that were asked for.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub(super) fn seconds(&self) -> f64 {
        self.spans.iter().map(|span| span.end - span.start).sum()
    }

    /// Returns the end of the last frame of the packets read so far, in seconds.
    pub(super) fn ends(&self) -> f64 {
        seconds(self.ends, self.base)
    }

    /// How its stream is packed, and the ticks of its packets.
    pub(super) fn parameters(&self) -> (Parameters, Rational) {
        (self.splicer.parameters.clone(), self.base)
    }

    /// The next packet; none at the end.
    pub(super) fn next_packet(&mut self, watch: &Watch) -> Result<Option<Packet>, MediaError> {
        loop {
            watch.check()?;
            let next = match self.current.take() {
                None => match self.steps.pop_front() {
                    Some((step, after)) => {
                        self.current = Some(self.begun(step, after, watch)?);
                        None
                    }
                    None => return Ok(None),
                },
                Some(Current::Copying(mut turns, after)) => match turns.next() {
                    Some(turn) => {
                        self.current = Some(Current::Copying(turns, after));
                        Some(self.copied(turn, after)?)
                    }
                    None => None,
                },
                Some(Current::Encoding(frames, stretch, after)) => {
                    self.encoded(frames, stretch, after, watch)?
                }
            };
            if let Some(packet) = next {
                self.ends = self.ends.max(packet.pts().unwrap_or(0) + packet.duration());
                return Ok(Some(packet));
            }
        }
    }

    fn begun(&mut self, step: Step, after: i64, watch: &Watch) -> Result<Current, MediaError> {
        // Half a tick later, so that rounding does not lead to the place before.
        let place = |tick: i64| seconds(tick, self.base) + 0.5 * f64::from(self.base);
        match step {
            Step::Encode(stretch) => {
                let mut frames = FrameReader::open(&self.path, &self.name, u32::MAX)?;
                if stretch.key > 0 {
                    frames.seek(place(stretch.key))?;
                }
                let span = Span {
                    start: seconds(stretch.start, self.base),
                    end: seconds(stretch.end, self.base),
                };
                let frames = self.splicer.begin(CutFrames::new(frames, &[span]));
                let frames = frames.map_err(|error| self.failed(error.to_string()))?;
                Ok(Current::Encoding(Box::new(frames), stretch, after))
            }
            Step::Copy(copied) => {
                let start = copied.start();
                self.reader.go_to(seconds(start, self.base))?;
                while let Some((packet, _)) = self.reader.next_packet()? {
                    watch.check()?;
                    if packet.is_key() && packet.pts() == Some(start) {
                        self.reader.put_back(packet);
                        return Ok(Current::Copying(copied.shown.into_iter(), after));
                    }
                }
                Err(self.failed("a frame is not where it was".to_owned()))
            }
        }
    }

    /// The next packet that is taken over; `turn`: when a frame is shown that has its place.
    fn copied(&mut self, turn: i64, after: i64) -> Result<Packet, MediaError> {
        let read = self.reader.next_packet()?;
        let units = read
            .as_ref()
            .and_then(|(packet, _)| nal::counted_units(packet.data()?));
        let (Some((packet, _)), Some(units)) = (&read, units) else {
            return Err(self.failed("its frames end early".to_owned()));
        };
        let units = units.into_iter().map(<[u8]>::to_vec).collect();
        let shown = packet.pts();
        let mut packed = packed(self.sets.take(), units, packet);
        packed.set_pts(shown.map(|time| time + after));
        packed.set_dts(Some(turn + after - self.delay));
        Ok(packed)
    }

    fn encoded(
        &mut self,
        mut frames: Box<SplicedFrames>,
        stretch: Stretch,
        after: i64,
        watch: &Watch,
    ) -> Result<Option<Packet>, MediaError> {
        let next = match frames.next_packet(watch) {
            Ok(next) => next,
            Err(Failure::Media(error)) => return Err(error),
            Err(Failure::Encoder(error)) => return Err(self.failed(error.to_string())),
            Err(Failure::Interlaced) => return Err(self.failed("it is interlaced".to_owned())),
        };
        let Some(packet) = next else {
            if frames.given == stretch.frames {
                return Ok(None);
            }
            return Err(self.failed("frames are missing around a cut".to_owned()));
        };
        let Some(units) = self.splicer.units(&packet) else {
            return Err(self.failed("the encoder changed its form".to_owned()));
        };
        let shown = packet.pts().unwrap_or(0) + stretch.start + after;
        let mut packed = packed(self.sets.take(), units, &packet);
        packed.set_pts(Some(shown));
        packed.set_dts(Some(shown - self.delay));
        self.current = Some(Current::Encoding(frames, stretch, after));
        Ok(Some(packed))
    }

    fn failed(&self, reason: String) -> MediaError {
        MediaError::Unwritable {
            name: self.name.clone(),
            reason,
        }
    }
}

/// A packet of units, `sets` before those of the first one.
fn packed(sets: Option<Vec<Vec<u8>>>, units: Vec<Vec<u8>>, like: &Packet) -> Packet {
    let is_first = sets.is_some();
    let units = units
        .into_iter()
        .filter(|unit| !is_first || !Kind::of(unit).is_parameters());
    let all: Vec<Vec<u8>> = sets.unwrap_or_default().into_iter().chain(units).collect();
    let mut packet = Packet::copy(&nal::with_start_codes(all.iter().map(Vec::as_slice)));
    packet.set_flags(like.flags());
    packet.set_duration(like.duration());
    packet
}

/// Whether most frames are taken over: those around a cut are decoded from the key frame before it,
/// which many of them make slower than decoding all in turn.
fn is_worth_it(parts: &[Part]) -> bool {
    let copied = parts.iter().filter_map(|part| part.copied.as_ref());
    let copied: usize = copied.map(|copied| copied.shown.len()).sum();
    let stretches = parts.iter().flat_map(|part| [part.head, part.tail]);
    let encoded: usize = stretches.flatten().map(|stretch| stretch.frames).sum();
    copied >= encoded
}

/// Returns the steps for the parts, one after the other, each with what is added to its times.
fn steps(parts: &[Part]) -> VecDeque<(Step, i64)> {
    let (mut steps, mut kept) = (VecDeque::new(), 0);
    for part in parts {
        let after = kept - part.start;
        let (head, tail) = (part.head.map(Step::Encode), part.tail.map(Step::Encode));
        let copied = part.copied.clone().map(Step::Copy);
        let all = head.into_iter().chain(copied);
        steps.extend(all.chain(tail).map(|step| (step, after)));
        kept += part.end - part.start;
    }
    steps
}

/// The parameter sets of a video's packets; none where they cannot be told.
fn parameter_sets(
    reader: &mut PacketReader,
    parts: &[Part],
) -> Result<Option<Vec<Vec<u8>>>, MediaError> {
    let first = parts.iter().find_map(|part| part.copied.as_ref());
    let Some(first) = first.map(Copied::start) else {
        return Ok(None);
    };
    reader.go_to(seconds(first, reader.base()?))?;
    while let Some((packet, _)) = reader.next_packet()? {
        if packet.is_key() && packet.pts() == Some(first) {
            let Some(bytes) = reader.with_parameter_sets(packet) else {
                return Ok(None);
            };
            let mut sets: Vec<Vec<u8>> = Vec::new();
            for unit in nal::units(&bytes) {
                if Kind::of(unit).is_parameters() && !sets.iter().any(|set| set == unit) {
                    sets.push(unit.to_vec());
                }
            }
            return Ok((sets.len() >= 2).then_some(sets));
        }
    }
    Ok(None)
}

/// Whether colours mean the same before and after frames are encoded: of the ordinary range of
/// numbers and light.
fn is_coloured_as_ours(path: &Path, name: &str) -> Result<bool, MediaError> {
    let source = Source::open(path, name, "video")?;
    let Some(index) = source.video().map(|stream| stream.index()) else {
        return Ok(false);
    };
    let decoder = source.decoder(index)?.video();
    let decoder = decoder.map_err(|error| source.failed(error))?;
    let matrix = decoder.color_space();
    let primaries = decoder.color_primaries();
    let transfer = decoder.color_transfer_characteristic();
    Ok(decoder.format() == Pixel::YUV420P
        && decoder.color_range() != Range::JPEG
        && matches!(
            matrix,
            Space::Unspecified | Space::BT709 | Space::SMPTE170M | Space::BT470BG
        )
        && matches!(
            primaries,
            Primaries::Unspecified | Primaries::BT709 | Primaries::SMPTE170M | Primaries::BT470BG
        )
        && matches!(
            transfer,
            TransferCharacteristic::Unspecified
                | TransferCharacteristic::BT709
                | TransferCharacteristic::SMPTE170M
        ))
}
