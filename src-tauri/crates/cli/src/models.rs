//! `patchbay-cli models`: lists local models, gets them, and looks after those on disk.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use patchbay_app::default_models_folder;
use patchbay_domain::{Tool, Toolbox};
use patchbay_inference::download::{self, Options};
use patchbay_inference::library::{Library, State};
use patchbay_inference::registry::{Model, Registry};
use patchbay_inference::{Watch, size};
use serde_json::json;

use crate::report;
use crate::terminal::{self, say, tell};

/// Arguments of `models`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The folder of models; without it what `PATCHBAY_MODELS` names, or `models` in the
    /// desktop program's folder.
    #[arg(long, global = true)]
    models_folder: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// List the models: what each enables, its size, memory, speed and licence, and whether it is
    /// on this computer.
    List {
        /// Print one JSON array.
        #[arg(long)]
        json: bool,
    },
    /// Get models, or what is missing of them; what is there is looked into first.
    Get {
        /// The models' ids.
        #[arg(required = true)]
        ids: Vec<String>,
        /// The address of the hub, or of a mirror that is laid out as it is; without it
        /// `PATCHBAY_HUB`, or Hugging Face.
        #[arg(long, value_name = "ADDRESS")]
        hub: Option<String>,
        /// Ask nothing over the network.
        #[arg(long)]
        offline: bool,
    },
    /// Read models through and say whether they are what was got.
    Verify {
        /// The models' ids; without any, all that are on this computer.
        ids: Vec<String>,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Remove models from this computer, or what came of them. Of those that were added the files stay.
    Remove {
        /// The models' ids.
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Take a model in from a folder that has its files.
    Import {
        /// The model's id.
        id: String,
        /// The folder.
        folder: PathBuf,
    },
    /// Add language models of your own (GGUF). Their files stay where they are.
    Add {
        /// The files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// Runs the command that the arguments name.
pub(crate) fn models(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let folder = match arguments.models_folder {
        Some(folder) => folder,
        None => default_models_folder()?,
    };
    let (registry, errors) = Registry::open(&folder);
    for error in errors {
        tell!("{error}");
    }
    let library = Library::new(folder);
    match arguments.command {
        Command::List { json } => list(&registry, &library, json),
        Command::Get { ids, hub, offline } => {
            let mut options = Options {
                offline,
                ..Options::from_environment()
            };
            options.base = hub.unwrap_or(options.base);
            Ok(each(&chosen(&registry, &ids)?, |model| {
                get(&library, model, &options)
            }))
        }
        Command::Verify { ids, json } => verify(&registry, &library, &ids, json),
        Command::Remove { ids } => Ok(each(&chosen(&registry, &ids)?, |model| {
            if model.is_added {
                Ok(registry.forget(library.folder(), model)?)
            } else {
                Ok(library.remove(model)?)
            }
        })),
        Command::Add { files } => Ok(add(&registry, &library, &files)),
        Command::Import { id, folder } => Ok(each(&chosen(&registry, &[id])?, |model| {
            let bar = bar(1000, "{bar:20} {msg}", &model.name);
            let watch = |fraction: f64| {
                bar.set_position((fraction * 1000.0) as u64);
                ControlFlow::Continue(())
            };
            let taken = library.import(model, &folder, &Watch::new(&watch));
            bar.finish_and_clear();
            Ok(taken?)
        })),
    }
}

/// Adds the models in files, and says what each is for.
fn add(registry: &Registry, library: &Library, files: &[PathBuf]) -> ExitCode {
    let mut right = 0;
    for file in files {
        match registry.add_file(library.folder(), file) {
            Ok(model) => {
                right += 1;
                say!("{}", model.id);
                tell!(
                    "{}: {}, {} of memory, licence {}",
                    model.name,
                    size(model.bytes),
                    size(model.memory),
                    model.licence
                );
            }
            Err(error) => tell!("{error}"),
        }
    }
    status(right, files.len())
}

/// The models of these ids, all of them known.
fn chosen<'a>(registry: &'a Registry, ids: &[String]) -> anyhow::Result<Vec<&'a Model>> {
    let known = |id: &String| {
        registry.model(id).with_context(|| {
            format!("There is no model “{id}”. `models list` shows which there are.")
        })
    };
    ids.iter().map(known).collect()
}

/// Does something with each model, tells what fails, and goes on with the others.
fn each(models: &[&Model], mut act: impl FnMut(&Model) -> anyhow::Result<()>) -> ExitCode {
    let mut right = 0;
    for model in models {
        match act(model) {
            Ok(()) => right += 1,
            Err(error) => tell!("{}: {error:#}", model.id),
        }
    }
    status(right, models.len())
}

fn status(right: usize, of: usize) -> ExitCode {
    if right == of {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(if right > 0 {
            report::SOME
        } else {
            report::NONE
        })
    }
}

fn list(registry: &Registry, library: &Library, as_json: bool) -> anyhow::Result<ExitCode> {
    let mut output = terminal::stdout();
    if as_json {
        let model = |model: &Model| {
            let mut object = json!(model);
            object["disk"] = json!(library.state(model));
            object
        };
        writeln!(
            output,
            "{}",
            json!(registry.models().map(model).collect::<Vec<_>>())
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let toolbox = Toolbox::from_json(patchbay_tools::TOOLBOX)?;
    for model in registry.models() {
        let title = |name: &String| toolbox.tool(name).map_or_else(|| name.clone(), Tool::title);
        let tools: Vec<String> = model.tools.iter().map(title).collect();
        let limits = if model.commercial {
            ""
        } else {
            ", not for commercial use"
        };
        writeln!(output, "{}  ({})", model.id, model.name)?;
        writeln!(output, "    for {}", tools.join(", "))?;
        let speed = model.speed.as_deref().map_or("", speed);
        let (bytes, memory) = (size(model.bytes), size(model.memory));
        let state = told(&library.state(model));
        writeln!(
            output,
            "    {bytes}, {memory} of memory{speed}, {}{limits}, {state}",
            model.licence
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn speed(class: &str) -> &'static str {
    match class {
        "instant" => ", about a second each time",
        "seconds" => ", some seconds each time",
        _ => ", minutes without a graphics card",
    }
}

fn told(state: &State) -> String {
    match state {
        State::Absent => "not on this computer".to_owned(),
        State::Partial { bytes } => format!("{} of it on this computer", size(*bytes)),
        State::Installed { .. } => "on this computer".to_owned(),
        State::Broken { file, reason } => format!("broken: {file}: {reason}"),
    }
}

fn get(library: &Library, model: &Model, options: &Options) -> anyhow::Result<()> {
    let style = "{msg} {bar:20} {bytes} of {total_bytes}, {prefix}";
    let bar = bar(model.bytes, style, &model.name);
    let report = |progress: &download::Progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.bytes);
        let left = progress
            .seconds_left
            .map(|seconds| format!(", {} left", duration(seconds)))
            .unwrap_or_default();
        bar.set_prefix(format!("{}/s{left}", size(progress.speed as u64)));
        ControlFlow::Continue(())
    };
    let got = download::get(library, model, options, &report);
    bar.finish_and_clear();
    got?;
    tell!("{}: {}", model.id, told(&library.state(model)));
    Ok(())
}

fn duration(seconds: f64) -> String {
    match seconds.ceil() as u64 {
        seconds @ 0..=99 => format!("{seconds} s"),
        seconds @ 100..=5999 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", seconds.div_ceil(3600)),
    }
}

fn verify(
    registry: &Registry,
    library: &Library,
    ids: &[String],
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let models = if ids.is_empty() {
        let there = |model: &&Model| {
            matches!(
                library.state(model),
                State::Installed { .. } | State::Broken { .. }
            )
        };
        registry.models().filter(there).collect()
    } else {
        chosen(registry, ids)?
    };
    let mut right = 0;
    let mut found = serde_json::Map::new();
    for model in &models {
        let bar = bar(1000, "{msg} {bar:20}", &model.name);
        let watch = |fraction: f64| {
            bar.set_position((fraction * 1000.0) as u64);
            ControlFlow::Continue(())
        };
        let verified = library.verify(model, &Watch::new(&watch));
        bar.finish_and_clear();
        let verified = verified?;
        let is_right = verified.iter().all(|file| file.wrong.is_none());
        right += usize::from(is_right);
        for file in &verified {
            let Some(reason) = &file.wrong else { continue };
            tell!(
                "{}: {} is wrong: {reason}. `models get {}` gets it anew.",
                model.id,
                file.path,
                model.id
            );
        }
        if !as_json && is_right {
            say!("{}: right", model.id);
        }
        found.insert(model.id.clone(), json!(verified));
    }
    if as_json {
        say!("{}", serde_json::Value::Object(found));
    }
    Ok(status(right, models.len()))
}

/// A bar on a terminal, nothing elsewhere.
fn bar(length: u64, style: &str, name: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length)
        .with_style(style)
        .with_message(name.to_owned())
}
