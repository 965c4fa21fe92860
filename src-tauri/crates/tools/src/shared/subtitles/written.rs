//! Subtitles as files: `SubRip`, `WebVTT` and Advanced `SubStation` Alpha.

use std::fmt::Write;

use super::stamps::{station_time, time};
use super::table::{table, with_columns};
use super::{Cue, Run};

/// Header and style of a file of Advanced `SubStation` Alpha that nobody styled yet.
const STATION: &str = "[Script Info]\nScriptType: v4.00+\nPlayResX: 1280\nPlayResY: 720\nWrapStyle: 0\n\
    ScaledBorderAndShadow: yes\n\n[V4+ Styles]\n\
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
    StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\n\
    Style: Default,Arial,48,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,80,80,40,1\n\n[Events]\n\
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n";

/// Subtitles as `SubRip`.
pub fn sub_rip(cues: &[Cue]) -> String {
    let mut text = String::new();
    for (index, cue) in cues.iter().enumerate() {
        let (start, end) = (time(cue.start, ','), time(cue.end, ','));
        let words = in_lines(cue, |run| run.text.clone());
        // Writing to a text does not fail.
        let _ = write!(text, "{}\n{start} --> {end}\n{words}\n\n", index + 1);
    }
    text.trim_end().to_owned() + "\n"
}

/// Subtitles as `WebVTT`.
pub fn web_vtt(cues: &[Cue]) -> String {
    let escaped = |run: &Run| {
        let text = run.text.replace('&', "&amp;");
        text.replace('<', "&lt;").replace('>', "&gt;")
    };
    let mut text = "WEBVTT\n\n".to_owned();
    for cue in cues {
        let (start, end) = (time(cue.start, '.'), time(cue.end, '.'));
        let words = in_lines(cue, escaped);
        let _ = write!(text, "{start} --> {end}\n{words}\n\n");
    }
    text.trim_end().to_owned() + "\n"
}

/// Subtitles as Advanced `SubStation` Alpha, in a plain style.
pub fn sub_station(cues: &[Cue]) -> String {
    let mut text = STATION.to_owned();
    for cue in cues {
        let (start, end) = (station_time(cue.start), station_time(cue.end));
        let words: String = cue.runs.iter().map(station_words).collect();
        let _ = writeln!(text, "Dialogue: 0,{start},{end},Default,,0,0,0,,{words}");
    }
    text
}

/// The words of a cue with italics marked, without empty lines, which would end it.
fn in_lines(cue: &Cue, words: impl Fn(&Run) -> String) -> String {
    let marked = cue.runs.iter().map(|run| {
        let words = words(run);
        if run.is_italic {
            format!("<i>{words}</i>")
        } else {
            words
        }
    });
    let marked: String = marked.collect();
    let lines = marked.lines().filter(|line| !line.trim().is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// Words as Advanced `SubStation` Alpha takes them: nothing in them is a command.
pub fn station_words(run: &Run) -> String {
    let mut text = String::new();
    for letter in run.text.chars() {
        match letter {
            '\n' => text.push_str("\\N"),
            '{' => text.push_str("\\{"),
            '}' => text.push_str("\\}"),
            // A joiner without width keeps the next letter from being a command.
            '\\' => text.push_str("\\\u{2060}"),
            letter if letter.is_control() => {}
            letter => text.push(letter),
        }
    }
    if run.is_italic {
        format!("{{\\i1}}{text}{{\\i0}}")
    } else {
        text
    }
}

/// Subtitles with times as `srt`, `vtt`, `ass`, `csv` or `txt`; as they are, styles too, where they are in that format
/// already.
pub fn in_format(text: String, format: &str) -> String {
    if own_format(&text) == Some(format) {
        return text;
    }
    as_format(&super::timed_cues(&text), format)
}

/// Cues as `srt`, `vtt`, `ass`, a table `csv`, or their words alone `txt`, a line for each.
pub fn as_format(cues: &[Cue], format: &str) -> String {
    match format {
        "vtt" => web_vtt(cues),
        "ass" => sub_station(cues),
        "csv" => table(cues),
        "txt" => {
            let line = |cue: &Cue| cue.text().split_whitespace().collect::<Vec<_>>().join(" ");
            let lines: Vec<String> = cues.iter().map(line).collect();
            lines.join("\n") + "\n"
        }
        _ => sub_rip(cues),
    }
}

/// The format that subtitles are in; none where it is another one.
pub fn own_format(text: &str) -> Option<&'static str> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let is_number = first.chars().all(|letter| letter.is_ascii_digit());
    if first == "WEBVTT" || first.starts_with("WEBVTT ") {
        Some("vtt")
    } else if first.eq_ignore_ascii_case("[Script Info]") && text.contains("[V4+ Styles]") {
        Some("ass")
    } else if is_number && text.contains(',') {
        Some("srt")
    } else if with_columns(text).is_empty() {
        None
    } else {
        Some("csv")
    }
}

#[cfg(test)]
mod tests {
    use super::super::timed_cues;
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let italic = |text: &str, is_italic| Run {
            text: text.to_owned(),
            is_italic,
        };
        let cues = [
            Cue {
                start: 0.5,
                end: 1.25,
                runs: vec![italic("Fish & <chips>,\n", false), italic("now", true)],
            },
            Cue::plain(3661.0, 3662.5, "Late".to_owned()),
        ];
        let vtt = web_vtt(&cues);
        assert!(vtt.starts_with(
            "WEBVTT\n\n00:00:00.500 --> 00:00:01.250\nFish &amp; &lt;chips&gt;,\n<i>now</i>\n\n"
        ));
        assert_eq!(timed_cues(&vtt), cues);
        let ass = sub_station(&cues);
        assert!(ass.contains("Dialogue: 0,1:01:01.00,1:01:02.50,Default,,0,0,0,,Late\n"));
        assert_eq!(timed_cues(&ass), cues);
        let srt = sub_rip(&cues[1..]);
        assert_eq!(srt, "1\n01:01:01,000 --> 01:01:02,500\nLate\n");
        assert_eq!(timed_cues(&srt), cues[1..]);
    }
}
