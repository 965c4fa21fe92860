//! Plan of a part of a video: what can be taken over as it is packed, and what at its ends has to
//! be encoded anew.

use super::cut::Span;
use super::nal::{self, Kind};
use super::packets::PacketReader;
use crate::MediaError;

/// Seconds before a part at which the look at it begins, and behind it at which it ends.
const AROUND: f64 = 1.0;
/// A cut may lie so far from where a frame begins, in lengths of a frame: half of one, and what
/// rounding adds.
const NEAR: f64 = 0.55;

/// A packed frame, by its times in ticks.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Packed {
    shown: i64,
    lasts: i64,
    /// Whether decoding can begin with it.
    is_key: bool,
    /// Whether nothing behind it needs what was before it.
    refreshes: bool,
}

/// A part of a video from a frame to the one before which it ends, by their times in ticks.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    pub(super) start: i64,
    pub(super) end: i64,
    /// Frames that are encoded, before and behind what is taken over.
    pub(super) head: Option<Stretch>,
    pub(super) copied: Option<Copied>,
    pub(super) tail: Option<Stretch>,
}

/// Frames that are encoded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stretch {
    pub(super) start: i64,
    pub(super) end: i64,
    /// The frame with which decoding begins.
    pub(super) key: i64,
    /// Number of frames.
    pub(super) frames: usize,
}

/// Packets that are taken over.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Copied {
    /// When they are shown, in that order: the first one of them first.
    pub(super) shown: Vec<i64>,
    /// By how much they have to be decoded before they are shown.
    pub(super) delay: i64,
}

impl Copied {
    /// When the first of them is shown.
    pub(super) fn start(&self) -> i64 {
        self.shown.first().copied().unwrap_or(0)
    }
}

/// Looks at a part of a video; `nominal`: how long a frame is shown usually, in seconds. None where
/// its frames do not tell their times, are not packed as MP4 files pack them, or stand for so
/// unequal times that the cut does not lie near one.
pub(super) fn part(
    reader: &mut PacketReader,
    span: Span,
    nominal: f64,
) -> Result<Option<Part>, MediaError> {
    let base = f64::from(reader.base()?);
    reader.go_to((span.start - AROUND).max(0.0))?;
    let mut all: Vec<Packed> = Vec::new();
    while let Some((packet, _)) = reader.next_packet()? {
        let units = packet.data().and_then(nal::counted_units);
        let (Some(shown), Some(units)) = (packet.pts(), units) else {
            return Ok(None);
        };
        all.push(Packed {
            shown,
            lasts: packet.duration(),
            is_key: packet.is_key(),
            refreshes: units.iter().any(|unit| Kind::of(unit) == Kind::Refresh),
        });
        if packet.is_key() && shown as f64 * base > span.end + AROUND {
            break;
        }
    }
    Ok(planned(
        &all,
        (span.start / base, span.end / base),
        nominal / base,
    ))
}

/// The plan for a part by its packed frames, in the order in which they are decoded; all in ticks.
fn planned(all: &[Packed], (start, end): (f64, f64), nominal: f64) -> Option<Part> {
    let mut shown: Vec<i64> = all.iter().map(|one| one.shown).collect();
    shown.sort_unstable();
    let last = all.iter().max_by_key(|one| one.shown)?;
    let nearest = |place: f64| {
        let ends = last.shown + last.lasts.max(1);
        let places = shown.iter().copied().chain([ends]);
        let distance = |tick: &i64| (*tick as f64 - place).abs();
        let nearest = places.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        // Behind its last frame a video has nothing to be cut.
        (distance(&nearest) <= NEAR * nominal || (nearest == ends && place > ends as f64))
            .then_some(nearest)
    };
    let (start, end) = (nearest(start)?, nearest(end)?);
    let stretch = |start: i64, end: i64| {
        let key = all.iter().filter(|one| one.is_key && one.shown <= start);
        Some(Stretch {
            start,
            end,
            key: key.map(|one| one.shown).max()?,
            frames: shown
                .iter()
                .filter(|time| (start..end).contains(*time))
                .count(),
        })
    };
    if start >= end {
        return None;
    }
    let Some((copied, behind)) = copied(all, start, end) else {
        return Some(Part {
            start,
            end,
            head: Some(stretch(start, end)?),
            copied: None,
            tail: None,
        });
    };
    let head = if copied.start() > start {
        Some(stretch(start, copied.start())?)
    } else {
        None
    };
    let tail = if behind < end {
        Some(stretch(behind, end)?)
    } else {
        None
    };
    Some(Part {
        start,
        end,
        head,
        copied: Some(copied),
        tail,
    })
}

/// The packets between two times that can stand on their own, and when what is shown behind them
/// begins.
fn copied(all: &[Packed], start: i64, end: i64) -> Option<(Copied, i64)> {
    // What is shown first of the packets from each on.
    let mut earliest = vec![i64::MAX; all.len() + 1];
    for (index, one) in all.iter().enumerate().rev() {
        earliest[index] = earliest[index + 1].min(one.shown);
    }
    let is_first = |(index, one): &(usize, &Packed)| {
        one.refreshes && (start..end).contains(&one.shown) && earliest[index + 1] > one.shown
    };
    let (first, key) = all.iter().enumerate().find(is_first)?;
    let (mut latest, mut packets) = (key.shown, 0);
    for (index, one) in all.iter().enumerate().skip(first) {
        if one.shown >= end {
            break;
        }
        latest = latest.max(one.shown);
        // Up to here all frames that are shown are there, and no other.
        if earliest[index + 1] > latest {
            packets = index + 1 - first;
        }
    }
    let order = || all[first..first + packets].iter().map(|one| one.shown);
    let mut shown: Vec<i64> = order().collect();
    shown.sort_unstable();
    let waits = order().zip(&shown).map(|(shown, turn)| turn - shown);
    let delay = waits.max().unwrap_or(0);
    let copied = Copied { shown, delay };
    Some((copied, earliest[first + packets].min(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames of 10 ticks, a refreshing one every 12, two that need a later one between others.
    fn packed() -> Vec<Packed> {
        let group = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8, 11, 10];
        let order = (0..3).flat_map(|number| group.map(|place| 12 * number + place));
        let packed = order.map(|place| Packed {
            shown: 10 * place,
            lasts: 10,
            is_key: place % 12 == 0,
            refreshes: place % 12 == 0,
        });
        packed.collect()
    }

    #[test]
    fn only_what_lies_around_a_cut_is_encoded() {
        let part = planned(&packed(), (52.0, 294.0), 10.0).unwrap();
        assert_eq!((part.start, part.end), (50, 290));
        let head = part.head.unwrap();
        assert_eq!(
            (head.start, head.end, head.key, head.frames),
            (50, 120, 0, 7)
        );
        // Frames 12 to 27: 28 needs one that is shown behind it.
        let copied = part.copied.unwrap();
        assert_eq!((copied.start(), copied.shown.len()), (120, 16));
        // The third packet is shown second.
        assert_eq!(copied.delay, 10);
        let tail = part.tail.unwrap();
        assert_eq!(
            (tail.start, tail.end, tail.key, tail.frames),
            (280, 290, 240, 1)
        );
    }

    #[test]
    fn at_key_frames_and_at_the_ends_nothing_is_encoded() {
        let part = planned(&packed(), (120.0, 240.0), 10.0).unwrap();
        assert_eq!((&part.head, &part.tail), (&None, &None));
        assert_eq!(part.copied.unwrap().shown.len(), 12);
        let whole = planned(&packed(), (0.0, 365.0), 10.0).unwrap();
        assert_eq!((whole.start, whole.end), (0, 360));
        assert_eq!((whole.copied.unwrap().shown.len(), whole.tail), (36, None));
    }

    #[test]
    fn what_cannot_be_taken_over_is_encoded() {
        let within = planned(&packed(), (10.0, 90.0), 10.0).unwrap();
        assert_eq!((within.copied, within.tail), (None, None));
        assert_eq!(within.head.unwrap().frames, 8);
        let open: Vec<Packed> = packed()
            .into_iter()
            .map(|one| Packed {
                refreshes: one.shown == 0,
                ..one
            })
            .collect();
        assert_eq!(planned(&open, (50.0, 300.0), 10.0).unwrap().copied, None);
        // A frame stands for long where the cut is to be.
        let still: Vec<Packed> = packed()
            .into_iter()
            .filter(|one| !(130..230).contains(&one.shown))
            .collect();
        assert_eq!(planned(&still, (0.0, 180.0), 10.0), None);
        assert_eq!(planned(&packed(), (52.0, 53.0), 10.0), None);
    }
}
