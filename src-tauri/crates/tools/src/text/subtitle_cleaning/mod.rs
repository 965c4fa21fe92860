//! Mends subtitles: captions that roll, letters in the wrong encoding, words for the hard of hearing, a
//! second language, lines that are too long, and subtitles that are too fast, too short or too close
//! together.

mod hearing;
mod languages;
mod lines;
mod pace;

use patchbay_domain::Resource;

use super::shared::subtitle_limits::Limits;
use crate::shared::subtitles::given::{given, lost_styles};
use crate::shared::subtitles::rolling::unrolled;
use crate::shared::subtitles::{Cue, as_format, own_format};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// At least one of these parameters has to be set.
const WISHES: [&str; 9] = [
    "rolling",
    "mojibake",
    "hearing",
    "language",
    "letters_per_line",
    "lines",
    "letters_per_second",
    "shortest",
    "gap",
];

struct SubtitleCleaning;
inventory::submit!(Registered(&SubtitleCleaning));

impl Implementation for SubtitleCleaning {
    fn tool(&self) -> &'static str {
        "subtitle_cleaning"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost_styles(inputs, &["text"])
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        if WISHES.iter().all(|name| inputs.value(name).is_none()) {
            return Err(ToolError::Refused(
                "It is not said what is to be mended in the subtitles. Set at least one of the fields."
                    .to_owned(),
            ));
        }
        let given = given(inputs, "text", context)?;
        let limits = Limits::of(inputs)?;
        let before = limits.over(&given.cues).len();
        let mut cues = given.cues;
        if inputs.value("rolling").as_deref() != Some("keep")
            && let Some(merged) = unrolled(&cues)
        {
            context.progress.say(format!(
                "The captions roll: {} of {} are left, each line once.",
                merged.len(),
                cues.len()
            ));
            cues = merged;
        }
        context.check()?;
        if let Some(which) = inputs.value("language") {
            cues = languages::only(&cues, &which);
        }
        if inputs.value("hearing").as_deref() == Some("remove") {
            let all = cues.len();
            cues = cues.iter().filter_map(hearing::without).collect();
            let gone = all - cues.len();
            if gone > 0 {
                context.progress.say(format!(
                    "{gone} that held nothing but words for the hard of hearing {} left out.",
                    if gone == 1 { "is" } else { "are" }
                ));
            }
        }
        let cues = pace::paced(lines::wrapped(&cues, &limits), &limits);
        if cues.is_empty() {
            return Err(ToolError::Nothing(
                "Nothing is left of the subtitles. Take fewer things out.".to_owned(),
            ));
        }
        tell(context, &limits, before, &cues);
        let format = inputs.value("format");
        let format = format.as_deref().or(own_format(&given.text));
        Ok(Resource::Text(as_format(&cues, format.unwrap_or("srt"))))
    }
}

/// Says how often limits were kept to not, and where they still are not.
fn tell(context: &Context, limits: &Limits, before: usize, cues: &[Cue]) {
    /// The most subtitles that are named.
    const NAMED: usize = 8;
    let over = limits.over(cues);
    if *limits == Limits::default() || (before == 0 && over.is_empty()) {
        return;
    }
    let mut said = format!("{before} times over a limit before, {} now", over.len());
    if let Some((_, first)) = over.first() {
        let numbers: Vec<String> = over.iter().map(|(number, _)| number.to_string()).collect();
        let named = numbers[..numbers.len().min(NAMED)].join(", ");
        said = format!("{said} (subtitles {named}; {first})");
    }
    context.progress.say(said + ".");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::subtitles::timed_cues;
    use crate::testing::context;

    fn cleaned<const N: usize>(srt: &str, values: [(&str, &str); N]) -> Vec<Cue> {
        let (context, _folder) = context();
        let text = |text: &str| Resource::Text(text.to_owned());
        let set = values.map(|(name, value)| (name.to_owned(), text(value)));
        let given = [("text".to_owned(), text(srt))].into_iter().chain(set);
        let given = Inputs::new(given.collect());
        let made = SubtitleCleaning.run(&given, &context).expect("subtitles");
        timed_cues(&made.as_text().expect("a text"))
    }

    fn texts(cues: &[Cue]) -> Vec<String> {
        cues.iter().map(Cue::text).collect()
    }

    #[test]
    fn words_for_the_hard_of_hearing_go() {
        let srt = "1\n00:00:01,000 --> 00:00:03,000\n[door slams]\nJOHN: Who is there?\n\n\
            2\n00:00:04,000 --> 00:00:06,000\n- (whispers) <i>Me</i>.\n- [thunder\nrolls]\n\n\
            3\n00:00:07,000 --> 00:00:08,000\n♪ ♪\n\n4\n00:00:09,000 --> 00:00:10,000\n- Yes.\n- No: at 12:30.\n";
        let cues = cleaned(srt, [("hearing", "remove")]);
        assert_eq!(
            texts(&cues),
            ["Who is there?", "Me.", "- Yes.\n- No: at 12:30."]
        );
        assert!(cues[1].runs[0].is_italic);
    }

    #[test]
    fn one_of_two_languages_is_taken() {
        let srt = "1\n00:00:01,000 --> 00:00:03,000\nGood morning\nGuten Morgen\n\n\
            2\n00:00:04,000 --> 00:00:06,000\nHow are you?\nAll well?\nWie geht's?\nAlles gut?\n";
        assert_eq!(
            texts(&cleaned(srt, [("language", "first")])),
            ["Good morning", "How are you?\nAll well?"]
        );
        assert_eq!(
            texts(&cleaned(srt, [("language", "second")])),
            ["Guten Morgen", "Wie geht's?\nAlles gut?"]
        );
    }

    #[test]
    fn long_lines_are_broken_and_too_many_become_two_subtitles() {
        let srt = "1\n00:00:00,000 --> 00:00:10,000\nThe lighthouse keeper of Skagen counted ships for forty years, and when the \
            harbour closed he counted gulls instead, which <i>nobody</i> noticed.\n";
        let cues = cleaned(srt, [("letters_per_line", "42"), ("lines", "2")]);
        assert!(cues.len() == 2, "{cues:?}");
        let all = texts(&cues).join(" ").replace('\n', " ");
        assert!(
            all.ends_with("which nobody noticed.") && all.starts_with("The lighthouse"),
            "{all}"
        );
        for text in texts(&cues) {
            assert!(
                text.lines().count() <= 2 && text.lines().all(|line| line.chars().count() <= 42),
                "{text}"
            );
        }
        assert!((cues[0].end - cues[1].start).abs() < 0.002 && (cues[1].end - 10.0).abs() < 0.002);
    }

    #[test]
    fn what_is_too_fast_stays_longer_and_what_overlaps_ends_before() {
        let srt = "1\n00:00:01,000 --> 00:00:01,500\nTwenty letters here!\n\n2\n00:00:05,000 --> 00:00:08,000\nB\n\n\
            3\n00:00:07,000 --> 00:00:09,000\nC\n";
        let cues = cleaned(srt, [("letters_per_second", "10"), ("gap", "0.1")]);
        assert!((cues[0].end - 3.0).abs() < 0.002, "{cues:?}");
        assert!((cues[1].end - 6.9).abs() < 0.002, "{cues:?}");
    }
}
