//! Joins the `tool.toml` of each tool's folder into one toolbox, and refuses one that is wrong with the
//! name of its file and field.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use patchbay_domain::{Tool, Toolbox, TypeDeclaration};
use serde::{Deserialize, Serialize};

/// The folders of tools, each of one medium.
const TOOLS: &str = "../tools/src";
const TYPES: &str = "resource_types.toml";
/// Fields of a tool's entry, with the one that says how it is tried.
const FIELDS: [&str; 16] = [
    "name",
    "label",
    "domain",
    "description",
    "args",
    "parameters",
    "returns",
    "formats",
    "counts_as",
    "examples",
    "varies",
    "seconds",
    "built_in",
    "model",
    "model_bytes",
    "trial",
];

/// Inputs that tests try a tool with: words for its text argument, and values without which it has
/// nothing to do.
#[derive(Deserialize, Serialize, Default)]
#[serde(deny_unknown_fields)]
struct Trial {
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    #[serde(default)]
    values: BTreeMap<String, String>,
}

/// How a tool's entry says that.
#[derive(Deserialize)]
struct Tried {
    #[serde(default)]
    trial: Trial,
}

/// The file of types.
#[derive(Deserialize)]
struct Types {
    resource_types: Vec<TypeDeclaration>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let folders = package.join(TOOLS);
    println!("cargo::rerun-if-changed={}", folders.display());
    println!("cargo::rerun-if-changed={TYPES}");
    let mut files = Vec::new();
    for medium in folders_in(&folders)? {
        let tools = folders_in(&medium)?;
        files.extend(tools.into_iter().map(|tool| tool.join("tool.toml")));
    }
    files.retain(|file| file.exists());
    files.sort_by(|one, other| one.parent().cmp(&other.parent()));
    let (mut tools, mut trials) = (Vec::new(), BTreeMap::new());
    for file in &files {
        let (tool, trial) = read(file)?;
        trials.insert(tool.name.clone(), trial);
        tools.push(tool);
    }
    let types: Types = toml::from_str(&fs::read_to_string(package.join(TYPES))?)
        .map_err(|error| format!("{TYPES}: {error}"))?;
    let json = serde_json::json!({ "resource_types": types.resource_types, "tools": tools });
    Toolbox::new(types.resource_types, tools)?;
    let output = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(output.join("toolbox.json"), serde_json::to_string(&json)?)?;
    fs::write(output.join("trials.json"), serde_json::to_string(&trials)?)?;
    Ok(())
}

fn folders_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    Ok(found)
}

/// Reads a tool: named as its folder, with no field that a tool has not, and a question for each
/// parameter that people set.
fn read(file: &Path) -> Result<(Tool, Trial), Box<dyn Error>> {
    let wrong = |reason: String| format!("{}: {reason}", file.display());
    let text = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let tool: Tool = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let folder = file.parent().and_then(Path::file_name);
    if folder.is_none_or(|folder| folder != tool.name.as_str()) {
        return Err(wrong(format!(
            "the name `{}` is not that of its folder",
            tool.name
        ))
        .into());
    }
    let fields: toml::Table = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if let Some(unknown) = fields
        .keys()
        .find(|field| !FIELDS.contains(&field.as_str()))
    {
        return Err(wrong(format!("a tool has no field `{unknown}`")).into());
    }
    let without_question = tool
        .parameters
        .iter()
        .find(|parameter| parameter.is_set() && parameter.question.is_empty());
    if let Some(parameter) = without_question {
        let reason = format!(
            "the parameter `{}` has no `question`, as a person would ask who fills it in",
            parameter.name
        );
        return Err(wrong(reason).into());
    }
    let tried: Tried = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    Ok((tool, tried.trial))
}
