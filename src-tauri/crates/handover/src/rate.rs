//! Frames a second as a fraction, and the timecodes that count them.

/// Frames a second: 30000/1001 for 29.97.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Frames in `seconds`.
    pub frames: u32,
    /// Seconds that these frames take.
    pub seconds: u32,
}

impl Rate {
    /// Creates a rate of a whole number of frames a second.
    pub const fn whole(frames: u32) -> Self {
        Self { frames, seconds: 1 }
    }

    /// The rate that measured frames a second stand for: 29.97 is 30000/1001.
    pub fn of(per_second: f64) -> Self {
        let per_second = if per_second.is_finite() {
            per_second.clamp(1.0, 1000.0)
        } else {
            25.0
        };
        let nearest = per_second.round();
        let slower = |whole: f64| whole * 1000.0 / 1001.0;
        if (per_second - nearest).abs() < nearest * 2e-4 {
            return Self::whole(nearest as u32);
        }
        let above = per_second.ceil();
        if (per_second - slower(above)).abs() < above * 2e-4 {
            return Self {
                frames: above as u32 * 1000,
                seconds: 1001,
            };
        }
        Self {
            frames: (per_second * 1000.0).round() as u32,
            seconds: 1000,
        }
    }

    /// Frames a second as a number.
    pub fn per_second(self) -> f64 {
        f64::from(self.frames) / f64::from(self.seconds)
    }

    /// The number of the frame that is nearest to a moment.
    pub fn frame_at(self, seconds: f64) -> i64 {
        (seconds * self.per_second()).round() as i64
    }

    /// When a frame begins, in seconds.
    pub fn seconds_of(self, frame: i64) -> f64 {
        frame as f64 / self.per_second()
    }

    /// Returns the number of frames of `other` that are as long as `frames` of this rate.
    pub fn in_rate(self, frames: i64, other: Self) -> i64 {
        let above = i128::from(frames) * i128::from(self.seconds) * i128::from(other.frames);
        let below = i128::from(self.frames) * i128::from(other.seconds);
        ((2 * above + below).div_euclid(2 * below)) as i64
    }

    /// The frames that timecodes count in a second.
    pub fn counted(self) -> u32 {
        self.frames.div_ceil(self.seconds)
    }

    /// Whether timecodes leave numbers out to keep up with the clock, where nobody says: they do at
    /// 29.97 and 59.94 frames a second.
    pub fn drops(self) -> bool {
        self.seconds == 1001 && self.counted().is_multiple_of(30)
    }

    /// The timecode of a frame, as SMPTE ST 12-1 counts: `01:00:00:00`, with dropped numbers
    /// `01:00:00;00`.
    pub fn timecode(self, frame: i64, drops: bool) -> String {
        let counted = i64::from(self.counted());
        let mut number = frame.max(0);
        let drops = drops && self.drops();
        if drops {
            let dropped = counted / 15;
            let minute = 60 * counted - dropped;
            let ten = 10 * minute + dropped;
            let (tens, rest) = (number / ten, number % ten);
            let minutes = if rest < minute + dropped {
                0
            } else {
                1 + (rest - minute - dropped) / minute
            };
            number += dropped * (9 * tens + minutes);
        }
        let (seconds, frames) = (number / counted, number % counted);
        let sign = if drops { ';' } else { ':' };
        format!(
            "{:02}:{:02}:{:02}{sign}{frames:02}",
            seconds / 3600 % 24,
            seconds / 60 % 60,
            seconds % 60
        )
    }

    /// The frame of a timecode; none where it is none.
    pub fn frame_of(self, timecode: &str) -> Option<i64> {
        let numbers = timecode.trim().split([':', ';', '.']);
        let numbers: Vec<i64> = numbers
            .map(|number| number.parse().ok())
            .collect::<Option<_>>()?;
        let &[hours, minutes, seconds, frames] = numbers.as_slice() else {
            return None;
        };
        let counted = i64::from(self.counted());
        if minutes > 59 || seconds > 59 || frames >= counted || frames < 0 || hours < 0 {
            return None;
        }
        let minutes = 60 * hours + minutes;
        let number = (60 * minutes + seconds) * counted + frames;
        let drops = timecode.contains(';') && self.drops();
        Some(if drops {
            number - counted / 15 * (minutes - minutes / 10)
        } else {
            number
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NTSC: Rate = Rate {
        frames: 30_000,
        seconds: 1001,
    };

    #[test]
    fn measured_rates_become_the_fractions_that_they_stand_for() {
        for (measured, rate) in [
            (25.0, Rate::whole(25)),
            (29.97, NTSC),
            (29.970_030, NTSC),
            (
                23.976,
                Rate {
                    frames: 24_000,
                    seconds: 1001,
                },
            ),
            (
                59.940_06,
                Rate {
                    frames: 60_000,
                    seconds: 1001,
                },
            ),
            (30.001, Rate::whole(30)),
            (
                12.5,
                Rate {
                    frames: 12_500,
                    seconds: 1000,
                },
            ),
        ] {
            assert_eq!(Rate::of(measured), rate, "{measured}");
        }
        assert_eq!(Rate::of(f64::NAN), Rate::whole(25));
    }

    #[test]
    fn numbers_are_dropped_each_minute_but_every_tenth() {
        for (frame, timecode) in [
            (0, "00:00:00;00"),
            (1799, "00:00:59;29"),
            (1800, "00:01:00;02"),
            (3597, "00:01:59;29"),
            (3598, "00:02:00;02"),
            (17_981, "00:09:59;29"),
            (17_982, "00:10:00;00"),
            (107_892, "01:00:00;00"),
        ] {
            assert_eq!(NTSC.timecode(frame, true), timecode);
            assert_eq!(NTSC.frame_of(timecode), Some(frame), "{timecode}");
        }
        assert_eq!(NTSC.timecode(1800, false), "00:01:00:00");
        assert_eq!(NTSC.frame_of("00:01:00:00"), Some(1800));
        assert_eq!(Rate::whole(25).timecode(90_001, true), "01:00:00:01");
        for frame in (0..200_000).step_by(7) {
            let written = NTSC.timecode(frame, true);
            assert_eq!(NTSC.frame_of(&written), Some(frame), "{written}");
        }
        for wrong in ["", "1:2:3", "00:61:00:00", "00:00:00:30", "a:b:c:d"] {
            assert_eq!(NTSC.frame_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn frames_are_counted_in_another_rate() {
        assert_eq!(NTSC.in_rate(30_000, Rate::whole(25)), 25_025);
        assert_eq!(Rate::whole(25).in_rate(50, Rate::whole(25)), 50);
        assert_eq!(Rate::whole(24).in_rate(-24, Rate::whole(25)), -25);
        assert_eq!(NTSC.frame_at(NTSC.seconds_of(12_345)), 12_345);
    }
}
