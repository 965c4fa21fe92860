//! `sentiment_analysis`: whether a text in English sounds positive, negative or neutral.
//!
//! Hutto and Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social
//! Media Text", 2014, sentence by sentence as its authors advise. It knows words and how they are
//! stressed and denied; it does not know irony.

mod model;

use std::sync::LazyLock;

use patchbay_domain::{Label, Resource};
use unicode_segmentation::UnicodeSegmentation;
use vader_parity::SentimentIntensityAnalyzer;
use whatlang::Lang;

use crate::shared::language;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// From this compound score on (and below its negative) a sentence has a mood, as VADER's authors
/// say.
const MOOD: f32 = 0.05;
/// Moods that are less likely than this are not named.
const LEAST: f32 = 0.1;
/// Sentences that are judged between two looks at whether to stop.
const AT_A_TIME: usize = 200;

static ANALYZER: LazyLock<SentimentIntensityAnalyzer> =
    LazyLock::new(SentimentIntensityAnalyzer::new);

struct SentimentAnalysis;

impl Implementation for SentimentAnalysis {
    fn tool(&self) -> &'static str {
        "sentiment_analysis"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = language::plain(&inputs.text("text")?);
        if text.trim().is_empty() {
            return Err(ToolError::Input(
                "There are no words to judge in this text.".to_owned(),
            ));
        }
        let sample: String = text.chars().take(4_000).collect();
        if let Some(found) = whatlang::detect(&sample)
            .filter(|found| found.is_reliable() && found.lang() != Lang::Eng)
        {
            return Err(ToolError::Input(format!(
                "The mood of a text can be judged in English only, and this one seems to be in {}.",
                found.lang().eng_name()
            )));
        }
        let sentences = language::sentences(&text);
        let mut moods = Moods::default();
        for (index, sentence) in sentences.iter().enumerate() {
            if index % AT_A_TIME == 0 {
                context.step(index, sentences.len())?;
            }
            let compound = ANALYZER.polarity_scores(sentence).compound as f32;
            moods.add(compound, sentence.unicode_words().count());
        }
        context.progress.set(1.0);
        Ok(Resource::Category(moods.labels()))
    }
}

inventory::submit!(Registered(&SentimentAnalysis));

/// Sums of the moods of a text's sentences.
#[derive(Debug, Default)]
struct Moods {
    positive: f32,
    negative: f32,
    neutral: f32,
}

impl Moods {
    /// Adds a sentence of so many words. The stronger its mood, the more it counts: a review is not
    /// neutral because most of its sentences say what was bought.
    fn add(&mut self, compound: f32, words: usize) {
        let strength = compound.abs();
        let weight = words.max(1) as f32 * (strength + MOOD);
        // As likely as not where a mood begins.
        let mood = weight * strength / (strength + MOOD);
        if compound > 0.0 {
            self.positive += mood;
        } else {
            self.negative += mood;
        }
        self.neutral += weight - mood;
    }

    /// The moods with their shares, surest first.
    fn labels(&self) -> Vec<Label> {
        let total = self.positive + self.negative + self.neutral;
        let shares = [
            ("positive", self.positive),
            ("negative", self.negative),
            ("neutral", self.neutral),
        ];
        let mut labels: Vec<Label> = shares
            .into_iter()
            .map(|(name, sum)| Label {
                name: name.to_owned(),
                score: Some(sum / total),
            })
            .filter(|label| label.score >= Some(LEAST))
            .collect();
        labels.sort_by(|a, b| b.score.unwrap_or(0.0).total_cmp(&a.score.unwrap_or(0.0)));
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn judged(text: &str) -> Result<Vec<Label>, ToolError> {
        let inputs = testing::inputs([("text", Resource::Text(text.to_owned()))]);
        let (context, _folder) = testing::context();
        match SentimentAnalysis.run(&inputs, &context)? {
            Resource::Category(labels) => Ok(labels),
            other => panic!("no labels: {other:?}"),
        }
    }

    fn surest(text: &str) -> (String, f32) {
        let labels = judged(text).expect("a mood");
        assert!(labels.is_sorted_by(|a, b| a.score >= b.score), "{labels:?}");
        (labels[0].name.clone(), labels[0].score.expect("a share"))
    }

    #[test]
    fn is_it_positive_or_negative() {
        for (text, mood) in [
            (
                "I love this camera. The pictures are wonderful!",
                "positive",
            ),
            (
                "The food was cold and the waiter was terribly rude.",
                "negative",
            ),
            ("He is at least smart.", "positive"),
            ("It was not good at all.", "negative"),
            ("The train leaves at nine from platform four.", "neutral"),
            ("😍🎉", "positive"),
        ] {
            let (name, share) = surest(text);
            assert!(name == mood && share > 0.6, "{text} is {name}, {share}");
        }
    }

    #[test]
    fn plain_sentences_do_not_drown_a_mood() {
        let review = "I bought it in May. It came in a box. It has two buttons and a dial. The manual has forty pages. \
            It is the best radio I ever had and I enjoy it every day! The cable is one metre long.";
        assert_eq!(surest(review).0, "positive");
        let mixed =
            judged("The view is absolutely beautiful. The service was awful and disgusting.")
                .expect("a mood");
        assert!(
            mixed[1].score > Some(0.3),
            "both moods are named: {mixed:?}"
        );
        assert!(
            mixed.iter().all(|label| label.name != "neutral"),
            "{mixed:?}"
        );
    }

    #[test]
    fn other_languages_and_nothing_are_refused() {
        let german = judged(
            "Der alte Hafen von Lindau ist im Sommer sehr schön, und die Schiffe sind voller Besucher.",
        );
        assert!(
            german.unwrap_err().to_string().contains("in German"),
            "it is not English"
        );
        assert!(
            judged("  \n ")
                .unwrap_err()
                .to_string()
                .contains("no words")
        );
    }

    #[test]
    fn it_can_be_stopped() {
        let inputs = testing::inputs([("text", Resource::Text("Fine.".to_owned()))]);
        let (context, _folder) = testing::context();
        context.progress.cancel();
        assert_eq!(
            SentimentAnalysis.run(&inputs, &context),
            Err(ToolError::Cancelled)
        );
    }
}
