//! Words on a video, and when which are shown ([`cues`]).
//!
//! - [`parsed`]: subtitles with times: `SubRip` (SRT), `WebVTT`, `SubStation` Alpha (ASS), and
//!   lines that begin with a time
//! - [`spread`]: words without times, spread over the video by how long they take to read

mod parsed;
mod spread;

pub use patchbay_media::video::{Cue, Run};

use patchbay_phrases::times::clock;

use crate::ToolError;

/// What `text` shows on a video of `length` seconds, in the order of time, at least one cue:
/// subtitles by their times, other words spread over the video.
///
/// # Errors
/// A sentence where there is nothing to show, nothing within the video, or far too much to read.
pub fn cues(text: &str, length: f64) -> Result<Vec<Cue>, ToolError> {
    let text = text
        .trim_start_matches('\u{feff}')
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let events = parsed::with_events(&text);
    let timed = if events.is_empty() {
        parsed::with_arrows(&text)
    } else {
        events
    };
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
