//! Texts that are written onto the frames of a video, by their numbers.

use jiff::ToSpan;
use jiff::civil::{DateTime, Time};
use patchbay_media::video::properties;
use patchbay_values::times::{Timecode, duration};

use crate::{Inputs, ToolError, VideoStreams};

/// Quantity that is counted, from the first frame on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Counted {
    /// Timecodes.
    Timecode(Timecode),
    /// Date and time of day.
    Date(DateTime),
    /// The time of day.
    Clock(Time),
    /// Seconds that have passed.
    Passed(f64),
    /// Frames.
    Frames(i64),
}

impl Counted {
    /// Quantity that values ask for: timecodes from that of the video on, or from 0, where they ask
    /// for nothing.
    ///
    /// # Errors
    /// The start cannot be read, or a clock has none.
    pub(super) fn of(inputs: &Inputs, video: &VideoStreams) -> Result<Self, ToolError> {
        let start = inputs.value("start");
        let start = start.as_deref();
        let or_wrong = |read: Option<Self>, such: &str| {
            let said = start.unwrap_or_default();
            read.ok_or_else(|| {
                ToolError::Refused(format!(
                    "“{said}” cannot be read as a start. Write it as {such}."
                ))
            })
        };
        match inputs.value("counting").as_deref() {
            Some("clock") => {
                let Some(said) = start.map(str::to_owned).or_else(|| recorded(video)) else {
                    return Err(ToolError::Refused(format!(
                        "“{}” does not say when it was recorded. Set the clock's start, such as 2026-05-01 14:05:00.",
                        video.name()
                    )));
                };
                let date = moment(&said).map(Self::Date);
                let read = date.or_else(|| said.parse().ok().map(Self::Clock));
                or_wrong(read, "2026-05-01 14:05:00 or 14:05:00")
            }
            Some("time") => match start {
                Some(said) => or_wrong(duration(said).map(Self::Passed), "0:00 or 1:02:03"),
                None => Ok(Self::Passed(0.0)),
            },
            Some("frames") => match start {
                Some(said) => or_wrong(said.parse().ok().map(Self::Frames), "a number, such as 0"),
                None => Ok(Self::Frames(0)),
            },
            _ => match start {
                Some(said) => or_wrong(
                    Timecode::read(said).map(Self::Timecode),
                    "00:00:00:00, or 00:00:00;00 where frame numbers are dropped",
                ),
                None => Ok(Self::Timecode(
                    video.counting().start.unwrap_or(Timecode::MIDNIGHT),
                )),
            },
        }
    }

    /// Text that is written onto the frame of a number, from 0, that is shown after so many
    /// seconds.
    pub(super) fn written(self, number: i64, seconds: f64, per_second: u32) -> String {
        let passed = ((seconds * 1000.0).round() as i64).milliseconds();
        match self {
            Self::Timecode(start) => start.after(number, per_second).to_string(),
            Self::Date(start) => {
                let now = start.checked_add(passed).unwrap_or(start);
                now.strftime("%Y-%m-%d %H:%M:%S").to_string()
            }
            Self::Clock(start) => start.wrapping_add(passed).strftime("%H:%M:%S").to_string(),
            Self::Passed(start) => {
                let hundredths = ((start + seconds) * 100.0 + 1e-6).floor() as i64;
                let [seconds, minutes] = [hundredths / 100 % 60, hundredths / 6000 % 60];
                format!(
                    "{:02}:{minutes:02}:{seconds:02}.{:02}",
                    hundredths / 360_000,
                    hundredths % 100
                )
            }
            Self::Frames(start) => (start + number).to_string(),
        }
    }
}

/// Time at which the file says that it was recorded.
fn recorded(video: &VideoStreams) -> Option<String> {
    let file = video.file();
    let said = properties(&file.path, &file.name).ok()?;
    let made = said.tags.into_iter().find(|(label, _)| *label == "Made");
    made.map(|(_, when)| when)
}

/// A date and a time of day, as files and people write them; what is said of a zone is left out.
fn moment(text: &str) -> Option<DateTime> {
    text.trim().get(..19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_written_in_its_own_way() {
        let timecode = Counted::Timecode(Timecode::read("01:00:00;00").unwrap());
        assert_eq!(timecode.written(1800, 60.06, 30), "01:01:00;02");
        let date = Counted::Date(moment("2026-12-31T23:59:58.000000Z").unwrap());
        assert_eq!(date.written(60, 2.4, 25), "2027-01-01 00:00:00");
        let clock = Counted::Clock("23:59:59".parse().unwrap());
        assert_eq!(clock.written(25, 1.0, 25), "00:00:00");
        assert_eq!(Counted::Passed(3599.5).written(20, 0.8, 25), "01:00:00.30");
        assert_eq!(Counted::Frames(100).written(12, 0.48, 25), "112");
        assert_eq!(moment("yesterday"), None);
    }
}
