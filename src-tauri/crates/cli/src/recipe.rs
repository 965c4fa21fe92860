//! `patchbay-cli recipe`: the steps that made a result, as the file itself tells.

use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use patchbay_domain::{Recipe, Tool, Toolbox};

use crate::terminal;

/// Arguments of `recipe`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A file that Patchbay has saved.
    file: PathBuf,
    /// Print the recipe as one JSON object.
    #[arg(long)]
    json: bool,
    /// Take the recipe out of the file, which is otherwise left as it is, and print nothing.
    #[arg(long, conflicts_with = "json")]
    strip: bool,
}

/// The recipe that a file carries.
pub(crate) fn of(file: &Path) -> anyhow::Result<Recipe> {
    let name = name_of(file);
    patchbay_app::recipe_in(file, &name)?.with_context(|| none_in(&name))
}

fn name_of(file: &Path) -> Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}

fn none_in(name: &str) -> String {
    format!(
        "“{name}” carries no recipe: Patchbay did not make it, or was told to leave the recipe out."
    )
}

/// Prints it, or takes it out.
pub(crate) fn recipe(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.strip {
        let name = name_of(&arguments.file);
        anyhow::ensure!(
            patchbay_app::strip_recipe(&arguments.file, &name)?,
            none_in(&name)
        );
        return Ok(ExitCode::SUCCESS);
    }
    let recipe = of(&arguments.file)?;
    let mut output = terminal::stdout();
    if arguments.json {
        writeln!(output, "{}", serde_json::to_string(&recipe)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let toolbox = Toolbox::from_json(patchbay_tools::TOOLBOX)?;
    for given in &recipe.given {
        writeln!(output, "Given: {} ({})", given.name, given.resource_type)?;
    }
    for (number, action) in recipe.actions.iter().enumerate() {
        let title = toolbox
            .tool(&action.tool)
            .map_or_else(|| action.tool.clone(), Tool::title);
        let value = |value: &String| {
            let made = recipe
                .actions
                .iter()
                .position(|other| other.outputs.iter().any(|output| output.value == *value));
            made.map_or_else(|| value.clone(), |step| format!("step {}", step + 1))
        };
        let inputs = action.inputs.iter().map(|(argument, values)| {
            format!(
                "{argument} = {}",
                values
                    .values()
                    .iter()
                    .map(value)
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        });
        let settings = action
            .settings
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        writeln!(
            output,
            "{}. {title}: {}",
            number + 1,
            inputs.chain(settings).collect::<Vec<_>>().join("; ")
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
