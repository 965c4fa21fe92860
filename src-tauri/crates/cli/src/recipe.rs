//! `patchbay-cli recipe`: how a result was made, as the file itself tells.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use patchbay_domain::{Recipe, Tool, Toolbox};

/// What `recipe` takes.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A file that Patchbay has saved.
    file: PathBuf,
    /// Print the recipe as one JSON object.
    #[arg(long)]
    json: bool,
}

/// The recipe that a file carries.
pub(crate) fn of(file: &Path) -> anyhow::Result<Recipe> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let recipe = patchbay_app::recipe_in(file, &name)?;
    recipe.with_context(|| {
        format!("“{name}” carries no recipe: Patchbay did not make it, or was told to leave the recipe out.")
    })
}

/// Prints it.
pub(crate) fn recipe(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let recipe = of(&arguments.file)?;
    let mut output = std::io::stdout().lock();
    if arguments.json {
        writeln!(output, "{}", serde_json::to_string(&recipe)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let toolbox = Toolbox::from_json(patchbay_tools::TOOLBOX)?;
    for given in &recipe.given {
        writeln!(output, "Given: {} ({})", given.name, given.resource_type)?;
    }
    for (number, action) in recipe.actions.iter().enumerate() {
        let title = toolbox.tool(&action.tool).map_or_else(|| action.tool.clone(), Tool::title);
        let value = |value: &String| {
            let made =
                recipe.actions.iter().position(|other| other.outputs.iter().any(|output| output.value == *value));
            made.map_or_else(|| value.clone(), |step| format!("step {}", step + 1))
        };
        let inputs = action.inputs.iter().map(|(argument, values)| {
            format!("{argument} = {}", values.values().iter().map(value).collect::<Vec<_>>().join(", "))
        });
        writeln!(output, "{}. {title}: {}", number + 1, inputs.collect::<Vec<_>>().join("; "))?;
    }
    Ok(ExitCode::SUCCESS)
}
