//! `patchbay-cli mcp`: Patchbay for other programs' assistants, by the Model Context Protocol over
//! standard input and output.
//!
//! - `granted`: files that may be read, and the folder into which results are written
//! - `server`: requests that an assistant can make: the tools, plans, runs, results
//! - `asked`: their arguments
//! - `running`: a run with its progress
//! - `told`: answers that it gets
//! - `failure`: why there is none

mod asked;
mod failure;
mod granted;
mod running;
mod server;
mod told;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use patchbay_app::{App, AppOptions, default_models_folder, passing_folder};
use rmcp::ServiceExt;
use rmcp::transport::stdio;

use self::granted::Granted;
use self::server::Server;
use crate::stopping::Stopping;

/// Arguments of `mcp`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder whose files may be used; no other file is read.
    #[arg(long)]
    folder: PathBuf,
    /// The folder for the results; without it, `results` in the folder of files. Nothing in it is
    /// overwritten.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The folder that holds conversations and settings, whose endpoints and connected servers are
    /// used; without it a passing one, which has none.
    #[arg(long)]
    data: Option<PathBuf>,
}

/// Answers until the other program closes the connection, or this one is asked to end.
pub(crate) async fn mcp(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let granted = Granted::open(&arguments.folder, arguments.out.as_deref())?;
    let stopping = Stopping::listen();
    let passing = passing_folder().context("No folder to work in could be made")?;
    let data = arguments.data.as_deref();
    let app = App::open(
        data.unwrap_or(passing.path()),
        AppOptions {
            models: Some(default_models_folder()?),
            tool_servers: data.is_some(),
            key_store: data.is_some(),
            ..AppOptions::default()
        },
    )?;
    let service = Server::new(app.clone(), granted)
        .serve(stdio())
        .await
        .context("The other program did not begin as the Model Context Protocol has it")?;
    tokio::select! {
        ended = service.waiting() => drop(ended?),
        () = stopping.asked() => {}
    }
    app.close().await;
    Ok(ExitCode::SUCCESS)
}
