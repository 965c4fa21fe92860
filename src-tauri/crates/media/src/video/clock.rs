//! Recordings whose timestamps begin anew on the way, such as pieces of a transport stream behind each
//! other: their packets are told times that go on.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::{Packet, Rational, Rescale, format, media};

/// Microseconds, in which times of streams are compared.
const MICROSECONDS: Rational = Rational(1, 1_000_000);
/// A step back of so many microseconds is a new beginning; a smaller one is a disorder of packets.
const BACK: i64 = 100_000;
/// A step ahead of so many microseconds is one too; a smaller one is a gap.
const AHEAD: i64 = 10_000_000;
/// Larger files are not looked through.
const LARGEST: u64 = 16 << 30;
/// The containers whose timestamps may begin anew.
const RESTARTING: [&str; 2] = ["mpegts", "mpeg"];
/// Broken packets in a row after which a file counts as at its end.
pub(super) const BROKEN_PACKETS: usize = 1000;

/// Spans of a file's streams whose timestamps begin anew.
#[derive(Debug)]
pub(super) struct Restarts {
    /// By stream, the first and the last microsecond that something is shown or heard.
    spans: Vec<Option<(i64, i64)>>,
}

/// A file as it was when it was looked through.
type Seen = (PathBuf, u64, SystemTime);

static KNOWN: LazyLock<Mutex<HashMap<Seen, Option<Arc<Restarts>>>>> = LazyLock::new(Mutex::default);

impl Restarts {
    /// Looks through a file, once for every state of it; none where its timestamps go on.
    pub(super) fn of(
        path: &Path,
        input: &format::context::Input,
        again: impl FnOnce() -> Option<format::context::Input>,
    ) -> Option<Arc<Self>> {
        let name = input.format().name().to_owned();
        if !name.split(',').any(|one| RESTARTING.contains(&one)) {
            return None;
        }
        let facts = path.metadata().ok()?;
        let seen = (path.to_owned(), facts.len(), facts.modified().ok()?);
        if seen.1 > LARGEST {
            return None;
        }
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&seen) {
            return found.clone();
        }
        let found = Self::found(again()?).map(Arc::new);
        known().insert(seen, found.clone());
        found
    }

    fn found(mut input: format::context::Input) -> Option<Self> {
        let mut clock = Clock::default();
        let mut spans: Vec<Option<(i64, i64)>> = Vec::new();
        let mut packet = Packet::empty();
        let mut broken = 0;
        loop {
            match packet.read(&mut input) {
                Ok(()) => broken = 0,
                Err(ffmpeg::Error::InvalidData) if broken < BROKEN_PACKETS => {
                    broken += 1;
                    continue;
                }
                Err(_) => break,
            }
            let index = packet.stream();
            let stream = input.stream(index)?;
            let medium = stream.parameters().medium();
            if !matches!(medium, media::Type::Video | media::Type::Audio) {
                continue;
            }
            let base = stream.time_base();
            clock.correct(&mut packet, base);
            let Some(time) = packet.pts().or(packet.dts()) else {
                continue;
            };
            let starts = time.rescale(base, MICROSECONDS);
            let ends = (time + packet.duration().max(1)).rescale(base, MICROSECONDS);
            if spans.len() <= index {
                spans.resize(index + 1, None);
            }
            let (first, last) = spans[index].unwrap_or((starts, ends));
            spans[index] = Some((first.min(starts), last.max(ends)));
        }
        (!clock.offsets.is_empty()).then_some(Self { spans })
    }

    /// When a stream begins on the file's clock, in seconds.
    pub(super) fn begins(&self, stream: usize) -> Option<f64> {
        let (first, _) = (*self.spans.get(stream)?)?;
        Some(first as f64 / 1e6)
    }

    /// How long a stream is, in seconds.
    pub(super) fn length(&self, stream: usize) -> Option<f64> {
        let (first, last) = (*self.spans.get(stream)?)?;
        Some((last - first) as f64 / 1e6)
    }
}

/// Progress of a stream.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// How often its timestamps began anew.
    restarts: usize,
    /// The microsecond at which its next packet is to be decoded.
    next: Option<i64>,
}

/// Tells packets times that go on where their timestamps begin anew. All streams are shifted alike.
#[derive(Debug, Default)]
pub(super) struct Clock {
    /// Offsets added after each restart, in microseconds.
    offsets: Vec<i64>,
    places: Vec<Place>,
}

impl Clock {
    /// Goes back to the start of the file.
    pub(super) fn reset(&mut self) {
        self.places.clear();
    }

    /// Corrects the times of the next packet of its stream.
    pub(super) fn correct(&mut self, packet: &mut Packet, base: Rational) {
        let index = packet.stream();
        if self.places.len() <= index {
            self.places.resize(index + 1, Place::default());
        }
        let mut place = self.places[index];
        let ticks = |micros: i64| micros.rescale(MICROSECONDS, base);
        if let Some(decoded) = packet.dts().or(packet.pts()) {
            let own = decoded.rescale(base, MICROSECONDS);
            if let Some(next) = place.next {
                let step = own + self.offset(place.restarts) - next;
                if !(-BACK..=AHEAD).contains(&step) {
                    place.restarts += 1;
                    if self.offsets.len() < place.restarts {
                        self.offsets.push(next - own);
                    }
                }
            }
            let duration = packet.duration().max(0).rescale(base, MICROSECONDS);
            place.next = Some(own + self.offset(place.restarts) + duration);
        }
        self.places[index] = place;
        let offset = ticks(self.offset(place.restarts));
        if offset != 0 {
            packet.set_pts(packet.pts().map(|time| time + offset));
            packet.set_dts(packet.dts().map(|time| time + offset));
        }
    }

    fn offset(&self, restarts: usize) -> i64 {
        match restarts.checked_sub(1) {
            Some(number) => self.offsets.get(number).copied().unwrap_or(0),
            None => 0,
        }
    }
}
