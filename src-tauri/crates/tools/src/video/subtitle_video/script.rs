//! Subtitles in the format of Advanced `SubStation` Alpha, which libass draws.

use std::fmt::Write;

use super::look::{LINE, Look, Place, Style};
use crate::shared::subtitles::{Cue, Run};

/// The font that is built in, by its name. Letters that it lacks are taken from the computer's
/// fonts.
const FONT: &str = "DejaVu Sans";

/// The subtitles for a video of `width` x `height` pixels, with a dark outline.
pub(in crate::video) fn script(cues: &[Cue], width: u32, height: u32, style: Style) -> String {
    let Look {
        letters,
        outline,
        beside,
        below,
    } = Look::of(width, height, style.scale);
    let [red, green, blue] = style.color;
    // As the digits of a telephone's keys lie.
    let alignment = match style.place {
        Place::Bottom => 2,
        Place::Middle => 5,
        Place::Top => 8,
    };
    let (size, shadow) = (letters * LINE, outline / 2.0);
    let mut script = format!(
        "[Script Info]\nScriptType: v4.00+\nPlayResX: {width}\nPlayResY: {height}\nWrapStyle: 0\n\
         ScaledBorderAndShadow: yes\n\n[V4+ Styles]\n\
         Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, BorderStyle, Outline, Shadow, \
         Alignment, MarginL, MarginR, MarginV, Encoding\n\
         Style: Default,{FONT},{size:.1},&H00{blue:02X}{green:02X}{red:02X},&H20000000,&H80000000,-1,1,{outline:.1},{shadow:.1},{alignment},{beside:.0},\
         {beside:.0},{below:.0},-1\n\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
    );
    for cue in cues {
        let text: String = cue.runs.iter().map(run).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            script,
            "Dialogue: 0,{},{},Default,{}",
            time(cue.start),
            time(cue.end),
            text
        );
    }
    script
}

/// Words as the format takes them: nothing in them is a command.
fn run(run: &Run) -> String {
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

/// Seconds as `h:mm:ss.cc`.
fn time(seconds: f64) -> String {
    let hundredths = (seconds * 100.0).round() as u64;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    format!(
        "{}:{:02}:{:02}.{rest:02}",
        whole / 3600,
        whole / 60 % 60,
        whole % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_never_commands() {
        let cue = Cue {
            start: 3661.005,
            end: 3662.5,
            runs: vec![
                Run {
                    text: "{\\b0}a\\Nb\nc\u{7}".to_owned(),
                    is_italic: false,
                },
                Run {
                    text: "d".to_owned(),
                    is_italic: true,
                },
            ],
        };
        let script = script(&[cue], 1920, 1080, Style::default());
        let line = script.lines().last().unwrap();
        let text = "\\{\\\u{2060}b0\\}a\\\u{2060}Nb\\Nc{\\i1}d{\\i0}";
        assert_eq!(
            line,
            format!("Dialogue: 0,1:01:01.01,1:01:02.50,Default,{text}")
        );
        assert!(script.contains("PlayResX: 1920") && script.contains("Fontsize"));
        assert!(script.contains(",&H00FFFFFF,"));
    }
}
