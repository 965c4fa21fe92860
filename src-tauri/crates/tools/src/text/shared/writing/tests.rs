//! Answers of models that are held against what was asked for.

use std::sync::Mutex;

use patchbay_domain::Preview;
use patchbay_inference::{InferenceError, Watch};

use super::*;
use crate::testing::{context, inputs};

const TASK: Task = Task {
    tool: "text_translation",
    instruction: "Translate it.",
    longest: 100,
    schema: None,
    result: as_text,
};

const ENGLISH: &str =
    "The lighthouse stands at the entrance of the harbour, and boats leave every hour.";
const GERMAN: &str =
    "Der Leuchtturm steht an der Einfahrt des Hafens, und jede Stunde fahren Boote ab.";

/// A model that writes these answers in turn, each in pieces, and keeps what it was told last.
#[derive(Default)]
struct Writes {
    answers: Mutex<Vec<&'static [&'static str]>>,
    told: Mutex<Vec<String>>,
}

impl Writes {
    fn new(answers: &[&'static [&'static str]]) -> Self {
        Self {
            answers: Mutex::new(answers.iter().rev().copied().collect()),
            ..Self::default()
        }
    }
}

impl Chat for Writes {
    fn name(&self) -> String {
        "a model".to_owned()
    }

    fn answer(
        &self,
        request: &ChatRequest<'_>,
        on_text: &mut dyn FnMut(&str),
        _: Watch<'_>,
    ) -> Result<Answer, InferenceError> {
        let pieces = self.answers.lock().unwrap().pop().expect("an answer");
        let last = request.messages.last().expect("a message");
        self.told.lock().unwrap().push(last.content.clone());
        for piece in pieces {
            on_text(piece);
        }
        let answer = Answer {
            text: pieces.concat(),
            end: End::Whole,
            prompt_tokens: 0,
            kept_tokens: 0,
            tokens: 0,
        };
        Ok(answer.said(request))
    }
}

/// The text, what was said of it, and what the model was told last.
fn translated(answers: &[&'static [&'static str]]) -> (String, Context, Vec<String>) {
    let (context, _folder) = context();
    let text = |text: &str| Resource::Text(text.to_owned());
    let inputs = inputs([("text", text(ENGLISH)), ("language", text("German"))]);
    let chat = Writes::new(answers);
    let written = TASK.run(&inputs, &context, &chat).unwrap();
    (
        written.as_text().unwrap(),
        context,
        chat.told.into_inner().unwrap(),
    )
}

#[test]
fn words_are_seen_while_they_are_written_and_thoughts_are_not() {
    let (written, context, told) = translated(&[&["<think>Hm, ", "boats.</think>\n", GERMAN]]);
    assert_eq!(written, GERMAN);
    let seen = Some(Preview::Words(GERMAN.to_owned()));
    assert_eq!(context.progress.preview(), seen);
    assert_eq!(told.len(), 1);
}

#[test]
fn what_was_not_asked_for_is_written_once_more() {
    let (written, context, told) = translated(&[&[ENGLISH], &[GERMAN]]);
    assert_eq!(written, GERMAN);
    assert!(told[1].contains("English and not in German"), "{told:?}");
    assert_eq!(context.progress.said(), [""; 0], "it is right now");
}

#[test]
fn what_stays_wrong_is_said() {
    let (written, context, told) = translated(&[
        &[ENGLISH],
        &["The boats leave every hour from the harbour entrance."],
    ]);
    assert!(written.starts_with("The boats"));
    assert_eq!(told.len(), 2, "no third time");
    let said = context.progress.said().join(" ");
    assert!(said.contains("English and not in German"), "{said}");
    let (written, context, _) = translated(&[&[ENGLISH], &[""]]);
    assert_eq!(written, ENGLISH, "nothing is no better");
    assert!(!context.progress.said().is_empty());
}
