//! Subtitles in the format of Advanced `SubStation` Alpha, which libass draws.

use std::fmt::Write;

use crate::shared::subtitles::{Cue, station_time, station_words};
use crate::video::shared::lettering::{Across, Down, LINE, Look, Style};

/// The font that is built in, by its name. Letters that it lacks are taken from the computer's
/// fonts.
const FONT: &str = "DejaVu Sans";
/// Transparency of the box behind letters, of 255.
const CLEAR: u8 = 0x30;

/// The subtitles for a video of `width` x `height` pixels: with a dark outline, or a box behind them,
/// in the font of that name; none: the one that is built in.
pub(in crate::video) fn script(
    cues: &[Cue],
    (width, height): (u32, u32),
    style: &Style,
    font: Option<&str>,
) -> String {
    let look = Look::of(width, height, style);
    let size = look.letters * LINE;
    // As the digits of a telephone's keys lie.
    let lowest = match style.place.down {
        Down::Bottom | Down::LowerThird => 1,
        Down::Middle => 4,
        Down::Top => 7,
    };
    let alignment = lowest
        + match style.place.across {
            Across::Left => 0,
            Across::Middle => 1,
            Across::Right => 2,
        };
    // A border of style 4 is a box as far around the words as their shadow would reach.
    let (border, back, outline, shadow) = match style.background {
        Some(color) => (4, written(color, CLEAR), 0.0, look.padding),
        None => (1, "&H80000000".to_owned(), look.outline, look.outline / 2.0),
    };
    let (name, bold) = font.map_or((FONT, -1), |name| (name, 0));
    let color = written(style.color, 0);
    let (beside, below) = (look.beside, look.below);
    let mut script = format!(
        "[Script Info]\nScriptType: v4.00+\nPlayResX: {width}\nPlayResY: {height}\nWrapStyle: 0\n\
         ScaledBorderAndShadow: yes\n\n[V4+ Styles]\n\
         Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, BorderStyle, Outline, Shadow, \
         Alignment, MarginL, MarginR, MarginV, Encoding\n\
         Style: Default,{name},{size:.1},{color},&H20000000,{back},{bold},{border},{outline:.1},{shadow:.1},{alignment},\
         {beside:.0},{beside:.0},{below:.0},-1\n\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
    );
    for cue in cues {
        let text: String = cue.runs.iter().map(station_words).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            script,
            "Dialogue: 0,{},{},Default,{}{text}",
            station_time(cue.start),
            station_time(cue.end),
            fade(cue, style)
        );
    }
    script
}

/// A colour as the format writes it, so clear of 255.
fn written([red, green, blue]: [u8; 3], clear: u8) -> String {
    format!("&H{clear:02X}{blue:02X}{green:02X}{red:02X}")
}

/// Tags that make a cue come and go: its letters, and its box, which has to be told by itself.
fn fade(cue: &Cue, style: &Style) -> String {
    if style.fade <= 0.0 {
        return String::new();
    }
    let length = ((cue.end - cue.start) * 1000.0).round();
    let each = (style.fade * 1000.0).min(length / 2.0).round();
    let ends = length - each;
    let of_box = if style.background.is_some() {
        format!("\\4a&HFF&\\t(0,{each},\\4a&H{CLEAR:02X}&)\\t({ends},{length},\\4a&HFF&)")
    } else {
        String::new()
    };
    format!("{{\\fad({each},{each}){of_box}}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::subtitles::Run;

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
        let script = script(&[cue], (1920, 1080), &Style::default(), None);
        let line = script.lines().last().unwrap();
        let text = "\\{\\\u{2060}b0\\}a\\\u{2060}Nb\\Nc{\\i1}d{\\i0}";
        assert_eq!(
            line,
            format!("Dialogue: 0,1:01:01.01,1:01:02.50,Default,{text}")
        );
        assert!(script.contains("PlayResX: 1920") && script.contains("Fontsize"));
        assert!(script.contains(",&H00FFFFFF,"));
    }
    #[test]
    fn boxes_and_fades_are_said() {
        let style = Style {
            background: Some([255, 0, 0]),
            fade: 3.0,
            ..Style::default()
        };
        let cue = Cue::plain(1.0, 3.0, "Hi".to_owned());
        let script = script(&[cue], (640, 360), &style, Some("Impact"));
        assert!(
            script.contains("Style: Default,Impact,") && script.contains(",&H300000FF,0,4,0.0,")
        );
        let line = script.lines().last().unwrap();
        let fades = r"{\fad(1000,1000)\4a&HFF&\t(0,1000,\4a&H30&)\t(1000,2000,\4a&HFF&)}Hi";
        assert!(line.ends_with(fades), "{line}");
    }
}
