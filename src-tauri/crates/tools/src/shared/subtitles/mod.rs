//! Words on a video, and when which are shown ([`cues`]).
//!
//! - [`parsed`]: subtitles with times: `SubRip` (SRT), `WebVTT`, `SubStation` Alpha (ASS), and
//!   lines that begin with a time
//! - `arrows`: those whose times stand with an arrow between them
//! - `table`: those of a table (CSV)
//! - `markup`: italics in words
//! - [`given`]: subtitles that a tool is given, and what is wrong with them, by the line
//! - [`retimed`]: subtitles at other times, all else as it was
//! - [`rolling`]: captions that say each line again
//! - [`written`]: subtitles as files
//! - [`spread`]: words without times, spread over the video by how long they take to read

mod arrows;
pub(crate) mod given;
mod markup;
mod parsed;
pub(crate) mod retimed;
pub(crate) mod rolling;
mod spread;
mod stamps;
mod table;
mod written;

pub use self::stamps::station_time;
pub use self::written::{
    as_format, in_format, own_format, station_words, sub_rip, sub_station, web_vtt,
};
pub use patchbay_media::video::{Cue, Run};

use patchbay_values::times::{Part, clock};

use crate::ToolError;

/// Cues that `text` shows on a video of `length` seconds, in the order of time, at least one:
/// subtitles by their times, other words spread over the video.
///
/// # Errors
/// A sentence where there is nothing to show, nothing within the video, or far too much to read.
pub fn cues(text: &str, length: f64) -> Result<Vec<Cue>, ToolError> {
    let text = lines_of(text);
    let timed = timed(&text);
    if let Some(first) = timed.first() {
        let begins = first.start;
        return match parsed::within(timed, length) {
            cues if cues.is_empty() => Err(ToolError::Input(format!(
                "The subtitles begin at {}, but the video is only {} long.",
                clock(begins),
                clock(length)
            ))),
            cues => Ok(cues),
        };
    }
    // A lone time may be a part of the words: "10:30 at the gate".
    let stamped = parsed::within(parsed::with_stamps(&text), length);
    if stamped.is_empty() {
        spread::spread(&text, length)
    } else {
        Ok(stamped)
    }
}

/// Cues that `text` shows on a video of `length` seconds in those parts of it alone; none: in all
/// of it. Subtitles keep their times, other words are spread over each part.
///
/// # Errors
/// As [`cues`], or no subtitle is shown in the parts.
pub fn cues_within(text: &str, length: f64, parts: Option<&[Part]>) -> Result<Vec<Cue>, ToolError> {
    let Some(parts) = parts else {
        return cues(text, length);
    };
    if timed(&lines_of(text)).is_empty() {
        let of_part = |part: &Part| {
            let mut cues = spread::spread(&lines_of(text), part.end - part.start)?;
            for cue in &mut cues {
                cue.start += part.start;
                cue.end += part.start;
            }
            Ok(cues)
        };
        let spread: Result<Vec<Vec<Cue>>, ToolError> = parts.iter().map(of_part).collect();
        return Ok(spread?.concat());
    }
    let all = cues(text, length)?;
    let seen = all.iter().flat_map(|cue| {
        let cut = parts.iter().map(|part| Cue {
            start: cue.start.max(part.start),
            end: cue.end.min(part.end),
            runs: cue.runs.clone(),
        });
        cut.filter(|cut| cut.end - cut.start >= parsed::SHORTEST)
    });
    let seen: Vec<Cue> = seen.collect();
    if seen.is_empty() {
        return Err(ToolError::Input(
            "No subtitle is shown in the part of the video that was chosen.".to_owned(),
        ));
    }
    Ok(seen)
}

/// The cues of subtitles of any format, in the order of time; empty where `text` is none.
pub fn timed_cues(text: &str) -> Vec<Cue> {
    timed(&lines_of(text))
}

/// A text without a byte order mark, its lines apart by `\n`.
pub fn lines_of(text: &str) -> String {
    text.trim_start_matches('\u{feff}')
        .replace("\r\n", "\n")
        .replace('\r', "\n")
}

/// The cues of a text that is subtitles; empty where it is not.
fn timed(text: &str) -> Vec<Cue> {
    let ways = [
        parsed::with_events,
        arrows::with_arrows,
        table::with_columns,
    ];
    let mut found = ways.iter().map(|way| way(text));
    found.find(|cues| !cues.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_win_over_spreading() {
        let shown = |text| cues(text, 20.0).unwrap();
        let srt = shown(
            "\u{feff}1\r\n00:00:01,000 --> 00:00:03,500\r\nHello\r\n\r\n2\r\n00:00:30,000 --> 00:00:31,000\r\nLate\r\n",
        );
        assert_eq!(srt, [Cue::plain(1.0, 3.5, "Hello".to_owned())]);
        assert!((shown("0:02 Hello\n0:04 World")[1].start - 4.0).abs() < 1e-9);
        assert_eq!(
            shown("10:30 at the gate"),
            [Cue::plain(0.0, 20.0, "10:30 at the gate".to_owned())]
        );
    }

    #[test]
    fn words_are_shown_in_parts_alone() {
        let parts = [
            Part {
                start: 1.0,
                end: 3.0,
            },
            Part {
                start: 6.0,
                end: 8.0,
            },
        ];
        let shown = |text| cues_within(text, 20.0, Some(&parts)).unwrap();
        let both =
            [(1.0, 3.0), (6.0, 8.0)].map(|(start, end)| Cue::plain(start, end, "Hi".to_owned()));
        assert_eq!(shown("Hi"), both);
        let srt = "1\n00:00:02,000 --> 00:00:07,000\nHi\n";
        let cut =
            [(2.0, 3.0), (6.0, 7.0)].map(|(start, end)| Cue::plain(start, end, "Hi".to_owned()));
        assert_eq!(shown(srt), cut);
        let late = "1\n00:00:12,000 --> 00:00:17,000\nHi\n";
        assert!(cues_within(late, 20.0, Some(&parts)).is_err());
    }

    #[test]
    fn what_cannot_be_shown_is_said() {
        let said = |text: &str| cues(text, 5.0).unwrap_err().to_string();
        assert_eq!(
            said("1\n00:01:00,000 --> 00:01:02,000\nHello"),
            "The subtitles begin at 1:00, but the video is only 5 s long."
        );
        assert!(said(" \n ").contains("no words"));
        assert!(said(&"far too much to read ".repeat(50)).contains("5 s"));
    }
}
