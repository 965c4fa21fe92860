//! Puts the subtitles of two languages into one file: below each of the first stands the one of the second
//! that is shown at the same time.

use patchbay_domain::Resource;

use crate::shared::subtitles::given::{PAIR, lost_styles, pair};
use crate::shared::subtitles::{Cue, Run, as_format, own_format};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Of the shorter of two, this share is shown together with the other.
const TOGETHER: f64 = 0.4;

struct SubtitleMerging;
inventory::submit!(Registered(&SubtitleMerging));

impl Implementation for SubtitleMerging {
    fn tool(&self) -> &'static str {
        "subtitle_merging"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost_styles(inputs, &PAIR)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (first, second) = pair(inputs, context)?;
        let (cues, alone) = merged(first.cues, second.cues);
        if alone > 0 {
            context.progress.say(format!(
                "{alone} of the second language {} shown alone: nothing is said in the first at that time.",
                if alone == 1 { "is" } else { "are" }
            ));
        }
        let format = inputs.value("format");
        let format = format.as_deref().or(own_format(&first.text));
        Ok(Resource::Text(as_format(&cues, format.unwrap_or("srt"))))
    }
}

/// Both in the order of time, and how many of the second have none of the first at their time.
fn merged(first: Vec<Cue>, second: Vec<Cue>) -> (Vec<Cue>, usize) {
    let mut cues = first;
    let count = cues.len();
    let mut alone = 0;
    // Starts only grow, so that those before are not looked at again.
    let mut from = 0;
    for cue in second {
        while from < count && cues[from].end <= cue.start {
            from += 1;
        }
        let near = cues[from..count]
            .iter()
            .take_while(|other| other.start < cue.end)
            .enumerate();
        let best = near
            .map(|(place, other)| (from + place, overlap(other, &cue)))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((place, _)) = best.filter(|(_, share)| *share >= TOGETHER) {
            add(&mut cues[place], cue);
        } else {
            alone += 1;
            cues.push(cue);
        }
    }
    cues.sort_by(|a, b| a.start.total_cmp(&b.start));
    (cues, alone)
}

/// Share of the shorter of two that is shown together with the other.
fn overlap(a: &Cue, b: &Cue) -> f64 {
    let together = a.end.min(b.end) - a.start.max(b.start);
    together / (a.end - a.start).min(b.end - b.start)
}

/// Puts the words of another below those of a subtitle.
fn add(cue: &mut Cue, other: Cue) {
    cue.runs.push(Run {
        text: "\n".to_owned(),
        is_italic: false,
    });
    cue.runs.extend(other.runs);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn both_languages_stand_one_above_the_other() {
        let (context, _folder) = context();
        let text = |text: &str| Resource::Text(text.to_owned());
        let english = "1\n00:00:01,000 --> 00:00:03,000\nGood morning\n\n2\n00:00:05,000 --> 00:00:07,000\nBye\n";
        let german = "1\n00:00:01,200 --> 00:00:03,100\nGuten Morgen\n\n2\n00:00:03,500 --> 00:00:04,500\nÄh\n\n\
            3\n00:00:05,000 --> 00:00:07,000\nTschüss\n";
        let given = inputs([("text", text(english)), ("second", text(german))]);
        let made = SubtitleMerging.run(&given, &context).expect("subtitles");
        let expected = "1\n00:00:01,000 --> 00:00:03,000\nGood morning\nGuten Morgen\n\n\
            2\n00:00:03,500 --> 00:00:04,500\nÄh\n\n3\n00:00:05,000 --> 00:00:07,000\nBye\nTschüss\n";
        assert_eq!(made.as_text().as_deref(), Some(expected));
    }
}
