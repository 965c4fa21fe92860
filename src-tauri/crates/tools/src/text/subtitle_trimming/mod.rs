//! Keeps the subtitles of parts of a film, counted from the beginning of what is kept: each part fits the film
//! that is cut at the same times.

use patchbay_domain::Resource;
use patchbay_values::times::Part;

use crate::shared::subtitles::given::{Subtitles, given};
use crate::shared::subtitles::retimed::{Change, retimed};
use crate::shared::subtitles::{Cue, as_format, in_format, own_format};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Shortest time for which a cue is seen, in seconds: shorter ones are left out.
const SHORTEST: f64 = 0.04;

struct SubtitleTrimming;
inventory::submit!(Registered(&SubtitleTrimming));

impl Implementation for SubtitleTrimming {
    fn tool(&self) -> &'static str {
        "subtitle_trimming"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let Some(ranges) = inputs.time_ranges("parts")? else {
            return Err(ToolError::Refused(
                "It is not said which part of the subtitles is kept. Say such as 0:45:10 to end."
                    .to_owned(),
            ));
        };
        let Subtitles { text, cues } = given(inputs, "text", context)?;
        context.check()?;
        // The film goes on behind its last subtitle, as far as times are said.
        let ends = ranges
            .ranges
            .iter()
            .flat_map(|range| [range.start, range.end]);
        let said = ends.filter(|moment| moment.share.abs() < f64::EPSILON);
        let said = said.map(|moment| moment.seconds);
        let shown = cues.iter().map(|cue| cue.end);
        let length = said.chain(shown).fold(0.0, f64::max);
        let parts = ranges.kept(length, "subtitles");
        let parts = Kept(parts.map_err(|error| ToolError::Refused(error.to_string()))?);
        let format = inputs.value("format");
        // A cue that is in two parts is two cues, which only a new file holds.
        let is_one = parts.0.len() == 1;
        let made = is_one.then(|| retimed(&text, &parts)).flatten();
        let made = made.filter(|made| made.kept + made.left_out >= cues.len());
        let (words, kept) = if let Some(made) = made {
            (made.text, made.kept)
        } else {
            let cut = parts.cut(&cues);
            let own = own_format(&text).unwrap_or("srt");
            (as_format(&cut, own), cut.len())
        };
        if kept == 0 {
            return Err(ToolError::Nothing(
                "No subtitle is shown in what is kept. Keep another part.".to_owned(),
            ));
        }
        Ok(Resource::Text(match format {
            Some(format) => in_format(words, &format),
            None => words,
        }))
    }
}

/// Parts that are kept, one after the other.
struct Kept(Vec<Part>);

impl Kept {
    /// The times of a cue within each part, counted from the beginning of the first.
    fn within(&self, start: f64, end: f64) -> impl Iterator<Item = (f64, f64)> {
        let mut before = 0.0;
        self.0.iter().filter_map(move |part| {
            let by = before - part.start;
            before += part.end - part.start;
            let (start, end) = (start.max(part.start), end.min(part.end));
            (end - start >= SHORTEST).then_some((start + by, end + by))
        })
    }

    fn cut(&self, cues: &[Cue]) -> Vec<Cue> {
        let of = |cue: &Cue| {
            let runs = &cue.runs;
            let times = self.within(cue.start, cue.end);
            let cut = times.map(|(start, end)| Cue {
                start,
                end,
                runs: runs.clone(),
            });
            cut.collect::<Vec<_>>()
        };
        let mut cut: Vec<Cue> = cues.iter().flat_map(of).collect();
        cut.sort_by(|a, b| a.start.total_cmp(&b.start));
        cut
    }
}

impl Change for Kept {
    fn cue(&self, start: f64, end: f64) -> Option<(f64, f64)> {
        self.within(start, end).next()
    }

    fn time(&self, seconds: f64) -> f64 {
        seconds - self.0[0].start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, inputs};

    fn trimmed(words: &str, parts: &str) -> Result<String, ToolError> {
        let (context, _folder) = context();
        let text = |text: &str| Resource::Text(text.to_owned());
        let given = inputs([("text", text(words)), ("parts", text(parts))]);
        let made = SubtitleTrimming.run(&given, &context)?;
        Ok(made.as_text().unwrap_or_default())
    }

    #[test]
    fn each_part_counts_from_its_beginning() {
        let srt = "1\n00:00:01,000 --> 00:00:03,000\nA\n\n2\n00:00:04,000 --> 00:00:06,000\nB\n\n3\n00:00:08,000 --> 00:00:09,000\nC\n";
        let second = trimmed(srt, "0:05 to end").expect("subtitles");
        let expected =
            "1\n00:00:00,000 --> 00:00:01,000\nB\n\n2\n00:00:03,000 --> 00:00:04,000\nC\n";
        assert_eq!(second, expected);
        let first = trimmed(srt, "0:00 to 0:05").expect("subtitles");
        assert!(
            first.ends_with("2\n00:00:04,000 --> 00:00:05,000\nB\n"),
            "{first}"
        );
        let two = trimmed(srt, "0:02 to 0:05, 0:08 to 0:09").expect("subtitles");
        assert!(two.contains("00:00:03,000 --> 00:00:04,000\nC"), "{two}");
        assert!(trimmed(srt, "0:06.5 to 0:07.5").is_err());
    }

    #[test]
    fn styles_stay() {
        let head = "[Script Info]\n[V4+ Styles]\nStyle: Loud,Impact\n[Events]\n\
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n";
        let ass = format!("{head}Dialogue: 0,0:00:04.00,0:00:06.00,Loud,,0,0,0,,Hi\n");
        let kept = trimmed(&ass, "0:03 to end").expect("subtitles");
        let moved = "Dialogue: 0,0:00:01.00,0:00:03.00,Loud,,0,0,0,,Hi\n";
        assert_eq!(kept, format!("{head}{moved}"));
    }
}
