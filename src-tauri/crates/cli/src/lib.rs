//! The headless front: Patchbay without a window, for scripts, measurements and browsers. A library
//! too, because the desktop program passes the same words on to it.
//!
//! - `plan`: finds the ways to do a request, for people and for programs that measure
//! - `run`: plans a request, runs it, writes the results into a folder
//! - `watch`: the same for each file that comes into a folder
//! - `recipe`: the steps that made a result, out of the file itself
//! - `models`: lists local models, gets them, and looks after those on disk
//! - `tools`: lists tools, with the settings of each
//! - `mcp`: the same for other programs' assistants, by the Model Context Protocol
//! - `bench`: quality of plans, on cases with known answers
//! - `serve`: the whole interface for a browser, on a loopback port
//! - `terminal`: everything that is printed; `stopping`: being asked to end
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod given;
mod mcp;
mod models;
mod plan;
mod points;
mod progress;
mod recipe;
mod report;
mod run;
mod serve;
mod set;
mod stopping;
mod terminal;
mod tools;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::terminal::tell;

/// Exit status of a call that was wrong or could not be begun.
const WRONG_CALL: u8 = 1;

/// Say what you want done with pictures, sound and video; Patchbay plans it and does it on this
/// computer.
#[derive(Parser)]
#[command(name = "patchbay-cli", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find the ways to do what a request asks for, without running any.
    Plan(plan::Arguments),
    /// Plan a request and run it.
    Run(run::Arguments),
    /// Tell how a saved result was made.
    Recipe(recipe::Arguments),
    /// Get local models, and look after them.
    Models(models::Arguments),
    /// List the tools with their parameters, or say all of one.
    Tools(tools::Arguments),
    /// Measure how good plans are.
    Bench(bench::Arguments),
    /// Serve the whole interface to a browser on this computer.
    Serve(serve::Arguments),
    /// Serve assistants of other programs by the Model Context Protocol, over standard input and
    /// output.
    Mcp(mcp::Arguments),
}

/// Whether a word is one of the commands, or asks for help or the version: the desktop program then
/// passes its words on.
pub fn is_command(word: &str) -> bool {
    ["--help", "-h", "--version", "-V"].contains(&word)
        || <Arguments as clap::CommandFactory>::command()
            .get_subcommands()
            .any(|command| command.get_name() == word)
}

/// Runs the command that the words name (the first word is the program's own name) and returns its
/// exit status.
pub fn call(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // To standard output where help was asked for, to standard error otherwise.
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::from(WRONG_CALL)
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("PATCHBAY_LOG")
                .unwrap_or_else(|_| "warn".into()),
        )
        .with_ansi(false)
        .with_writer(terminal::stderr)
        .init();
    let done = match arguments.command {
        Command::Plan(arguments) => plan::plan(arguments),
        Command::Recipe(arguments) => recipe::recipe(&arguments),
        Command::Models(arguments) => models::models(arguments),
        Command::Tools(arguments) => tools::tools(&arguments),
        Command::Bench(arguments) => bench::bench(arguments),
        Command::Run(arguments) => in_runtime(run::run(arguments)),
        Command::Serve(arguments) => in_runtime(serve::serve(arguments)),
        Command::Mcp(arguments) => in_runtime(mcp::mcp(arguments)),
    };
    done.unwrap_or_else(|error| {
        tell!("{error:#}");
        ExitCode::from(WRONG_CALL)
    })
}

fn in_runtime(work: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let done = runtime.block_on(work);
    // Whatever still blocks a thread (a decoder that hangs) must not hold the program.
    runtime.shutdown_background();
    done
}
