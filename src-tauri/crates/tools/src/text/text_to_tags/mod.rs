//! `text_to_tags`: key words and phrases of a text.

mod model;

use patchbay_domain::Resource;
use patchbay_inference::Models;
use unicode_segmentation::UnicodeSegmentation;

use super::shared::asked::{count, lacks_language};
use super::shared::key_phrases::key_phrases;
use crate::shared::language::{self, Language};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Number of tags where the text has enough words.
const WANTED: std::ops::RangeInclusive<usize> = 5..=12;

/// The fewest and the most tags that inputs ask for.
fn wanted(inputs: &Inputs) -> Result<(usize, usize), ToolError> {
    let most = count(inputs, "tags")?.unwrap_or(*WANTED.end());
    Ok((most.min(*WANTED.start()), most))
}

struct TextToTags;

impl Implementation for TextToTags {
    fn tool(&self) -> &'static str {
        "text_to_tags"
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
        let text = language::plain(&inputs.text("text")?);
        context.check()?;
        let language = Language::of(&text);
        let phrases = key_phrases(&text, &language);
        let Some(best) = phrases.first().map(|phrase| phrase.score) else {
            return Err(ToolError::Input(
                "There are no words to make tags from in this text.".to_owned(),
            ));
        };
        let (least, most) = wanted(inputs)?;
        let mut tags: Vec<String> = Vec::new();
        for phrase in phrases.iter().take(most) {
            if tags.len() < least || phrase.score >= best * 0.15 {
                tags.push(phrase.text.to_lowercase());
            }
        }
        // A short text has few phrases: their words are tags too.
        if tags.len() < least {
            let words: Vec<String> = phrases
                .iter()
                .flat_map(|phrase| phrase.text.unicode_words())
                .map(str::to_lowercase)
                .collect();
            for word in words {
                if tags.len() < least && !tags.contains(&word) {
                    tags.push(word);
                }
            }
        }
        Ok(Resource::Tags(tags))
    }
}

inventory::submit!(Registered(&TextToTags));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn tags(text: &str) -> Vec<String> {
        let inputs = testing::inputs([("text", Resource::Text(text.to_owned()))]);
        let (context, _folder) = testing::context();
        match TextToTags.run(&inputs, &context).expect("tags") {
            Resource::Tags(tags) => tags,
            other => panic!("no tags: {other:?}"),
        }
    }

    #[test]
    fn tags_name_what_the_text_is_about() {
        let text = "Sourdough bread needs time. The sourdough starter eats flour and water, and wild yeast makes it rise. \
            Bakers feed the sourdough starter every day. Good flour, clean water and a hot oven make good bread. A stone \
            oven keeps the heat, and the crust of the bread gets dark.";
        let tags = tags(text);
        assert!(WANTED.contains(&tags.len()), "{tags:?}");
        assert!(
            tags.iter().any(|tag| tag.contains("sourdough"))
                && tags.iter().any(|tag| tag.contains("oven")),
            "{tags:?}"
        );
        assert!(
            tags.iter()
                .all(|tag| tag == &tag.to_lowercase() && tag.unicode_words().count() <= 3),
            "{tags:?}"
        );
        let different: std::collections::HashSet<_> = tags.iter().collect();
        assert_eq!(different.len(), tags.len());
        assert!(
            !tags
                .iter()
                .any(|tag| ["the", "and", "every"].contains(&tag.as_str())),
            "{tags:?}"
        );
    }

    #[test]
    fn other_languages_have_other_small_words() {
        let tags = tags(
            "Der alte Hafen von Lindau ist im Sommer sehr schön. Die Schiffe verlassen den alten Hafen und die \
            Besucher steigen auf den Leuchtturm. Der Leuchtturm ist das Zeichen der Stadt.",
        );
        assert!(
            tags.iter().any(|tag| tag.contains("hafen"))
                && !tags.iter().any(|tag| tag == "und" || tag == "der"),
            "{tags:?}"
        );
    }
}
