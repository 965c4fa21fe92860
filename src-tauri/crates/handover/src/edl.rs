//! EDL after CMX 3600: one track, cuts, dissolves and speeds.

use std::fmt::Write as _;

use crate::rate::Rate;
use crate::timeline::{Clip, Timeline};

/// Second at which timelines begin by custom: one hour.
const FIRST_HOUR: i64 = 3600;
/// How long names are at most.
const LONGEST: usize = 60;

/// The timeline as a file's text. All times are in its frames; a file of another rate is counted
/// in them too.
pub fn written(timeline: &Timeline) -> String {
    let rate = timeline.rate;
    let mut text = format!("TITLE: {}\n", plain(&timeline.name));
    text.push_str(if rate.drops() {
        "FCM: DROP FRAME\n\n"
    } else {
        "FCM: NON-DROP FRAME\n\n"
    });
    let mut list = List {
        rate,
        text,
        number: 0,
    };
    let mut at = list.origin();
    let mut before: Option<&Clip> = None;
    for (place, clip) in timeline.clips.iter().enumerate() {
        let overlap = clip.into_next.map_or(0, |(_, frames)| frames);
        let mut frames = clip.frames - overlap;
        let is_last = place + 1 == timeline.clips.len();
        if is_last {
            frames -= timeline.fade_out;
        }
        let into = match before {
            Some(before) => before.into_next.map(|(_, frames)| frames),
            None => (timeline.fade_in > 0).then_some(timeline.fade_in),
        };
        list.event(clip, (at, frames), into.map(|frames| (before, frames)));
        at += frames;
        if is_last && timeline.fade_out > 0 {
            list.fade_out(clip, at, timeline.fade_out);
        }
        before = Some(clip);
    }
    list.text
}

/// The events as they are written.
struct List {
    rate: Rate,
    text: String,
    number: usize,
}

impl List {
    /// The first frame of the timeline.
    fn origin(&self) -> i64 {
        let hour = self.rate.timecode(0, true).replacen("00", "01", 1);
        self.rate
            .frame_of(&hour)
            .unwrap_or(FIRST_HOUR * i64::from(self.rate.counted()))
    }

    fn line(&mut self, reel: &str, channels: &str, way: &str, times: [i64; 4]) {
        let times = times.map(|frame| self.rate.timecode(frame, true));
        let _ = writeln!(
            self.text,
            "{:03}  {reel:<8} {channels:<5} {way:<8} {}",
            self.number,
            times.join(" ")
        );
    }

    /// A clip that is on the timeline from `at` on for so many frames. `into`: the clip that passes
    /// over into it (none: black) and over how many frames.
    fn event(&mut self, clip: &Clip, (at, frames): (i64, i64), into: Option<(Option<&Clip>, i64)>) {
        self.number += 1;
        let first = source(clip, self.rate);
        let last = first + shown(clip, frames);
        let channels = channels(clip);
        let times = [first, last, at, at + frames];
        match into {
            None => self.line("AX", channels, "C", times),
            Some((before, over)) => {
                let reel = if before.is_some() { "AX" } else { "BL" };
                let left = before.map_or(0, |before| self.left(before, over));
                self.line(reel, channels, "C", [left, left, at, at]);
                self.line("AX", channels, &format!("D    {over:03}"), times);
            }
        }
        if !clip.is_even() {
            let speed = self.rate.per_second() * clip.speed;
            let timecode = self.rate.timecode(first, true);
            let _ = writeln!(
                self.text,
                "M2   AX       {speed:05.1}                {timecode}"
            );
        }
        if let Some((Some(before), _)) = into {
            self.comment("FROM CLIP NAME", &before.media.name);
            self.comment("TO CLIP NAME", &clip.media.name);
        } else {
            self.comment("FROM CLIP NAME", &clip.media.name);
        }
        self.comment("SOURCE FILE", &clip.media.path);
        for note in clip.all_notes() {
            let place = self.rate.timecode(at, true);
            let _ = writeln!(self.text, "* LOC: {place} YELLOW  {}", plain(&note));
        }
        self.text.push('\n');
    }

    /// The last clip into black.
    fn fade_out(&mut self, clip: &Clip, at: i64, frames: i64) {
        self.number += 1;
        let left = self.left(clip, frames);
        let channels = channels(clip);
        self.line("AX", channels, "C", [left, left, at, at]);
        let way = format!("D    {frames:03}");
        self.line("BL", channels, &way, [0, frames, at, at + frames]);
        self.comment("FROM CLIP NAME", &clip.media.name);
        self.text.push('\n');
    }

    /// Returns the frame of its file at which a clip is when this number of frames is left.
    fn left(&self, clip: &Clip, frames: i64) -> i64 {
        source(clip, self.rate) + shown(clip, clip.frames - frames)
    }

    fn comment(&mut self, what: &str, text: &str) {
        let _ = writeln!(self.text, "* {what}: {}", line(text));
    }
}

/// Returns the number of frames of a clip's file that are shown in `frames` of the timeline.
fn shown(clip: &Clip, frames: i64) -> i64 {
    if clip.is_even() {
        frames
    } else {
        (frames as f64 * clip.speed).round() as i64
    }
}

/// The first frame of a clip in its file, counted in the timeline's frames.
fn source(clip: &Clip, rate: Rate) -> i64 {
    let first = clip.media.first_frame();
    // A timecode means the same hour, minute and second at any rate.
    let begin = if clip.media.rate == rate {
        first
    } else {
        let timecode = clip.media.rate.timecode(first, clip.media.drops());
        let counted = if rate.drops() {
            replaced(&timecode, ';')
        } else {
            replaced(&timecode, ':')
        };
        rate.frame_of(&counted)
            .unwrap_or_else(|| clip.media.rate.in_rate(first, rate))
    };
    begin + clip.media.rate.in_rate(clip.source_start, rate)
}

/// A timecode with another sign before its frames.
fn replaced(timecode: &str, sign: char) -> String {
    let mut replaced = timecode.to_owned();
    let place = replaced.len().saturating_sub(3);
    replaced.replace_range(place..=place, &sign.to_string());
    replaced
}

fn channels(clip: &Clip) -> &'static str {
    match (clip.media.size.is_some(), clip.is_heard()) {
        (true, true) => "B",
        (true, false) => "V",
        (false, _) => "A",
    }
}

/// A text on one line.
fn line(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// A short text on one line.
fn plain(text: &str) -> String {
    line(text).chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::sequence::Sequence;
    use crate::testing::{cut, edit, media};

    #[test]
    fn events_are_counted_in_drop_frame_timecodes() {
        let expected = "\
TITLE: Trip
FCM: DROP FRAME

001  AX       B     C        01:00:03;10 01:00:05;10 01:00:00;00 01:00:02;00
* FROM CLIP NAME: a & b.mov
* SOURCE FILE: /clips/a & b.mov

002  AX       B     C        01:00:10;00 01:00:12;20 01:00:02;00 01:00:04;20
* FROM CLIP NAME: a & b.mov
* SOURCE FILE: /clips/a & b.mov

003  AX       B     C        01:00:12;20 01:00:12;20 01:00:04;20 01:00:04;20
003  AX       B     D    020 00:00:01;10 00:00:07;00 01:00:04;20 01:00:07;15
M2   AX       059.9                00:00:01;10
* FROM CLIP NAME: a & b.mov
* TO CLIP NAME: c.mp4
* SOURCE FILE: /clips/c.mp4
* LOC: 01:00:04;20 YELLOW  Upscaled: “c.mp4” is the file that was made.
* LOC: 01:00:04;20 YELLOW  Volume -6.0 dB

004  AX       B     C        00:00:07;00 00:00:07;00 01:00:07;15 01:00:07;15
004  BL       B     D    015 00:00:00;00 00:00:00;15 01:00:07;15 01:00:08;00
* FROM CLIP NAME: c.mp4

";
        assert_eq!(written(&edit()), expected);
    }

    #[test]
    fn what_comes_out_of_black_dissolves_from_it() {
        let film = Sequence::whole(Rc::new(media("a.mp4", 25.0, 10.0)), Vec::new());
        let film = film.faded(0.4, 0.0).expect("a fade");
        let text = written(&Timeline::of("x", &film, Rate::whole(25)));
        for line in [
            "001  BL       B     C        00:00:00:00 00:00:00:00 01:00:00:00 01:00:00:00",
            "001  AX       B     D    010 00:00:00:00 00:00:10:00 01:00:00:00 01:00:10:00",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn a_sound_is_cut_on_its_own_channel() {
        let sound = crate::media::Media {
            size: None,
            ..media("talk.wav", 25.0, 10.0)
        };
        let talk = Sequence::whole(Rc::new(sound), Vec::new());
        let talk = talk.cut(&[cut(2.0, 4.0)]).expect("a part");
        let text = written(&Timeline::of("x\ny", &talk, Rate::whole(25)));
        assert!(
            text.starts_with("TITLE: x y\nFCM: NON-DROP FRAME\n"),
            "{text}"
        );
        assert!(
            text.contains(
                "001  AX       A     C        00:00:02:00 00:00:04:00 01:00:00:00 01:00:02:00"
            ),
            "{text}"
        );
    }
}
