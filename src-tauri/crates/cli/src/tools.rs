//! `patchbay-cli tools`: lists tools, with their inputs, results and settings.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use patchbay_domain::{Parameter, Tool, Toolbox};

use crate::plan::toolbox_json;
use crate::terminal::say;

/// Arguments of `tools`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The tool to say all of; without it, all are listed.
    name: Option<String>,
    /// Print JSON: a tool with a name, else the whole toolbox, as `--toolbox` takes it.
    #[arg(long)]
    json: bool,
    /// The tools of another toolbox of the same form.
    #[arg(long)]
    toolbox: Option<PathBuf>,
}

pub(crate) fn tools(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let json = toolbox_json(arguments.toolbox.as_deref())?;
    let toolbox = Toolbox::from_json(&json).context("The toolbox is not valid")?;
    let printed = match &arguments.name {
        Some(name) => {
            let tool = toolbox
                .tool(name)
                .with_context(|| unknown(name, &toolbox))?;
            if arguments.json {
                serde_json::to_string_pretty(tool)?
            } else {
                in_full(tool)
            }
        }
        None if arguments.json => serde_json::to_string_pretty(&toolbox)?,
        None => toolbox
            .tools
            .iter()
            .map(in_a_line)
            .collect::<Vec<_>>()
            .join("\n"),
    };
    say!("{}", printed.trim_end());
    Ok(ExitCode::SUCCESS)
}

fn unknown(name: &str, toolbox: &Toolbox) -> String {
    let names = toolbox.tools.iter().map(|tool| tool.name.as_str());
    let near: Vec<&str> = names
        .filter(|other| other.contains(name) || name.contains(other))
        .take(5)
        .collect();
    let near = if near.is_empty() {
        String::new()
    } else {
        format!(" Like it are: {}.", near.join(", "))
    };
    format!("There is no tool “{name}”.{near}")
}

fn in_a_line(tool: &Tool) -> String {
    let set: Vec<&str> = tool
        .parameters
        .iter()
        .filter(|parameter| parameter.is_set())
        .map(|parameter| &*parameter.name)
        .collect();
    format!(
        "{:<30} {:<36} {}",
        tool.name,
        signature(tool),
        set.join(", ")
    )
    .trim_end()
    .to_owned()
}

fn signature(tool: &Tool) -> String {
    let taken: Vec<&str> = tool
        .args
        .iter()
        .map(|argument| argument.resource_type.as_str())
        .collect();
    format!("{} -> {}", taken.join(", "), tool.returns)
}

fn in_full(tool: &Tool) -> String {
    let mut text = format!(
        "{} ({})\n{}\n{}\n",
        tool.title(),
        tool.name,
        tool.description,
        signature(tool)
    );
    if !tool.formats.is_empty() {
        let _ = writeln!(text, "writes {}", tool.formats.join(", "));
    }
    for parameter in tool
        .parameters
        .iter()
        .filter(|parameter| parameter.is_set())
    {
        let _ = writeln!(
            text,
            "  {:<14} {}. {} {}",
            parameter.name,
            kind(tool, parameter),
            parameter.question,
            parameter.meaning
        );
    }
    if !tool.examples.is_empty() {
        let _ = writeln!(
            text,
            "such as: {}",
            tool.examples
                .iter()
                .take(5)
                .cloned()
                .collect::<Vec<_>>()
                .join("; ")
        );
    }
    text
}

/// Describes the values of a parameter: its kind, its range with the unit, or its choices.
fn kind(tool: &Tool, parameter: &Parameter) -> String {
    let choices = tool.choices(parameter);
    if !choices.is_empty() {
        return format!("one of {}", choices.join(", "));
    }
    let name = serde_json::to_value(parameter.kind)
        .ok()
        .and_then(|name| name.as_str().map(|name| name.replace('_', " ")));
    let unit = parameter.kind.unit();
    let range = parameter.range.map(|(least, most)| {
        format!(" from {least} to {most} {unit}")
            .trim_end()
            .to_owned()
    });
    name.unwrap_or_default() + &range.unwrap_or_default()
}
