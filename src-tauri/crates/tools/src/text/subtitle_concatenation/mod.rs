//! Joins the subtitles of two films that are joined: those of the second come later by the length of the
//! first.

use patchbay_domain::Resource;

use crate::shared::subtitles::given::{PAIR, lost_styles, pair};
use crate::shared::subtitles::{Cue, as_format, own_format};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SubtitleConcatenation;
inventory::submit!(Registered(&SubtitleConcatenation));

impl Implementation for SubtitleConcatenation {
    fn tool(&self) -> &'static str {
        "subtitle_concatenation"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost_styles(inputs, &PAIR)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (first, second) = pair(inputs, context)?;
        let end = first.cues.iter().map(|cue| cue.end).fold(0.0, f64::max);
        let start = if let Some(start) = inputs.seconds("start")? {
            start
        } else {
            context.progress.say(format!(
                    "The second part is taken to begin where the last subtitle of the first ends, at {}. Set the length of \
                     the first film where it is longer.",
                    patchbay_values::times::clock(end)
                ));
            end
        };
        if start + 0.001 < end {
            return Err(ToolError::Refused(format!(
                "The second part cannot begin at {}: the subtitles of the first end at {}.",
                patchbay_values::times::clock(start),
                patchbay_values::times::clock(end)
            )));
        }
        let later = second.cues.into_iter().map(|cue| Cue {
            start: cue.start + start,
            end: cue.end + start,
            runs: cue.runs,
        });
        let format = inputs.value("format");
        let format = format.as_deref().or(own_format(&first.text));
        let cues: Vec<Cue> = first.cues.into_iter().chain(later).collect();
        Ok(Resource::Text(as_format(&cues, format.unwrap_or("srt"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn the_second_part_comes_later_by_the_length_of_the_first() {
        let (context, _folder) = context();
        let text = |text: &str| Resource::Text(text.to_owned());
        let first = "1\n00:00:01,000 --> 00:00:03,000\nA\n";
        let second = "WEBVTT\n\n00:00.500 --> 00:02.000\nB\n";
        let joined = |start: &str| {
            let given = inputs([
                ("text", text(first)),
                ("second", text(second)),
                ("start", text(start)),
            ]);
            let made = SubtitleConcatenation.run(&given, &context)?;
            Ok::<_, ToolError>(made.as_text().expect("a text"))
        };
        let expected =
            |time: &str| format!("1\n00:00:01,000 --> 00:00:03,000\nA\n\n2\n{time}\nB\n");
        assert_eq!(
            joined("10").as_deref(),
            Ok(&*expected("00:00:10,500 --> 00:00:12,000"))
        );
        assert_eq!(
            joined("").as_deref(),
            Ok(&*expected("00:00:03,500 --> 00:00:05,000"))
        );
        assert!(joined("2").is_err());
    }
}
