//! Moves the times of subtitles later or earlier, or stretches them to another frame rate or so that two
//! of them come when they should. All else
//! in the file, its format and styles too, stays as it is, unless another format is wished for.

mod points;

use patchbay_domain::Resource;

use crate::shared::subtitles::given::{Subtitles, given};
use crate::shared::subtitles::retimed::{Change, Line, retimed};
use crate::shared::subtitles::{Cue, as_format, in_format, own_format};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SubtitleShifting;
inventory::submit!(Registered(&SubtitleShifting));

impl Implementation for SubtitleShifting {
    fn tool(&self) -> &'static str {
        "subtitle_shifting"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let change = change(inputs)?;
        let given = given(inputs, "text", context)?;
        context.check()?;
        let made = retimed(&given.text, &change);
        let made = made.filter(|made| made.kept + made.left_out >= given.cues.len());
        // What has no times to be written anew, such as a table, is written as a whole.
        let (text, kept, left_out) = made.map_or_else(
            || as_a_whole(&given, &change),
            |made| (made.text, made.kept, made.left_out),
        );
        if kept == 0 {
            return Err(ToolError::Refused(
                "All subtitles would end before the video begins. Move them by less.".to_owned(),
            ));
        }
        if left_out > 0 {
            context.progress.say(format!(
                "{left_out} that would end before the video begins {} left out.",
                if left_out == 1 { "is" } else { "are" }
            ));
        }
        Ok(Resource::Text(match inputs.value("format") {
            Some(format) => in_format(text, &format),
            None => text,
        }))
    }
}

/// Subtitles at their new times in their own format, how many there are, and how many are left out.
fn as_a_whole(given: &Subtitles, change: &Line) -> (String, usize, usize) {
    let moved = |cue: &Cue| {
        let (start, end) = change.cue(cue.start, cue.end)?;
        Some(Cue {
            start,
            end,
            runs: cue.runs.clone(),
        })
    };
    let cues: Vec<Cue> = given.cues.iter().filter_map(moved).collect();
    let format = own_format(&given.text).unwrap_or("srt");
    let left_out = given.cues.len() - cues.len();
    (as_format(&cues, format), cues.len(), left_out)
}

/// Change of the times that the inputs ask for.
fn change(inputs: &Inputs) -> Result<Line, ToolError> {
    let (delay, stretch) = (inputs.shift("delay")?, inputs.factor("stretch")?);
    let (from, to) = (inputs.number("from_rate")?, inputs.number("to_rate")?);
    let refused = |sentence: &str| Err(ToolError::Refused(sentence.to_owned()));
    if let Some(points) = inputs.value("points") {
        if delay.or(stretch).or(from).or(to).is_some() {
            return refused("Say either two points, or how far the times are moved and stretched.");
        }
        return points::line(&points);
    }
    let of_rates = match (from, to) {
        (Some(from), Some(to)) => Some(from / to),
        (None, None) => None,
        _ => {
            return refused(
                "Only one frame rate is said. Say both, such as “from 25 fps to 23.976 fps”.",
            );
        }
    };
    if stretch.is_some() && of_rates.is_some() {
        return refused("Say either how far the times are stretched, or two frame rates.");
    }
    let stretch = stretch.or(of_rates);
    if delay.is_none() && stretch.is_none() {
        return refused(
            "It is not said how far the subtitles are moved. Say “2 seconds later”, “half a second \
             earlier”, or “from 25 fps to 23.976 fps”.",
        );
    }
    Ok(Line {
        stretch: stretch.unwrap_or(1.0),
        delay: delay.unwrap_or(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, inputs};

    const SRT: &str = "1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n\r\n2\r\n00:01:00,000 --> 00:01:01,000\r\nBye\r\n";

    fn shifted(values: [(&str, &str); 2]) -> Result<String, ToolError> {
        let (context, _folder) = context();
        let [one, other] = values.map(|(name, value)| (name, Resource::Text(value.to_owned())));
        let given = inputs([("text", Resource::Text(SRT.to_owned())), one, other]);
        let made = SubtitleShifting.run(&given, &context)?;
        Ok(made.as_text().unwrap_or_default())
    }

    #[test]
    fn times_move_and_stretch() {
        let later = shifted([("delay", "1.5"), ("stretch", "")]).expect("subtitles");
        assert_eq!(
            later,
            "1\n00:00:02,500 --> 00:00:04,000\nHello\n\n2\n00:01:01,500 --> 00:01:02,500\nBye\n"
        );
        let slower = shifted([("from_rate", "25"), ("to_rate", "24")]).expect("subtitles");
        assert!(slower.contains("00:01:02,500 --> 00:01:03,542"), "{slower}");
        let both = shifted([("stretch", "2"), ("delay", "-3")]).expect("subtitles");
        assert!(
            both.starts_with("1\n00:00:00,000 --> 00:00:02,000\n"),
            "{both}"
        );
        let earlier = shifted([("delay", "-30"), ("stretch", "")]).expect("subtitles");
        assert_eq!(earlier, "1\n00:00:30,000 --> 00:00:31,000\nBye\n");
    }

    #[test]
    fn two_points_say_where_all_others_come() {
        let both = shifted([("points", "0:01 to 0:02, 1:00 to 2:00"), ("delay", "")]);
        let both = both.expect("subtitles");
        assert!(
            both.starts_with("1\n00:00:02,000 --> 00:00:05,000\n"),
            "{both}"
        );
        assert!(both.contains("00:02:00,000 --> 00:02:02,000"), "{both}");
        let one = shifted([("points", "0:01 to 0:04.5"), ("delay", "")]).expect("subtitles");
        assert!(one.contains("00:01:03,500 --> 00:01:04,500"), "{one}");
        let table = "Number,Start,End,Text\n1,00:00:01.000,00:00:02.000,Hi\n";
        let (context, _folder) = context();
        let text = |text: &str| Resource::Text(text.to_owned());
        let given = inputs([("text", text(table)), ("delay", text("1"))]);
        let made = SubtitleShifting.run(&given, &context).expect("a table");
        let later = table
            .replace("02.000", "03.000")
            .replace("01.000", "02.000");
        assert_eq!(made.as_text(), Some(later));
    }

    #[test]
    fn the_format_can_be_another() {
        let vtt = shifted([("delay", "1"), ("format", "vtt")]).expect("subtitles");
        assert!(
            vtt.starts_with("WEBVTT\n\n00:00:02.000 --> 00:00:03.500\nHello\n"),
            "{vtt}"
        );
        let same = shifted([("delay", "1"), ("format", "srt")]).expect("subtitles");
        assert!(same.starts_with("1\n00:00:02,000 --> "), "{same}");
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let said = |values| shifted(values).expect_err("a sentence").to_string();
        assert!(said([("delay", "-90"), ("stretch", "")]).contains("by less"));
        assert!(said([("from_rate", "25"), ("delay", "")]).contains("both"));
        assert!(said([("delay", ""), ("stretch", "")]).contains("not said"));
        assert!(
            said([("points", "0:01 to 0:02, 0:01 to 0:03"), ("delay", "")]).contains("two times")
        );
        assert!(said([("points", "soon"), ("delay", "")]).contains("“soon”"));
    }
}
