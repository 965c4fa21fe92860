//! When an image or a video was taken, as its camera wrote it down.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use exif::{DateTime, Exif, In, Reader, Tag, Value};

use crate::video::said_dates;

/// Larger images are not looked into.
const LARGEST: u64 = 512 << 20;
/// Milliseconds of a day and of a minute.
const DAY: i64 = 86_400_000;
const MINUTE: i64 = 60_000;

/// When something was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Captured {
    /// Milliseconds since 1970 by the clock that it was taken by.
    pub local: i64,
    /// By how many milliseconds that clock is ahead of UTC; none where that is not said.
    pub offset: Option<i64>,
}

impl Captured {
    /// Milliseconds since 1970, UTC; `offset` holds where none is said.
    pub fn utc(self, offset: i64) -> i64 {
        self.local - self.offset.unwrap_or(offset)
    }
}

/// When the image or video at `path` was taken: by `DateTimeOriginal` of EXIF with its fractions and
/// offset, or by the date of `QuickTime`, else by the creation time of a video, else by the date and time
/// in its name (`IMG_20260613_140500`). None where nothing says it.
pub fn captured(path: &Path, name: &str) -> Option<Captured> {
    of_image(path)
        .or_else(|| said_dates(path, name).iter().find_map(|date| read(date)))
        .or_else(|| of_name(name))
}

/// The date and time in a name: 14 digits that are one, whatever stands between them and the next.
fn of_name(name: &str) -> Option<Captured> {
    let letters: Vec<char> = name.chars().collect();
    let mut starts = (0..letters.len()).filter(|at| {
        letters[*at].is_ascii_digit() && (*at == 0 || !letters[*at - 1].is_ascii_digit())
    });
    starts.find_map(|at| clock(&letters[at..]))
}

/// The date and time that letters begin with.
fn clock(letters: &[char]) -> Option<Captured> {
    let mut digits = String::new();
    let mut rest = letters.iter().peekable();
    while digits.len() < 14 {
        let letter = rest.next()?;
        match letter {
            '0'..='9' => digits.push(*letter),
            // Between parts of a date and time stands one sign.
            '-' | '_' | '.' | ' ' | ':' | 'T' if matches!(digits.len(), 4 | 6 | 8 | 10 | 12) => {
                rest.peek().filter(|next| next.is_ascii_digit())?;
            }
            _ => return None,
        }
    }
    if rest.peek().is_some_and(|next| next.is_ascii_digit()) {
        return None;
    }
    let part = |from: usize, to: usize| digits[from..to].parse::<i64>().ok();
    let (hour, minute, second) = (part(8, 10)?, part(10, 12)?, part(12, 14)?);
    let year = part(0, 4).filter(|year| (1970..2100).contains(year))?;
    let day = days(year, part(4, 6)?, part(6, 8)?)?;
    (hour < 24 && minute < 60 && second < 60).then_some(Captured {
        local: day * DAY + (hour * 3600 + minute * 60 + second) * 1000,
        offset: None,
    })
}

fn of_image(path: &Path) -> Option<Captured> {
    let file = File::open(path).ok()?;
    if file.metadata().ok()?.len() > LARGEST {
        return None;
    }
    let mut reader = Reader::new();
    let exif = reader
        .continue_on_error(true)
        .read_from_container(&mut BufReader::new(file))
        .or_else(|error| error.distill_partial_result(|_| {}))
        .ok()?;
    let tags = [
        (
            Tag::DateTimeOriginal,
            Tag::SubSecTimeOriginal,
            Tag::OffsetTimeOriginal,
        ),
        (
            Tag::DateTimeDigitized,
            Tag::SubSecTimeDigitized,
            Tag::OffsetTimeDigitized,
        ),
        (Tag::DateTime, Tag::SubSecTime, Tag::OffsetTime),
    ];
    tags.into_iter().find_map(|tags| date(&exif, tags))
}

fn date(exif: &Exif, (date, fraction, offset): (Tag, Tag, Tag)) -> Option<Captured> {
    let text = |tag: Tag| match &exif.get_field(tag, In::PRIMARY)?.value {
        Value::Ascii(parts) => parts.first().cloned(),
        _ => None,
    };
    let mut read = DateTime::from_ascii(&text(date)?).ok()?;
    if let Some(fraction) = text(fraction) {
        // A fraction that cannot be read is none.
        let _ = read.parse_subsec(&fraction);
    }
    if let Some(offset) = text(offset) {
        let _ = read.parse_offset(&offset);
    }
    let day = days(read.year.into(), read.month.into(), read.day.into())?;
    let seconds =
        i64::from(read.hour) * 3600 + i64::from(read.minute) * 60 + i64::from(read.second);
    let fraction = i64::from(read.nanosecond.unwrap_or(0) / 1_000_000);
    Some(Captured {
        local: day * DAY + seconds * 1000 + fraction,
        offset: read.offset.map(|minutes| i64::from(minutes) * MINUTE),
    })
}

/// Days since 1970 of a date of the Gregorian calendar; none where there is no such day.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || !(1..=9999).contains(&year) {
        return None;
    }
    // Years begin in March, so that leap days end them.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5 + day - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

/// A date and time of ISO 8601, such as `2026-06-13T14:05:00.25+0200`.
fn read(text: &str) -> Option<Captured> {
    let (date, time) = text.trim().split_once(['T', ' '])?;
    let mut date = date.split('-').map(|part| part.parse::<i64>().ok());
    let day = days(date.next()??, date.next()??, date.next()??)?;
    let (time, offset) = match time.find(['Z', '+', '-']) {
        Some(at) => (&time[..at], Some(&time[at..])),
        None => (time, None),
    };
    let mut seconds = 0.0;
    let mut unit = 3600.0;
    for part in time.split(':') {
        seconds += part.parse::<f64>().ok()? * unit;
        unit /= 60.0;
    }
    let offset = match offset {
        None => None,
        Some("Z") => Some(0),
        Some(text) => {
            let sign = if text.starts_with('-') { -1 } else { 1 };
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            let (hours, minutes) = (digits.get(..2)?, digits.get(2..4).unwrap_or("0"));
            Some(sign * (hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?) * MINUTE)
        }
    };
    (0.0..90_000.0).contains(&seconds).then_some(Captured {
        local: day * DAY + (seconds * 1000.0).round() as i64,
        offset,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_when_where_they_hold_a_date_and_a_time() {
        let noon = read("2026-06-13T14:05:00").map(|noon| noon.local);
        for name in [
            "IMG_20260613_140500.jpg",
            "20260613140500_0042A.MP4",
            "Screenshot 2026-06-13 14.05.00.png",
            "DJI_20260613140500_0001_D.MP4",
        ] {
            assert_eq!(of_name(name).map(|when| when.local), noon, "{name}");
        }
        for name in [
            "IMG_0001.jpg",
            "20260613.jpg",
            "202606131405001234.jpg",
            "99999999_999999.mp4",
        ] {
            assert_eq!(of_name(name), None, "{name}");
        }
    }

    #[test]
    fn dates_are_read_with_their_offsets() {
        let noon = read("2026-06-13T12:05:00.250000Z").unwrap();
        assert_eq!(noon.utc(5), 1_781_352_300_250);
        let zoned = read("2026-06-13T14:05:00.25+0200").unwrap();
        assert_eq!(zoned.utc(0), noon.utc(0));
        assert_eq!(
            read("2026-06-13T09:35:00.25-02:30").unwrap().utc(0),
            noon.utc(0)
        );
        let local = read("2026-06-13 14:05:00.25").unwrap();
        assert_eq!((local.offset, local.utc(7_200_000)), (None, noon.utc(0)));
        for nothing in ["", "2026", "2026-13-01T00:00:00Z", "yesterday T noon"] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }
}
