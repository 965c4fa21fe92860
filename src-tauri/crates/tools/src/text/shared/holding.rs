//! A text that a model wrote, held against what was asked for.

use whatlang::Lang;

use super::asked::{Asked, count};
use crate::shared::language;
use crate::{Inputs, ToolError};

/// What can be measured of a text that a model is asked for.
pub(super) struct Wanted {
    /// The language, where it is one that can be told by a text.
    language: Option<Lang>,
    /// Maximum number of sentences.
    sentences: Option<usize>,
    /// The text that it is made from, its blanks made single.
    source: String,
    /// Whether something else than that is wished for.
    is_other: bool,
}

impl Wanted {
    /// Reads what the inputs of a tool ask for.
    ///
    /// # Errors
    /// A value is no number.
    pub(super) fn of(inputs: &Inputs, asked: &Asked) -> Result<Self, ToolError> {
        let language = inputs.value("language");
        Ok(Self {
            language: language.as_deref().and_then(named),
            sentences: count(inputs, "sentences")?,
            source: single_blanks(&asked.text),
            is_other: !asked.wishes.is_empty(),
        })
    }

    /// What a text does not hold of it, a sentence each; a language counts only where it is told
    /// reliably.
    pub(super) fn faults(&self, written: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let told = whatlang::detect(written).filter(whatlang::Info::is_reliable);
        let told = told.map(|info| info.lang());
        if let (Some(wanted), Some(told)) = (self.language, told)
            && wanted != told
        {
            let (told, wanted) = (told.eng_name(), wanted.eng_name());
            faults.push(format!("It is written in {told} and not in {wanted}."));
        }
        if self.is_other && faults.is_empty() && single_blanks(written) == self.source {
            let is_in_it = self.language.is_some() && told == self.language;
            // What is in a language already stays as it is.
            if !is_in_it {
                faults.push("It is the given text, unchanged.".to_owned());
            }
        }
        if let Some(most) = self.sentences {
            let own = language::sentences(written).len();
            if own > most {
                faults.push(format!(
                    "It has {own} sentences; at most {most} are asked for."
                ));
            }
        }
        faults
    }
}

/// The language of a name in English or in itself, also with words beside it, such as “Brazilian Portuguese”.
fn named(name: &str) -> Option<Lang> {
    let words = || name.split(|letter: char| !letter.is_alphabetic());
    let is_named = |lang: &&Lang| {
        words().any(|word| word.eq_ignore_ascii_case(lang.eng_name()))
            || name.trim().to_lowercase() == lang.name().to_lowercase()
    };
    if words().any(|word| word.eq_ignore_ascii_case("chinese")) {
        return Some(Lang::Cmn);
    }
    Lang::all().iter().find(is_named).copied()
}

fn single_blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Resource;

    use super::*;
    use crate::testing::inputs;

    const ENGLISH: &str = "The lighthouse stands at the entrance of the harbour. Boats leave every hour. Visitors may climb it.";
    const GERMAN: &str = "Der Leuchtturm steht an der Einfahrt des Hafens. Jede Stunde fahren Boote ab. Besucher dürfen hinaufsteigen.";

    fn faults<const N: usize>(values: [(&str, &str); N], written: &str) -> Vec<String> {
        let given = inputs(values.map(|(name, value)| (name, Resource::Text(value.to_owned()))));
        let asked = Asked::of(&given).expect("a text");
        Wanted::of(&given, &asked).expect("values").faults(written)
    }

    #[test]
    fn another_language_than_the_one_asked_for_is_a_fault() {
        for name in ["German", "german", "Deutsch", "Swiss German"] {
            let asked = [("text", ENGLISH), ("language", name)];
            assert_eq!(faults(asked, GERMAN), [""; 0], "{name}");
            assert_eq!(
                faults(asked, ENGLISH),
                ["It is written in English and not in German."],
                "{name}"
            );
        }
        let unknown = [("text", ENGLISH), ("language", "Klingon")];
        assert_eq!(faults(unknown, GERMAN), [""; 0], "nobody can tell");
        let same = [("text", GERMAN), ("language", "German")];
        assert_eq!(faults(same, GERMAN), [""; 0], "it is in it already");
    }

    #[test]
    fn the_text_itself_answers_nothing_and_more_sentences_than_asked_for_are_too_many() {
        let asked = [("text", ENGLISH), ("instruction", "make it polite")];
        let same = ENGLISH.replace(' ', "\n ");
        assert_eq!(faults(asked, &same), ["It is the given text, unchanged."]);
        let two = [("text", ENGLISH), ("sentences", "2")];
        let three = "One stands there. Two stand here. Three do not.";
        assert_eq!(
            faults(two, three),
            ["It has 3 sentences; at most 2 are asked for."]
        );
        assert_eq!(faults(two, "One stands there. Two stand here."), [""; 0]);
    }
}
