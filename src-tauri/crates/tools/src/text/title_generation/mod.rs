//! `title_generation`: a headline of at most ten words.

mod model;

use patchbay_domain::Resource;
use patchbay_inference::Models;
use unicode_segmentation::UnicodeSegmentation;

use super::shared::asked::lacks_language;
use super::shared::key_phrases::key_phrases;
use crate::shared::language::{self, Language};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

const MOST_WORDS: usize = 10;

struct TitleGeneration;

impl Implementation for TitleGeneration {
    fn tool(&self) -> &'static str {
        "title_generation"
    }

    fn suits(&self, inputs: &Inputs) -> bool {
        lacks_language(inputs).is_none()
    }

    fn lacks_for(&self, inputs: &Inputs, _: &[&str], _: &Models) -> Option<String> {
        lacks_language(inputs)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        if let Some(lacks) = lacks_language(inputs) {
            return Err(ToolError::Missing(lacks));
        }
        let given = inputs.text("text")?;
        context.check()?;
        if let Some(heading) = heading(&given) {
            return Ok(Resource::Title(heading));
        }
        let text = language::plain(&given);
        let sentences = language::sentences(&text);
        let Some(first) = sentences.first() else {
            return Err(ToolError::Input(
                "There are no words to make a title from in this text.".to_owned(),
            ));
        };
        if sentences.len() == 1 && first.unicode_words().count() <= MOST_WORDS {
            return Ok(Resource::Title(capitalised(
                first.trim_end_matches(['.', ';', ',', ':']),
            )));
        }
        let language = Language::of(&text);
        Ok(Resource::Title(
            headline(&text, &language).unwrap_or_else(|| shortened(first)),
        ))
    }
}

/// The heading that a Markdown text gives itself.
fn heading(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let title = language::plain(line.strip_prefix("# ")?);
    (1..=MOST_WORDS)
        .contains(&title.unicode_words().count())
        .then_some(title)
}

/// The best key phrases, as many as fit, in the order in which the text brings them.
fn headline(text: &str, language: &Language) -> Option<String> {
    let mut chosen: Vec<String> = Vec::new();
    let mut words = 0;
    let phrases = key_phrases(text, language);
    let best = phrases.first()?.score;
    for phrase in phrases
        .into_iter()
        .filter(|phrase| phrase.score >= best * 0.3)
        .take(3)
    {
        // Each further phrase brings an "and" or a comma.
        let more = phrase.text.unicode_words().count() + usize::from(!chosen.is_empty());
        if words + more <= MOST_WORDS {
            words += more;
            chosen.push(phrase.text);
        }
    }
    chosen.sort_by_key(|phrase| text.find(phrase.as_str()));
    let joined = match chosen.as_slice() {
        [] => return None,
        [one] => one.clone(),
        [first, second] => format!("{first} – {second}"),
        [first, rest @ ..] => format!("{first} – {}", rest.join(", ")),
    };
    Some(capitalised(&joined))
}

fn shortened(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split_whitespace().take(MOST_WORDS).collect();
    capitalised(words.join(" ").trim_end_matches(['.', ';', ',', ':']))
}

/// With a capital first letter; the rest as it is, so that names stay names.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

inventory::submit!(Registered(&TitleGeneration));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn title(text: &str) -> String {
        let inputs = testing::inputs([("text", Resource::Text(text.to_owned()))]);
        let (context, _folder) = testing::context();
        match TitleGeneration.run(&inputs, &context).expect("a title") {
            Resource::Title(title) => title,
            other => panic!("no title: {other:?}"),
        }
    }

    #[test]
    fn titles_are_short_and_about_the_text() {
        let text = "Solar panels on school roofs in Rotterdam now make more power than the schools use. The city wants \
            solar panels on every school. Teachers use the solar panels in lessons. Rotterdam pays for school roofs.";
        let title = title(text);
        assert!(title.to_lowercase().contains("solar panels"), "{title}");
        assert!(title.unicode_words().count() <= MOST_WORDS, "{title}");
        assert!(
            title.chars().next().is_some_and(char::is_uppercase) && !title.ends_with('.'),
            "{title}"
        );
    }

    #[test]
    fn a_heading_or_a_short_sentence_is_the_title() {
        assert_eq!(
            title("# A day at the sea\n\nWe went early. It was cold."),
            "A day at the sea"
        );
        assert_eq!(
            title("a dog runs along the beach."),
            "A dog runs along the beach"
        );
    }
}
