//! `summarization`: the sentences that say most, in the order in which they stand.

mod model;
mod text_rank;

use patchbay_domain::{Cancelled, Resource};
use patchbay_inference::Models;
use unicode_segmentation::UnicodeSegmentation;

use super::shared::asked::{count, lacks_language};
use crate::shared::language::{self, Language};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// A text of fewer words, or as few sentences, is its own summary.
const SHORT: (usize, usize) = (60, 3);
/// The most sentences that are ranked at once: a longer text is summarised in parts first.
const MOST_SENTENCES: usize = 600;
/// The most sentences of a summary.
const MOST_KEPT: usize = 7;

struct Summarization;

impl Implementation for Summarization {
    fn tool(&self) -> &'static str {
        "summarization"
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
        let text = language::plain(&given);
        if text.unicode_words().next().is_none() {
            return Err(ToolError::Input(
                "There are no words to summarise in this text.".to_owned(),
            ));
        }
        let sentences = language::sentences(&text);
        let most = count(inputs, "sentences")?;
        let is_short = text.unicode_words().count() < SHORT.0 || sentences.len() <= SHORT.1;
        if most.map_or(is_short, |most| sentences.len() <= most) {
            let whole = text.replace("\n\n", "\n");
            return Ok(Resource::Text(format!(
                "{whole}\n\n(The text is too short to be made shorter.)"
            )));
        }
        let language = Language::of(&text);
        let check = || context.check();
        let parts = sentences.chunks(MOST_SENTENCES).count();
        let mut kept = Vec::new();
        for (index, part) in sentences.chunks(MOST_SENTENCES).enumerate() {
            context.step(index, parts)?;
            let of_part = if parts == 1 {
                part.len()
            } else {
                MOST_SENTENCES / parts.min(MOST_SENTENCES / MOST_KEPT)
            };
            kept.extend(best(part, of_part, &language, &check)?);
        }
        let wanted = most.unwrap_or_else(|| sentences.len().div_ceil(4).clamp(2, MOST_KEPT));
        Ok(Resource::Text(
            best(&kept, wanted, &language, &check)?.join(" "),
        ))
    }
}

/// The `most` best sentences, in their order.
fn best(
    sentences: &[String],
    most: usize,
    language: &Language,
    check: &dyn Fn() -> Result<(), Cancelled>,
) -> Result<Vec<String>, Cancelled> {
    let scores = text_rank::scores(sentences, language, check)?;
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
    order.truncate(most);
    order.sort_unstable();
    Ok(order
        .into_iter()
        .map(|index| sentences[index].clone())
        .collect())
}

inventory::submit!(Registered(&Summarization));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    const HARBOUR: &str = "The old harbour of Lindau was rebuilt in 1856. Its lighthouse and the stone lion stand at the \
        entrance of the harbour. Every summer thousands of visitors come to the harbour to watch the boats. A bakery near \
        the station sells bread. The lighthouse of the harbour is 33 metres high, and visitors may climb it. It was very \
        windy on Tuesday. Boats leave the harbour every hour and pass the lighthouse and the lion. My uncle likes cheese. \
        Dr. Maier, who guards the lighthouse, says that the harbour is most beautiful when the boats come home.";

    fn summary(text: &str) -> String {
        let inputs = testing::inputs([("text", Resource::Text(text.to_owned()))]);
        let (context, _folder) = testing::context();
        Summarization
            .run(&inputs, &context)
            .expect("a summary")
            .as_text()
            .expect("a text")
    }

    #[test]
    fn a_summary_keeps_what_the_text_is_about() {
        let summary = summary(HARBOUR);
        let kept = language::sentences(&summary);
        assert!(
            summary.len() * 2 < HARBOUR.len() && kept.len() == 3,
            "{summary}"
        );
        let positions: Vec<_> = kept
            .iter()
            .map(|sentence| HARBOUR.find(sentence.as_str()).expect("a sentence of it"))
            .collect();
        assert!(positions.is_sorted(), "{summary}");
        assert!(
            summary.contains("harbour") && summary.contains("lighthouse"),
            "{summary}"
        );
        assert!(
            !summary.contains("cheese") && !summary.contains("windy") && !summary.contains("bread"),
            "{summary}"
        );
    }

    #[test]
    fn sentences_are_as_many_as_are_set_and_another_language_needs_a_model() {
        let set = |name, value: &str| {
            let text = |text: &str| Resource::Text(text.to_owned());
            let inputs = testing::inputs([("text", text(HARBOUR)), (name, text(value))]);
            let (context, _folder) = testing::context();
            let made = Summarization.run(&inputs, &context);
            made.map(|made| made.as_text().expect("a text"))
        };
        let two = set("sentences", "2").expect("a summary");
        assert_eq!(language::sentences(&two).len(), 2, "{two}");
        let said = set("language", "German");
        assert!(
            matches!(&said, Err(ToolError::Missing(words)) if words.contains("German")),
            "{said:?}"
        );
    }

    #[test]
    fn short_texts_stay_and_empty_ones_are_refused() {
        assert!(
            summary("It rained all day.")
                .starts_with("It rained all day.\n\n(The text is too short")
        );
        let inputs = testing::inputs([("text", Resource::Text(" \n--- ...".to_owned()))]);
        let (context, _folder) = testing::context();
        assert!(matches!(
            Summarization.run(&inputs, &context),
            Err(ToolError::Input(_))
        ));
    }

    #[test]
    fn a_book_is_summarised_too() {
        let book: String = (0..300)
            .map(|i| HARBOUR.replace("Lindau", &format!("Port {i}")) + " ")
            .collect();
        let summary = summary(&book);
        assert_eq!(language::sentences(&summary).len(), MOST_KEPT);
    }
}
