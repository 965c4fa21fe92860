//! Answers to an assistant: tools, plans, runs and results, as JSON, links and media.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use patchbay_app::App;
use patchbay_app::api::{Artifact, Run, Subtask, Turn, plain};
use patchbay_domain::Toolbox;
use rmcp::model::{ContentBlock, Resource};
use serde_json::{Value, json};

use crate::plan::toolbox_json;
use crate::report;

/// Outcome of a request: the answer, or a sentence that says why there is none.
pub(super) type Outcome = Result<Vec<ContentBlock>, String>;

/// Maximum length of a file in bytes; longer ones are told by their path alone.
const LONGEST: u64 = 4_000_000;

pub(super) fn said(error: impl std::fmt::Display) -> String {
    plain(&error.to_string())
}

pub(super) fn text(value: &Value) -> Result<ContentBlock, String> {
    let text = serde_json::to_string_pretty(value).map_err(said)?;
    Ok(ContentBlock::text(text))
}

pub(super) fn listed(query: Option<&str>) -> Outcome {
    let json = toolbox_json(None).map_err(said)?;
    let toolbox = Toolbox::from_json(&json).map_err(said)?;
    let words: Vec<String> = query
        .unwrap_or_default()
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let tools = (toolbox.tools.iter()).filter(|tool| {
        let about = format!("{} {} {}", tool.name, tool.title(), tool.description).to_lowercase();
        words.iter().all(|word| about.contains(word.as_str()))
    });
    let tools: Vec<Value> = tools
        .map(|tool| {
            let takes: Vec<&str> = (tool.args.iter())
                .map(|argument| argument.resource_type.as_str())
                .collect();
            let set: Vec<&str> = (tool.parameters.iter())
                .filter(|parameter| parameter.is_set())
                .map(|parameter| &*parameter.name)
                .collect();
            json!({
                "name": tool.name, "description": tool.description, "takes": takes,
                "makes": tool.returns, "can_be_set": set,
            })
        })
        .collect();
    Ok(vec![text(&json!(tools))?])
}

/// Describes what was understood, and the ways to do it.
pub(super) fn plan_of(app: &App, turn: &Turn) -> Value {
    let step = |subtask: &Subtask| {
        let ways: Vec<Value> = (subtask.solutions.iter())
            .map(|solution| {
                let tools: Vec<&str> = (solution.actions.iter())
                    .map(|action| action.tool.as_str())
                    .collect();
                json!(tools)
            })
            .collect();
        json!({
            "understood": subtask.goal.description, "ways": ways,
            "first_that_can_run": app.first_runnable(subtask) + 1,
        })
    };
    let steps: Vec<Value> = turn.plan.subtasks.iter().map(step).collect();
    json!({
        "steps": steps,
        "question": turn.plan.clarification,
        "cannot_run_here": turn.missing_actions,
    })
}

pub(super) fn steps(run: &Run) -> Vec<Value> {
    let steps = run.steps.iter();
    steps
        .map(|step| json!({"tool": step.tool, "status": step.status, "error": step.error}))
        .collect()
}

pub(super) fn result_of(artifact: &Artifact, path: &Path) -> Value {
    json!({
        "name": artifact.name, "type": artifact.resource_type, "path": path.to_string_lossy(),
        "value": report::value(artifact),
    })
}

pub(super) fn link(artifact: &Artifact, path: &Path) -> ContentBlock {
    let address = format!("file://{}", path.to_string_lossy());
    let mut resource = Resource::new(address, artifact.name.clone());
    resource.mime_type = Some(artifact.mime.clone());
    resource.size = Some(artifact.bytes);
    ContentBlock::resource_link(resource)
}

/// Returns the content of a file, for an assistant to look at.
pub(super) fn content(file: &Path) -> Result<ContentBlock, String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let bytes = std::fs::metadata(file).map_err(said)?.len();
    if bytes > LONGEST {
        return Err(format!(
            "“{name}” has {bytes} bytes, and files of up to {LONGEST} are given as they are. It lies at {}.",
            file.display()
        ));
    }
    let bytes = std::fs::read(file).map_err(said)?;
    let ending = file
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let encoded = |bytes: &[u8]| STANDARD.encode(bytes);
    Ok(match ending.as_str() {
        "png" | "jpg" | "jpeg" | "webp" | "gif" => {
            let kind = if ending == "jpg" { "jpeg" } else { &ending };
            ContentBlock::image(encoded(&bytes), format!("image/{kind}"))
        }
        "wav" | "mp3" | "flac" | "ogg" | "m4a" => {
            let kind = match ending.as_str() {
                "mp3" => "mpeg",
                "m4a" => "mp4",
                other => other,
            };
            ContentBlock::audio(encoded(&bytes), format!("audio/{kind}"))
        }
        _ => match String::from_utf8(bytes) {
            Ok(text) => ContentBlock::text(text),
            Err(_) => {
                return Err(format!(
                    "“{name}” is neither words, a picture nor a sound. It lies at {}.",
                    file.display()
                ));
            }
        },
    })
}
