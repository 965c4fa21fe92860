//! `patchbay-cli serve`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use patchbay_app::{App, AppOptions, default_data_folder, default_models_folder};
use patchbay_server::Listener;

/// What `serve` takes.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder that holds conversations and files; without it the desktop program's.
    #[arg(long)]
    data: Option<PathBuf>,
    /// The port to listen on; 0: any free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,
}

/// Serves until it is stopped.
pub(crate) async fn serve(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let data = arguments.data.map_or_else(default_data_folder, Ok)?;
    let listener = Listener::bind(arguments.port)?;
    let options = AppOptions {
        media_base: listener.base(),
        media_token: listener.token().to_owned(),
        prepare_images: true,
        tool_servers: true,
        key_store: true,
        models: Some(default_models_folder()?),
        ..AppOptions::default()
    };
    let app = App::open(&data, options)?;
    let page = listener.page();
    let mut output = std::io::stdout();
    writeln!(output, "{page}")
        .and_then(|()| output.flush())
        .context("The address could not be printed")?;
    if !arguments.no_open && open::that_detached(&page).is_err() {
        eprintln!("No browser could be opened. Open the address above in one.");
    }
    tokio::select! {
        served = patchbay_server::serve(listener, app.clone()) => served.context("The server stopped")?,
        () = stopped() => app.close().await,
    }
    Ok(ExitCode::SUCCESS)
}

/// Ready when the person or the system asks the program to end.
async fn stopped() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}
