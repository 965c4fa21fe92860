//! A video's frames at a constant rate, as editors and players like them best, and faster or slower
//! where that is wanted.

use super::Watch;
use super::frames::{Frame, FrameFormat, FrameReader, FrameSource};
use super::ramped::Ramp;
use crate::MediaError;

/// Fewer frames a second than this look jerky.
const SMOOTH: f64 = 23.9;
/// More than this is seen by hardly anyone, and not played everywhere.
const FASTEST: f64 = 60.5;

/// Frames that are shown at equal distances.
pub struct Retimed<S> {
    source: S,
    format: FrameFormat,
    /// How fast it plays.
    ramp: Ramp,
    /// Of the source, in seconds: the frame that is shown this long after the start of a new one is
    /// taken for it.
    lead: f64,
    current: Option<Frame>,
    given: i64,
}

impl<S: FrameSource> Retimed<S> {
    /// `source` played `factor` times as fast, `rate` (a fraction) frames a second.
    pub fn new(source: S, factor: f64, rate: (i32, i32)) -> Self {
        Self::ramped(source, Ramp::even(factor), rate)
    }

    /// `source` played with `ramp`, `rate` (a fraction) frames a second.
    pub fn ramped(source: S, ramp: Ramp, rate: (i32, i32)) -> Self {
        let own = source.format();
        let (numerator, denominator) = rate;
        let format = FrameFormat {
            rate,
            time_base: (denominator, numerator),
            ..own
        };
        // The middle of the shorter of both distances: far from where rounding could take a
        // neighbour.
        let slowest = ramp.from.min(ramp.to);
        let lead =
            value((own.rate.1, own.rate.0)).min(value((denominator, numerator)) * slowest) / 2.0;
        Self {
            source,
            format,
            ramp,
            lead,
            current: None,
            given: 0,
        }
    }

    /// The moment of the source that frame number `number` shows, in seconds.
    fn moment(&self, number: i64) -> f64 {
        self.ramp.moment(self.format.seconds(number)) + self.lead
    }
}

impl<S: FrameSource> FrameSource for Retimed<S> {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        let lasts = self.ramp.lasts();
        if lasts.is_finite() {
            lasts
        } else {
            self.source.expected_seconds() / self.ramp.from
        }
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let own = self.source.format();
        let ends = |frame: &Frame| own.seconds(frame.time + frame.duration);
        let moment = self.moment(self.given);
        let frame = loop {
            match self.current.take() {
                Some(frame) if ends(&frame) > moment => break frame,
                before => match (self.source.next_frame(watch)?, before) {
                    (Some(next), _) => self.current = Some(next),
                    // However short a video is, one frame of it is shown.
                    (None, Some(frame)) if self.given == 0 => break frame,
                    (None, _) => return Ok(None),
                },
            }
        };
        let time = self.given;
        self.given += 1;
        if ends(&frame) > self.moment(self.given) {
            self.current = Some(frame.clone());
        }
        Ok(Some(Frame {
            time,
            duration: 1,
            ..frame
        }))
    }
}

fn value((numerator, denominator): (i32, i32)) -> f64 {
    f64::from(numerator) / f64::from(denominator.max(1))
}

impl FrameReader {
    /// A constant rate at which no frame of this video is left out and none is shown for longer
    /// than it was, as well as that can be at 60 frames a second: its own where that is constant.
    pub fn constant_rate(&self) -> (i32, i32) {
        let own = self.format().rate;
        let (average, finest) = (value(own), self.finest_rate());
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 2e-3;
        let steady = close(average, finest) || close(average * 2.0, finest);
        match average {
            ..FASTEST if steady => own,
            FASTEST.. if steady => halved(own),
            // The rate varies, as with telephones and recorded screens.
            _ if (10.0..FASTEST).contains(&finest) => (finest.round() as i32, 1),
            ..31.0 => (30, 1),
            _ => (60, 1),
        }
    }
}

/// The rate for a video that has `rate` frames a second and is played `factor` times as fast: every
/// frame is shown, and for equally long, as far as 60 a second allow.
pub fn rate_at((numerator, denominator): (i32, i32), factor: f64) -> (i32, i32) {
    let rate = value((numerator, denominator));
    let left = rate * factor;
    if factor >= 1.0 {
        // A video of few frames a second gains by being played faster.
        return if rate < SMOOTH {
            thousandths(left.min(30.0))
        } else {
            (numerator, denominator)
        };
    }
    let times = if left >= SMOOTH {
        1.0
    } else {
        (SMOOTH / left).ceil()
    };
    thousandths((left * times).min(60.0))
}

/// A rate as a fraction that containers can count with.
fn thousandths(rate: f64) -> (i32, i32) {
    let whole = rate.round();
    // 29.97 and its kin are 30000/1001.
    let broadcast = whole * 1000.0 / 1001.0;
    if (rate - whole).abs() < 1e-3 {
        (whole.max(1.0) as i32, 1)
    } else if (rate - broadcast).abs() < 1e-3 {
        (whole as i32 * 1000, 1001)
    } else {
        ((rate * 1000.0).round().max(1.0) as i32, 1000)
    }
}

fn halved((numerator, denominator): (i32, i32)) -> (i32, i32) {
    let mut denominator = denominator;
    while value((numerator, denominator)) > FASTEST && denominator < i32::MAX / 2 {
        denominator *= 2;
    }
    (numerator, denominator)
}

#[cfg(test)]
mod tests {
    use ffmpeg_next::format::Pixel;
    use ffmpeg_next::util::frame;

    use super::super::frames::ColorMatrix;
    use super::*;

    /// Frames at given times in thirtieths of a second, each holding its number.
    struct Numbered(Vec<(i64, i64)>, usize);

    impl FrameSource for Numbered {
        fn format(&self) -> FrameFormat {
            FrameFormat {
                width: 16,
                height: 16,
                rate: (30, 1),
                time_base: (1, 30),
                color: ColorMatrix::Unknown,
            }
        }

        fn expected_seconds(&self) -> f64 {
            1.0
        }

        fn next_frame(&mut self, _: &Watch) -> Result<Option<Frame>, MediaError> {
            let Some(&(time, duration)) = self.0.get(self.1) else {
                return Ok(None);
            };
            let mut image = frame::Video::new(Pixel::YUV420P, 16, 16);
            image.data_mut(0)[0] = self.1 as u8;
            self.1 += 1;
            Ok(Some(Frame {
                image,
                time,
                duration,
            }))
        }
    }

    fn shown(times: &[(i64, i64)], factor: f64, rate: (i32, i32)) -> Vec<u8> {
        let mut retimed = Retimed::new(Numbered(times.to_vec(), 0), factor, rate);
        let mut numbers = Vec::new();
        while let Some(frame) = retimed.next_frame(&Watch::nobody()).unwrap() {
            assert_eq!((frame.time, frame.duration), (numbers.len() as i64, 1));
            numbers.push(frame.plane(0).bytes[0]);
        }
        numbers
    }

    fn steady(count: i64) -> Vec<(i64, i64)> {
        (0..count).map(|number| (number, 1)).collect()
    }

    #[test]
    fn every_frame_comes_when_it_is_due() {
        assert_eq!(shown(&steady(5), 1.0, (30, 1)), [0, 1, 2, 3, 4]);
        assert_eq!(shown(&steady(7), 2.0, (30, 1)), [0, 2, 4, 6]);
        assert_eq!(shown(&steady(3), 0.5, (30, 1)), [0, 0, 1, 1, 2, 2]);
        assert_eq!(shown(&steady(4), 1.0, (60, 1)), [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(shown(&steady(6), 1.0, (15, 1)), [0, 2, 4]);
        assert_eq!(
            shown(&steady(2), 100.0, (30, 1)),
            [0],
            "of the shortest film one picture is left"
        );
    }

    #[test]
    fn a_varying_rate_becomes_constant() {
        let times = [(0, 1), (1, 4), (5, 1), (6, 2)];
        assert_eq!(shown(&times, 1.0, (30, 1)), [0, 1, 1, 1, 1, 2, 3, 3]);
        assert_eq!(shown(&times, 2.0, (30, 1)), [0, 1, 1, 3]);
    }

    #[test]
    fn rates_keep_what_is_there_to_see() {
        assert_eq!(rate_at((30, 1), 2.0), (30, 1));
        assert_eq!(rate_at((30_000, 1001), 4.0), (30_000, 1001));
        assert_eq!(rate_at((10, 1), 2.0), (20, 1));
        assert_eq!(rate_at((60, 1), 0.5), (30, 1));
        assert_eq!(rate_at((120, 1), 0.25), (30, 1));
        assert_eq!(rate_at((60_000, 1001), 0.5), (30_000, 1001));
        assert_eq!(rate_at((30, 1), 0.5), (30, 1));
        assert_eq!(rate_at((25, 1), 0.2), (25, 1));
        assert_eq!(rate_at((25, 1), 0.8), (40, 1));
        assert_eq!(halved((240, 1)), (240, 4));
    }
}
