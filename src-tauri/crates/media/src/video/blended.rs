//! A video's frames faster or slower, where they pass over into each other: what moves leaves a
//! trace, as with a shutter that stays open, and does not jump.

use super::Watch;
use super::frames::{Frame, FrameFormat, FrameSource};
use crate::MediaError;

/// Frames that are shown at equal distances, each mixed of those that were shown while it is.
pub struct Blended<S> {
    source: S,
    format: FrameFormat,
    /// Factor of its speed: how many times as fast it plays.
    factor: f64,
    current: Option<Frame>,
    /// The one after it, where it plays slower.
    next: Option<Frame>,
    given: i64,
}

impl<S: FrameSource> Blended<S> {
    /// `source` played `factor` times as fast, `rate` (a fraction) frames a second.
    pub fn new(source: S, factor: f64, rate: (i32, i32)) -> Self {
        let (numerator, denominator) = rate;
        let format = FrameFormat {
            rate,
            time_base: (denominator, numerator),
            ..source.format()
        };
        Self {
            source,
            format,
            factor,
            current: None,
            next: None,
            given: 0,
        }
    }

    /// Whether several frames of the source pass in the time of one.
    fn is_mean(&self) -> bool {
        let rate = |(frames, seconds): (i32, i32)| f64::from(frames) / f64::from(seconds.max(1));
        let (own, made) = (rate(self.source.format().rate), rate(self.format.rate));
        self.factor > 1.0 || own * self.factor > made * 1.001
    }

    /// When the source shows what frame `number` begins with, in seconds.
    fn moment(&self, number: i64) -> f64 {
        self.format.seconds(number) * self.factor
    }

    /// When a frame of the source begins and ends, in seconds.
    fn shown(&self, frame: &Frame) -> (f64, f64) {
        let format = self.source.format();
        let end = frame.time + frame.duration;
        (format.seconds(frame.time), format.seconds(end))
    }

    /// The mean of all frames that are shown in the time of the next one, each by how long.
    fn mean(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let (from, to) = (self.moment(self.given), self.moment(self.given + 1));
        let mut mix = Mix::default();
        loop {
            let frame = match self.current.take() {
                Some(frame) => frame,
                None => match self.source.next_frame(watch)? {
                    Some(frame) => frame,
                    None => break,
                },
            };
            let (begins, ends) = self.shown(&frame);
            let share = (ends.min(to) - begins.max(from)) / (to - from);
            if share > 1e-6 {
                mix.add(&frame, share as f32);
            }
            if ends > to + 1e-6 {
                self.current = Some(frame);
                break;
            }
        }
        // What is left at the end is a frame where it is half of one, or all that there is.
        let is_shown = mix.weight >= 0.5 || (self.given == 0 && mix.weight > 0.0);
        Ok(mix.drawn().filter(|_| is_shown))
    }

    /// Returns the mix of the two frames around the next one's moment.
    fn between(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let moment = self.moment(self.given);
        if self.current.is_none() && self.given == 0 {
            self.current = self.source.next_frame(watch)?;
            self.next = self.source.next_frame(watch)?;
        }
        while let Some(next) = self.next.take() {
            if self.shown(&next).0 > moment + 1e-6 {
                self.next = Some(next);
                break;
            }
            self.current = Some(next);
            self.next = self.source.next_frame(watch)?;
        }
        let Some(current) = &self.current else {
            return Ok(None);
        };
        let (begins, ends) = self.shown(current);
        let Some(next) = &self.next else {
            return Ok((moment < ends - 1e-6 || self.given == 0).then(|| current.clone()));
        };
        let share = (moment - begins) / (self.shown(next).0 - begins).max(1e-9);
        let mut mix = Mix::default();
        mix.add(current, 1.0 - share as f32);
        mix.add(next, share as f32);
        Ok(mix.drawn())
    }
}

impl<S: FrameSource> FrameSource for Blended<S> {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.source.expected_seconds() / self.factor
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let mixed = if self.is_mean() {
            self.mean(watch)?
        } else {
            self.between(watch)?
        };
        let time = self.given;
        self.given += 1;
        Ok(mixed.map(|frame| Frame {
            time,
            duration: 1,
            ..frame
        }))
    }
}

/// Frames added up, each with its weight.
#[derive(Default)]
struct Mix {
    sums: Vec<Vec<f32>>,
    weight: f32,
    like: Option<Frame>,
}

impl Mix {
    fn add(&mut self, frame: &Frame, weight: f32) {
        let planes = frame.image.planes();
        self.sums.resize(planes, Vec::new());
        for (number, sums) in self.sums.iter_mut().enumerate() {
            let plane = frame.plane(number);
            sums.resize(plane.width * plane.height, 0.0);
            let rows = plane.bytes.chunks(plane.stride.max(1)).take(plane.height);
            for (sums, row) in sums.chunks_mut(plane.width.max(1)).zip(rows) {
                for (sum, value) in sums.iter_mut().zip(row) {
                    *sum += weight * f32::from(*value);
                }
            }
        }
        self.weight += weight;
        if self.like.is_none() {
            self.like = Some(frame.clone());
        }
    }

    /// Their mean; none where there are none.
    fn drawn(&self) -> Option<Frame> {
        let like = self.like.as_ref()?;
        Some(like.redrawn(|number, _, to| {
            let sums = self.sums[number].chunks(to.width.max(1));
            for (row, sums) in to.bytes.chunks_mut(to.stride.max(1)).zip(sums) {
                for (value, sum) in row.iter_mut().zip(sums) {
                    *value = (sum / self.weight).round() as u8;
                }
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use ffmpeg_next::format::Pixel;
    use ffmpeg_next::util::frame;

    use super::super::frames::ColorMatrix;
    use super::*;

    /// This many frames of a tenth of a second, each brighter by 10 than the one before.
    struct Brighter(i64, i64);

    impl FrameSource for Brighter {
        fn format(&self) -> FrameFormat {
            FrameFormat {
                width: 16,
                height: 16,
                rate: (10, 1),
                time_base: (1, 10),
                color: ColorMatrix::Unknown,
            }
        }

        fn expected_seconds(&self) -> f64 {
            1.0
        }

        fn next_frame(&mut self, _: &Watch) -> Result<Option<Frame>, MediaError> {
            if self.1 >= self.0 {
                return Ok(None);
            }
            let mut image = frame::Video::new(Pixel::YUV420P, 16, 16);
            (0..3).for_each(|plane| image.data_mut(plane).fill(20 + 10 * self.1 as u8));
            self.1 += 1;
            Ok(Some(Frame {
                image,
                time: self.1 - 1,
                duration: 1,
            }))
        }
    }

    fn shown(count: i64, factor: f64) -> Vec<u8> {
        let mut blended = Blended::new(Brighter(count, 0), factor, (10, 1));
        let mut levels = Vec::new();
        while let Some(frame) = blended.next_frame(&Watch::nobody()).unwrap() {
            assert_eq!((frame.time, frame.duration), (levels.len() as i64, 1));
            levels.push(frame.plane(0).bytes[0]);
        }
        levels
    }

    #[test]
    fn faster_frames_are_the_mean_of_those_that_pass() {
        assert_eq!(shown(8, 2.0), [25, 45, 65, 85]);
        assert_eq!(shown(6, 1.5), [23, 37, 53, 67]);
        assert_eq!(shown(9, 4.0), [35, 75]);
        assert_eq!(shown(3, 100.0), [30]);
    }

    #[test]
    fn slower_frames_pass_over_into_each_other() {
        assert_eq!(shown(3, 0.5), [20, 25, 30, 35, 40, 40]);
        assert_eq!(shown(1, 0.25), [20, 20, 20, 20]);
    }
}
