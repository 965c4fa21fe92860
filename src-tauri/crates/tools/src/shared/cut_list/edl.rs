//! EDLs as CMX 3600 has them: events with the timecodes of their source and of the edit. What is cut is the source.

use patchbay_values::times::{Counting, Timecode};

use super::{Entry, Wrong, wrong};

/// Whether a text is an EDL: a line of it is an event.
pub(super) fn is_one(text: &str) -> bool {
    text.lines().any(|line| event(line).is_some())
}

/// The events of an EDL, whose timecodes are counted so.
pub(super) fn read(text: &str, counting: &Counting) -> Result<Vec<Entry>, Wrong> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut is_drop = false;
    for (line, words) in (1..).zip(text.lines()) {
        let words = words.trim();
        if let Some(mode) = words.strip_prefix("FCM:") {
            is_drop = !mode.to_uppercase().contains("NON");
        } else if let Some(name) = words.strip_prefix("* FROM CLIP NAME:") {
            if let Some(last) = entries.last_mut() {
                last.title = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
            }
        } else if let Some(times) = event(words) {
            let counted = |text: &str| {
                let read = timecode(text, is_drop).map(|timecode| counting.seconds(timecode));
                match read {
                    Some(Ok(seconds)) => Ok(seconds),
                    Some(Err(error)) => wrong(line, error.to_string().trim_end_matches('.')),
                    None => wrong(line, format!("“{text}” is no timecode")),
                }
            };
            let (from, to) = (counted(times[0])?, counted(times[1])?);
            // Picture and sound of one part are events of their own.
            let is_known = entries.iter().any(|other| {
                (other.start - from).abs() < 1e-6
                    && other.end.is_some_and(|end| (end - to).abs() < 1e-6)
            });
            if !is_known {
                entries.push(Entry {
                    start: from,
                    end: Some(to),
                    line,
                    ..Entry::default()
                });
            }
        } else if words
            .chars()
            .next()
            .is_some_and(|first| first.is_ascii_digit())
        {
            return wrong(line, "an event needs four timecodes, such as 00:00:05:00");
        }
    }
    Ok(entries)
}

/// The timecodes of an event: where its source begins and ends, and where the edit does.
fn event(line: &str) -> Option<[&str; 4]> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_numbered = words
        .first()?
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric());
    let times = words.len().checked_sub(4).filter(|from| *from >= 3)?;
    let times: [&str; 4] = words[times..].try_into().ok()?;
    let is_time = |word: &&str| word.split([':', ';', '.']).count() == 4;
    (is_numbered && times.iter().all(is_time)).then_some(times)
}

/// A timecode; where numbers are dropped, as `FCM` says, however it is written.
fn timecode(text: &str, is_drop: bool) -> Option<Timecode> {
    let (time, frames) = text.rsplit_once([':', ';', '.'])?;
    let mark = if is_drop || text.contains(';') {
        ';'
    } else {
        ':'
    };
    Timecode::read(&format!("{}{mark}{frames}", time.replace([';', '.'], ":")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "TITLE: Trip\nFCM: NON-DROP FRAME\n\n001  AX       V     C        00:00:01:00 00:00:03:12 00:00:00:00 00:00:02:12\n\
                        * FROM CLIP NAME: sea.mp4\n002  AX       A     C        00:00:01:00 00:00:03:12 00:00:00:00 00:00:02:12\n\
                        003  AX       B     C        00:00:08:00 00:00:09:00 00:00:02:12 00:00:03:12\n";

    #[test]
    fn events_name_parts_of_their_source() {
        assert!(is_one(LIST) && !is_one("1.0\t2.0\tsea\n"));
        let entries = read(LIST, &counting(25.0, None)).unwrap();
        let spans: Vec<_> = entries
            .iter()
            .map(|entry| (entry.start, entry.end))
            .collect();
        assert_eq!(spans, [(1.0, Some(3.48)), (8.0, Some(9.0))]);
        assert_eq!(entries[0].title.as_deref(), Some("sea.mp4"));
    }

    fn counting(rate: f64, start: Option<&str>) -> Counting {
        Counting {
            rate,
            start: start.and_then(Timecode::read),
        }
    }

    #[test]
    fn timecodes_count_frames() {
        let dropped = LIST
            .replace("NON-DROP", "DROP")
            .replace("00:00:08:00 00:00:09:00", "01:00:00:00 01:00:01:00");
        let entries = read(&dropped, &counting(30_000.0 / 1001.0, None)).unwrap();
        assert!((entries[1].start - 3600.0).abs() < 0.01, "{entries:?}");
        let entries = read(&dropped, &counting(25.0, Some("01:00:00:00"))).unwrap();
        assert!(
            entries[1].start.abs() < 1e-9,
            "counted from the first frame"
        );
        let error = read(
            &LIST.replace("00:00:03:12", "00:00:03:40"),
            &counting(25.0, None),
        )
        .unwrap_err();
        assert!(
            error.line == 4 && error.why.contains("00:00:03:40"),
            "{error:?}"
        );
        let error = read(
            &LIST.replace("00:00:03:12", "00:00:0x:12"),
            &counting(25.0, None),
        )
        .unwrap_err();
        assert!(
            error.line == 4 && error.why.contains("is no timecode"),
            "{error:?}"
        );
    }
}
