//! Whether constrained answers parse and satisfy their schemas: a model answers questions with the
//! schemas of the planner's parts, made of the toolbox and of the words and files of cases, at a
//! temperature at which it says nearly anything. Each answer goes to `answers.jsonl` in a folder
//! with its schema, so that another program can check it, and the counts to standard output. It
//! goes on behind the answers that it finds there.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use patchbay_domain::{Request, Toolbox};
use patchbay_inference::Watch;
use patchbay_inference::chat::{Chat, ChatRequest, End, Message, Role, Sampling};
use patchbay_language::by_chat::{schemas, spans, valid};
use serde_json::{Value, json};

use super::kept::Kept;
use super::{Failure, requests, toolbox};

const TEMPERATURE: f64 = 1.5;

/// Has the model in `model` answer until there are `count` answers, and prints how many of them
/// parse and satisfy their schemas.
pub(crate) fn answers(
    folder: &Path,
    model: &Path,
    count: usize,
    cases: &[String],
) -> Result<(), Failure> {
    let mut all: Vec<Request> = Vec::new();
    for path in cases {
        all.extend(requests(Path::new(path))?);
    }
    let path = folder.join("answers.jsonl");
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let mut output = OpenOptions::new().create(true).append(true).open(path)?;
    let (toolbox, chat) = (toolbox()?, Kept::open(model)?);
    for number in before.lines().count()..count {
        let request = &all[number % all.len()];
        let (part, schema) = schema(number, request, &toolbox);
        // Of any length, so that what the model reads is not what is measured.
        let question = format!("{}\n\nAnswer as JSON.", request.instruction);
        let line = answer(&chat, number, &question, &schema);
        let line = json!({"part": part, "seed": number, "schema": schema, "answer": line});
        writeln!(output, "{line}")?;
        eprintln!("{number} {part}: {}", line["answer"]["kind"]);
    }
    Ok(())
}

/// An answer, with what is wrong with it: `whole` where nothing is.
fn answer(chat: &Kept, seed: usize, question: &str, schema: &Value) -> Value {
    let messages = [Message::new(Role::User, question)];
    let longest = valid::longest(schema);
    let request = ChatRequest {
        messages: &messages,
        sampling: Sampling {
            temperature: TEMPERATURE,
            seed: seed as u64,
            ..Sampling::GREEDY
        },
        longest,
        schema: Some(schema),
    };
    let start = Instant::now();
    let answer = match chat.answer(&request, &mut |_| {}, Watch::nobody()) {
        Ok(answer) => answer,
        Err(error) => return json!({"kind": "failed", "error": error.to_string()}),
    };
    let kind = match serde_json::from_str::<Value>(&answer.text) {
        _ if answer.end == End::Length => "cut off",
        Err(_) => "does not parse",
        Ok(value) if valid::satisfies(&value, schema) => "whole",
        Ok(_) => "does not satisfy its schema",
    };
    json!({
        "kind": kind, "text": answer.text, "tokens": answer.tokens, "longest": longest,
        "seconds": start.elapsed().as_secs_f64(),
    })
}

/// The schema of each part in turn.
fn schema(number: usize, request: &Request, toolbox: &Toolbox) -> (&'static str, Value) {
    let words = spans::short(&request.instruction);
    let turns = request.history.iter();
    let earlier = turns.flat_map(|turn| turn.resources.iter().chain(&turn.results));
    let mut names: Vec<&str> = Vec::new();
    for one in request.resources.iter().chain(earlier) {
        if !names.contains(&one.name.as_str()) {
            names.push(&one.name);
        }
    }
    match number % 4 {
        0 => ("assessment", schemas::assessment(toolbox)),
        1 => ("solutions", schemas::scores(2 + number / 4 % 5)),
        2 if names.len() > 1 => ("resources", schemas::choice(&names)),
        2 => ("resources", schemas::words(&words)),
        _ => {
            let clauses = spans::clauses(&request.instruction);
            let schema = schemas::subtasks(toolbox, &clauses, &words, &names);
            ("decomposition", schema)
        }
    }
}
