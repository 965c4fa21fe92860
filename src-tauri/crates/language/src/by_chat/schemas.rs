//! What the answers of the parts may be, as JSON Schemas made of what there is: every text in an
//! answer is one of a list, and every list is bounded, so that no answer can go on for ever.

use serde_json::{Map, Value, json};

use patchbay_domain::Toolbox;

/// The most tools that an assessment names.
pub const MOST_TOOLS: usize = 8;
/// The most subtasks of a request.
pub const MOST_SUBTASKS: usize = 6;
/// The most files that a subtask works on.
const MOST_FILES: usize = 8;

/// Tools with a score each.
pub fn assessment(toolbox: &Toolbox) -> Value {
    let tool = object([("tool", tools(toolbox)), ("score", score())]);
    object([("tools", list(0, MOST_TOOLS, tool))])
}

/// A score for each of so many ways, by their numbers from 1.
pub fn scores(count: usize) -> Value {
    object((1..=count).map(|number| (number.to_string(), score())))
}

/// The words for each role: one of these spans, or null.
pub fn words(spans: &[&str]) -> Value {
    let span = span_or_null(spans);
    object(["object", "content", "title"].map(|role| (role, span.clone())))
}

/// One of these names.
pub fn choice(names: &[&str]) -> Value {
    object([("use", json!({ "enum": names }))])
}

/// Subtasks: what is to be done in the request's words (one of `clauses`), by which tool, with
/// which files or earlier results, and the words that it is given (one of `spans`, or null).
pub fn subtasks(toolbox: &Toolbox, clauses: &[&str], spans: &[&str], files: &[&str]) -> Value {
    let earlier = (1..MOST_SUBTASKS).map(result_of);
    let sources: Vec<String> = files
        .iter()
        .map(|name| (*name).to_owned())
        .chain(earlier)
        .collect();
    let subtask = object([
        ("do", json!({ "enum": clauses })),
        ("tool", tools(toolbox)),
        (
            "with",
            list(0, sources.len().min(MOST_FILES), json!({ "enum": sources })),
        ),
        ("about", span_or_null(spans)),
    ]);
    object([("tasks", list(0, MOST_SUBTASKS, subtask))])
}

/// How an answer calls what the subtask of that number, from 1, makes.
pub fn result_of(number: usize) -> String {
    format!("result of task {number}")
}

fn tools(toolbox: &Toolbox) -> Value {
    let names: Vec<&str> = toolbox
        .tools
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    json!({ "enum": names })
}

fn span_or_null(spans: &[&str]) -> Value {
    let spans: Vec<Option<&str>> = spans.iter().copied().map(Some).chain([None]).collect();
    json!({ "enum": spans })
}

fn score() -> Value {
    json!({ "enum": [1, 2, 3, 4, 5] })
}

fn list(least: usize, most: usize, items: Value) -> Value {
    json!({ "type": "array", "minItems": least, "maxItems": most, "items": items })
}

fn object<N: Into<String>>(properties: impl IntoIterator<Item = (N, Value)>) -> Value {
    let properties: Map<String, Value> = properties
        .into_iter()
        .map(|(name, of)| (name.into(), of))
        .collect();
    let required: Vec<&String> = properties.keys().collect();
    json!({
        "type": "object", "required": required, "properties": properties,
        "additionalProperties": false,
    })
}
