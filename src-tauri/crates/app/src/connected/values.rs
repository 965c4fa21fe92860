//! A step's inputs as what a server's tool is called with, and its answer as the step's result.

use std::fs;

use patchbay_connections::open_tools::json_schema::{FileValue, Values};
use patchbay_connections::open_tools::{Content, OpenTool};
use patchbay_domain::{LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_tool_api::{Context, Inputs, ToolError};

use crate::ingest::media_type::to_serve;

/// The values of a tool's inputs.
pub(super) fn given(tool: &OpenTool, inputs: &Inputs) -> Result<Values, ToolError> {
    let mut values = Values::default();
    for argument in &tool.tool.args {
        let value = inputs.get(&argument.name)?;
        if let Some(text) = value.as_text() {
            values.parameters.insert(argument.name.clone(), text);
            continue;
        }
        let files = value.files().into_iter().map(read);
        let files: Vec<FileValue> = files.collect::<Result<_, _>>()?;
        values.files.insert(argument.name.clone(), files);
    }
    for parameter in &tool.tool.parameters {
        if let Some(value) = inputs.value(&parameter.name) {
            values.parameters.insert(parameter.name.clone(), value);
        }
    }
    Ok(values)
}

fn read(file: &MediaFile) -> Result<FileValue, ToolError> {
    let unreadable = |error| {
        ToolError::Input(format!(
            "“{}” cannot be read ({error}). Is it still there?",
            file.name
        ))
    };
    Ok(FileValue {
        path: file.path.clone(),
        name: file.name.clone(),
        media_type: to_serve(&file.path, &file.name),
        bytes: fs::read(&file.path).map_err(unreadable)?,
    })
}

/// A tool's answer as a result of the type that it is planned with: its files of that type, or all of
/// its words.
pub(super) fn result(
    tool: &OpenTool,
    answer: Vec<Content>,
    inputs: &Inputs,
    context: &Context,
) -> Result<Resource, ToolError> {
    let wanted = &tool.tool.returns;
    let origin = tool.tool.args.iter().find_map(|argument| {
        let file = inputs.get(&argument.name).ok()?.files().first().copied()?;
        Some(file.name.clone())
    });
    let mut words = Vec::new();
    let mut files = Vec::new();
    for content in answer {
        match content {
            Content::Text(text) => words.push(text),
            Content::Link { address, name } if name.is_empty() => words.push(address),
            Content::Link { address, name } => words.push(format!("{name}: {address}")),
            Content::File { kind, bytes, .. } if kind.as_ref() == Some(wanted) => {
                let ending = infer::get(&bytes).map_or("bin", |found| found.extension());
                let file = context.output(&tool.tool.label, origin.as_deref(), ending);
                fs::write(&file.path, bytes).map_err(|error| {
                    ToolError::Failed(format!("“{}” cannot be written ({error}).", file.name))
                })?;
                files.push(file);
            }
            Content::File { media_type, .. } => {
                context.progress.say(format!(
                    "It also answered with a file of type {media_type}, which is left out."
                ));
            }
        }
    }
    let said = words.join("\n").trim().to_owned();
    if *wanted == ResourceType::TEXT {
        return if said.is_empty() {
            let server = &tool.server;
            Err(ToolError::Nothing(format!(
                "“{server}” answered with no words."
            )))
        } else {
            Ok(Resource::Text(said))
        };
    }
    if files.is_empty() {
        let short: String = said.chars().take(300).collect();
        return Err(ToolError::Nothing(format!(
            "“{}” answered without a file of type {wanted}: {short}",
            tool.server
        )));
    }
    Ok(if *wanted == ResourceType::IMAGE {
        let items = files
            .into_iter()
            .map(|file| LabelledImage { file, label: None });
        Resource::Images {
            kind: ResourceType::IMAGE,
            items: items.collect(),
        }
    } else if *wanted == ResourceType::new("document") {
        Resource::Document {
            file: files.swap_remove(0),
            label: None,
        }
    } else {
        Resource::several(wanted.clone(), files)
    })
}
