//! Answers to an assistant: tools, plans, runs and results, as JSON, links and media.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use patchbay_app::App;
use patchbay_app::api::{Action, Artifact, ErrorCode, Run, Subtask, Turn};
use patchbay_domain::{ParameterKind, SettingForm, StepSetting, Toolbox};
use rmcp::model::{CallToolResult, ContentBlock, Resource};
use serde_json::{Map, Value, json};
use url::Url;

use super::failure::Failure;
use crate::plan::toolbox_json;
use crate::report;

/// Outcome of a request: the answer, or why there is none.
pub(super) type Outcome = Result<Answer, Failure>;

/// What an assistant is answered.
pub(super) struct Answer {
    /// The answer as an object; none for a file's content.
    pub(super) told: Option<Value>,
    /// Links and media.
    pub(super) blocks: Vec<ContentBlock>,
}

impl Answer {
    /// An answer without links and media.
    pub(super) fn of(told: Value) -> Self {
        Self {
            told: Some(told),
            blocks: Vec::new(),
        }
    }
}

/// Maximum length of a file in bytes; longer ones are told by their path alone.
const LONGEST: u64 = 4_000_000;

/// The form in which an outcome reaches an assistant: an object as structured content and, for those who read none, as text.
pub(super) fn answered(outcome: Outcome) -> CallToolResult {
    let Answer { told, mut blocks } = match outcome {
        Ok(answer) => answer,
        Err(failure) => return CallToolResult::structured_error(failure.told()),
    };
    let Some(told) = told else {
        return CallToolResult::success(blocks);
    };
    let mut result = CallToolResult::structured(told);
    result.content.append(&mut blocks);
    result
}

fn internal(error: impl std::fmt::Display) -> Failure {
    Failure::new(ErrorCode::Internal, error, "")
}

pub(super) fn listed(query: Option<&str>) -> Outcome {
    let json = toolbox_json(None).map_err(internal)?;
    let toolbox = Toolbox::from_json(&json).map_err(internal)?;
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
    Ok(Answer::of(json!({ "tools": tools })))
}

/// Describes what was understood, the ways to do it with their values, and for each tool in them what its values can be, as a
/// JSON Schema.
pub(super) fn plan_of(app: &App, turn: &Turn) -> Value {
    let set_of = |tool: &str| {
        let settings = app.step_settings(tool).into_iter();
        settings
            .filter(|one| one.kind != Some(ParameterKind::Edits))
            .collect::<Vec<_>>()
    };
    let step = |subtask: &Subtask| {
        let ways = subtask.solutions.iter().map(|solution| {
            let tools = solution.actions.iter();
            tools
                .map(|action| used(action, &set_of(&action.tool)))
                .collect::<Vec<_>>()
        });
        json!({
            "understood": subtask.goal.description, "ways": ways.collect::<Vec<_>>(),
            "first_that_can_run": app.first_runnable(subtask) + 1,
        })
    };
    let subtasks = &turn.plan.subtasks;
    let actions = subtasks
        .iter()
        .flat_map(|subtask| subtask.solutions.iter().flat_map(|way| &way.actions));
    let schemas: Map<String, Value> = actions
        .map(|action| (action.tool.clone(), schema(&set_of(&action.tool))))
        .collect();
    json!({
        "steps": subtasks.iter().map(step).collect::<Vec<_>>(),
        "can_be_set": schemas,
        "question": turn.plan.clarification,
        "not_taken_up": turn.plan.uncovered,
        "cannot_run_here": turn.missing_actions,
        "needs_consent": turn.needs_consent,
    })
}

/// A tool with what it is given: values by the names of `settings`, and inputs of the others.
fn used(action: &Action, settings: &[StepSetting]) -> Value {
    let is_set = |name: &str| settings.iter().any(|one| one.name == name);
    let (mut values, mut inputs) = (Map::new(), Map::new());
    for (name, value) in &action.inputs {
        let part = if is_set(name) {
            &mut values
        } else {
            &mut inputs
        };
        part.insert(name.clone(), json!(value));
    }
    values.extend(
        action
            .settings
            .iter()
            .map(|(name, value)| (name.clone(), json!(value))),
    );
    json!({"tool": action.tool, "inputs": inputs, "values": values})
}

/// What values can be, as a JSON Schema.
fn schema(settings: &[StepSetting]) -> Value {
    let of = |one: &StepSetting| {
        let asked = if one.question.is_empty() {
            &one.meaning
        } else {
            &one.question
        };
        let mut schema = json!({"description": asked});
        match &one.form {
            SettingForm::Number { least, most, .. } => {
                schema["type"] = json!("number");
                schema["minimum"] = json!(least);
                schema["maximum"] = json!(most);
            }
            SettingForm::Choice { options } => schema["enum"] = json!(options),
            SettingForm::Text => schema["type"] = json!("string"),
        }
        if !one.usual.is_empty() {
            schema["default"] = json!(one.usual);
        }
        if !one.unit.is_empty() {
            schema["title"] = json!(format!("{} ({})", one.label, one.unit.trim()));
        }
        (one.name.clone(), schema)
    };
    let properties: Map<String, Value> = settings.iter().map(of).collect();
    json!({"type": "object", "properties": properties})
}

pub(super) fn steps(run: &Run) -> Vec<Value> {
    let steps = run.steps.iter();
    steps
        .map(|step| json!({"tool": step.tool, "status": step.status, "error": step.error}))
        .collect()
}

/// The name under which a result was written.
pub(super) fn written_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

pub(super) fn result_of(artifact: &Artifact, path: &Path) -> Value {
    json!({
        "name": written_name(path), "type": artifact.resource_type, "path": path.to_string_lossy(),
        "value": report::value(artifact),
    })
}

/// A link to a written result; none where its path is no address.
pub(super) fn link(artifact: &Artifact, path: &Path) -> Option<ContentBlock> {
    let address = Url::from_file_path(path).ok()?;
    let mut resource = Resource::new(address.to_string(), written_name(path));
    resource.mime_type = Some(artifact.mime.clone());
    resource.size = Some(artifact.bytes);
    Some(ContentBlock::resource_link(resource))
}

/// Returns the content of a file, for an assistant to look at.
pub(super) fn content(file: &Path) -> Result<ContentBlock, Failure> {
    let name = written_name(file);
    let unreadable = |error| Failure::new(ErrorCode::UnreadableFile, error, "");
    let lies = format!("It lies at {}.", file.display());
    let bytes = std::fs::metadata(file).map_err(unreadable)?.len();
    if bytes > LONGEST {
        let said = format!(
            "“{name}” has {bytes} bytes, and files of up to {LONGEST} are given as they are."
        );
        return Err(Failure::new(ErrorCode::Unsuitable, said, &lies));
    }
    let bytes = std::fs::read(file).map_err(unreadable)?;
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
        _ => {
            let text = String::from_utf8(bytes).map_err(|_| {
                let said = format!("“{name}” is neither words, a picture nor a sound.");
                Failure::new(ErrorCode::Unsuitable, said, &lies)
            })?;
            ContentBlock::text(text)
        }
    })
}
