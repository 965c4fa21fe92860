//! FCPXML 1.9, as Final Cut Pro, Resolve and (by way of others) Premiere read it.
//!
//! <https://developer.apple.com/documentation/professional-video-applications/fcpxml-reference>

use std::fmt::Write as _;
use std::rc::Rc;

use crate::media::Media;
use crate::rate::Rate;
use crate::timeline::{Clip, Shown, Timeline};

/// Final Cut Pro's name of its cross dissolve.
const DISSOLVE: &str = "FxPlug:4731E73A-8DAC-4113-9A30-AE85B1761265";
/// Pixels of a timeline on which nothing is seen.
const BLANK: (u32, u32) = (1920, 1080);

/// The timeline as a file's text.
pub fn written(timeline: &Timeline) -> String {
    let media = timeline.media();
    let has_transitions = timeline.fade_in > 0
        || timeline.fade_out > 0
        || timeline.clips.iter().any(|clip| clip.into_next.is_some());
    let rate = timeline.rate;
    let name = escaped(&timeline.name);
    let counts = if rate.drops() { "DF" } else { "NDF" };
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE fcpxml>\n<fcpxml version=\"1.9\">\n  <resources>\n",
    );
    let size = timeline.size().unwrap_or(BLANK);
    text.push_str(&format("r1", rate, size));
    for (place, media) in media.iter().enumerate() {
        text.push_str(&asset(media, place));
    }
    if has_transitions {
        let _ = writeln!(
            text,
            "    <effect id=\"dissolve\" name=\"Cross Dissolve\" uid=\"{DISSOLVE}\"/>"
        );
    }
    let length = time(timeline.frames(), rate);
    let _ = write!(
        text,
        "  </resources>\n  <library>\n    <event name=\"{name}\">\n      <project name=\"{name}\">\n        \
         <sequence format=\"r1\" duration=\"{length}\" tcStart=\"0s\" tcFormat=\"{counts}\" audioLayout=\"stereo\" audioRate=\"48k\">\n          \
         <spine>\n"
    );
    text.push_str(&spine(timeline, &media));
    text.push_str(
        "          </spine>\n        </sequence>\n      </project>\n    </event>\n  </library>\n</fcpxml>\n",
    );
    text
}

/// Writes the elements on the timeline.
fn spine(timeline: &Timeline, media: &[Rc<Media>]) -> String {
    let (rate, end) = (timeline.rate, timeline.frames());
    let mut text = String::new();
    if timeline.fade_in > 0 {
        text.push_str(&transition(0, timeline.fade_in, rate));
    }
    for (clip, shown) in timeline.clips.iter().zip(timeline.shown()) {
        let place = media.iter().position(|media| *media == clip.media);
        text.push_str(&asset_clip(clip, shown, place.unwrap_or(0), rate));
        if let Some((_, before, behind)) = shown.into_next {
            let cut = shown.at + shown.frames;
            text.push_str(&transition(cut - before, before + behind, rate));
        }
    }
    if timeline.fade_out > 0 {
        text.push_str(&transition(
            end - timeline.fade_out,
            timeline.fade_out,
            rate,
        ));
    }
    text
}

/// Formats a number of frames as a fraction of seconds: `1001/30000s`, `5s`.
fn time(frames: i64, rate: Rate) -> String {
    let (mut above, mut below) = (frames * i64::from(rate.seconds), i64::from(rate.frames));
    let common = common(above.abs(), below);
    (above, below) = (above / common, below / common);
    if below == 1 {
        format!("{above}s")
    } else {
        format!("{above}/{below}s")
    }
}

/// The greatest common divisor.
fn common(one: i64, other: i64) -> i64 {
    if one == 0 {
        other
    } else {
        common(other % one, one)
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

fn format(id: &str, rate: Rate, (width, height): (u32, u32)) -> String {
    let frame = time(1, rate);
    format!(
        "    <format id=\"{id}\" frameDuration=\"{frame}\" width=\"{width}\" height=\"{height}\"/>\n"
    )
}

/// A file and the format of its video.
fn asset(media: &Media, place: usize) -> String {
    let (name, url) = (escaped(&media.name), escaped(&media.url()));
    let start = time(media.first_frame(), media.rate);
    let length = time(media.frames(), media.rate);
    let mut text = String::new();
    let mut holds = String::new();
    if let Some(size) = media.size {
        text.push_str(&format(&format!("f{place}"), media.rate, size));
        let _ = write!(holds, " hasVideo=\"1\" format=\"f{place}\"");
    }
    if let Some((rate, channels)) = media.audio {
        let _ = write!(
            holds,
            " hasAudio=\"1\" audioSources=\"1\" audioChannels=\"{channels}\" audioRate=\"{rate}\""
        );
    }
    let _ = write!(
        text,
        "    <asset id=\"m{place}\" name=\"{name}\" start=\"{start}\" duration=\"{length}\"{holds}>\n      \
         <media-rep kind=\"original-media\" src=\"{url}\"/>\n    </asset>\n"
    );
    text
}

fn asset_clip(clip: &Clip, shown: Shown, place: usize, rate: Rate) -> String {
    let media = &*clip.media;
    let begin = media.first_frame() + shown.source_start;
    let start = time(begin, media.rate);
    let mut inner = String::new();
    if let Some(said) = conformed(media.rate).filter(|_| media.rate != rate && media.size.is_some())
    {
        let _ = writeln!(
            inner,
            "              <conform-rate scaleEnabled=\"0\" srcFrameRate=\"{said}\"/>"
        );
    }
    if !clip.is_even() {
        inner.push_str(&time_map(clip, shown, rate));
    }
    if clip.is_heard() && clip.gain.abs() > 0.05 {
        let _ = writeln!(
            inner,
            "              <adjust-volume amount=\"{:.1}dB\"/>",
            clip.gain
        );
    }
    for note in clip.all_notes() {
        let _ = writeln!(
            inner,
            "              <marker start=\"{start}\" duration=\"{}\" value=\"{}\"/>",
            time(1, media.rate),
            escaped(&note)
        );
    }
    let heard = if clip.media.audio.is_some() && !clip.is_heard() {
        " srcEnable=\"video\""
    } else {
        ""
    };
    let format = if media.size.is_some() {
        format!(" format=\"f{place}\"")
    } else {
        String::new()
    };
    let counts = if media.drops() { "DF" } else { "NDF" };
    let head = format!(
        "            <asset-clip ref=\"m{place}\" name=\"{}\" offset=\"{}\" start=\"{start}\" duration=\"{}\"{format} \
         tcFormat=\"{counts}\"{heard}",
        escaped(&media.name),
        time(shown.at, rate),
        time(shown.frames, rate)
    );
    if inner.is_empty() {
        format!("{head}/>\n")
    } else {
        format!("{head}>\n{inner}            </asset-clip>\n")
    }
}

/// How a clip's time becomes its file's: a line through all that the clip shows, transitions too.
fn time_map(clip: &Clip, shown: Shown, rate: Rate) -> String {
    let media = &*clip.media;
    let (first, begin) = (media.first_frame(), shown.source_start);
    let before = begin - clip.source_start;
    // In the clip's time its first shown frame stays where it is in the file.
    let base = rate.frame_at(media.rate.seconds_of(first + begin));
    let head = rate.frame_at(media.rate.seconds_of(before) / clip.speed);
    let point = |frame: i64, of: i64| {
        format!(
            "                <timept time=\"{}\" value=\"{}\" interp=\"linear\"/>\n",
            time(frame, rate),
            time(first + of, media.rate)
        )
    };
    let whole = clip.frames;
    format!(
        "              <timeMap>\n{}{}              </timeMap>\n",
        point(base - head, clip.source_start),
        point(base - head + whole, clip.source_start + clip.source_frames)
    )
}

fn transition(at: i64, frames: i64, rate: Rate) -> String {
    format!(
        "            <transition name=\"Cross Dissolve\" offset=\"{}\" duration=\"{}\">\n              \
         <filter-video ref=\"dissolve\" name=\"Cross Dissolve\"/>\n            </transition>\n",
        time(at, rate),
        time(frames, rate)
    )
}

/// A file's rate as FCPXML names those that it knows.
fn conformed(rate: Rate) -> Option<&'static str> {
    let known = [
        (24_000, 1001, "23.98"),
        (24, 1, "24"),
        (25, 1, "25"),
        (30_000, 1001, "29.97"),
        (30, 1, "30"),
        (48_000, 1001, "47.95"),
        (48, 1, "48"),
        (50, 1, "50"),
        (60_000, 1001, "59.94"),
        (60, 1, "60"),
    ];
    known
        .iter()
        .find(|(frames, seconds, _)| (*frames, *seconds) == (rate.frames, rate.seconds))
        .map(|(.., said)| *said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::edit;

    #[test]
    fn times_are_fractions_of_whole_frames() {
        let ntsc = Rate::of(29.97);
        assert_eq!(time(1, ntsc), "1001/30000s");
        assert_eq!(time(30_000, ntsc), "1001s");
        assert_eq!(time(60, ntsc), "1001/500s");
        assert_eq!(time(0, ntsc), "0s");
        assert_eq!(time(50, Rate::whole(25)), "2s");
    }

    #[test]
    fn clips_transitions_speed_and_volume_are_written() {
        let text = written(&edit());
        for part in [
            "<fcpxml version=\"1.9\">",
            "frameDuration=\"1001/30000s\" width=\"1920\" height=\"1080\"",
            "<media-rep kind=\"original-media\" src=\"file:///clips/a%20%26%20b.mov\"/>",
            "name=\"a &amp; b.mov\" offset=\"0s\" start=\"13512499/3750s\" duration=\"1001/500s\"",
            "<sequence format=\"r1\" duration=\"1001/125s\"",
            "<transition name=\"Cross Dissolve\" offset=\"7007/1500s\" duration=\"1001/1500s\">",
            "<adjust-volume amount=\"-6.0dB\"/>",
            "<timept time=",
            "value=\"Upscaled: “c.mp4” is the file that was made.\"/>",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert_eq!(text.matches("<asset-clip ").count(), 3);
        assert_eq!(text.matches("<asset id=").count(), 2);
        assert_eq!(text.matches("<transition ").count(), 2);
    }

    #[test]
    fn names_cannot_break_the_markup() {
        assert_eq!(escaped("<a> & \"b\"\n"), "&lt;a&gt; &amp; &quot;b&quot; ");
    }
}
