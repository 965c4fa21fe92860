//! Tells which subtitles are too long, too fast, too short, or too close to the next one.

use patchbay_domain::Resource;

use super::shared::subtitle_limits::{Limits, USUAL};
use crate::shared::subtitles::given::given;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SubtitleChecking;
inventory::submit!(Registered(&SubtitleChecking));

impl Implementation for SubtitleChecking {
    fn tool(&self) -> &'static str {
        "subtitle_checking"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let cues = given(inputs, "text", context)?.cues;
        context.check()?;
        let over = Limits::of(inputs)?.or(USUAL).over(&cues);
        let name = inputs.name_of("text").unwrap_or("Subtitles");
        let found = match over.len() {
            0 => "nothing is over the limits".to_owned(),
            1 => "1 is over a limit".to_owned(),
            count => format!("{count} times over a limit"),
        };
        let mut report = format!("{name}: {} subtitles, {found}.\n", cues.len());
        for (_, sentence) in over {
            report.push_str(&sentence);
            report.push('\n');
        }
        Ok(Resource::Text(report))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn each_limit_is_told_with_number_and_time() {
        let srt = "1\n00:00:01,000 --> 00:00:02,000\nThis line is far too long to be read by anybody in one second, is it not\n\n\
            2\n00:00:01,500 --> 00:00:04,000\nFine\n\n3\n00:00:04,010 --> 00:00:04,200\nOh\n";
        let (context, _folder) = context();
        let text = |text: &str| Resource::Text(text.to_owned());
        let report = |limit: &str| {
            let given = inputs([("text", text(srt)), ("letters_per_line", text(limit))]);
            let made = SubtitleChecking.run(&given, &context).expect("a report");
            made.as_text().expect("a text")
        };
        let told = report("");
        for part in [
            "3 subtitles, 5 times",
            "1 at 1 s: a line of 72 letters, 42 are the most",
            "1 at 1 s: 72.0 letters a second, 20 are the most",
            "1 at 1 s: 0.50 s over the next one",
            "2 at 1.5 s: 0.01 s before the next one",
            "3 at 4 s: shown for 0.19 s",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        assert!(!report("80").contains("a line of"));
    }
}
