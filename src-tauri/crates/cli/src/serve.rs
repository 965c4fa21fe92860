//! `patchbay-cli serve`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use patchbay_app::{App, AppOptions, WATCH_EVERY, default_data_folder, default_models_folder};
use patchbay_server::{Listener, interface};
use tempfile::NamedTempFile;

use crate::stopping::Stopping;
use crate::terminal::{self, say, tell};

/// The name of the file that a browser is given to open.
const PAGE: &str = "open.html";

/// Arguments of `serve`.
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
    let stopping = Stopping::listen();
    let data = arguments.data.map_or_else(default_data_folder, Ok)?;
    let listener = Listener::bind(arguments.port)?;
    let options = AppOptions {
        media_base: listener.base(),
        media_token: listener.token().to_owned(),
        prepare_images: true,
        tool_servers: true,
        key_store: true,
        models: Some(default_models_folder()?),
        watch_every: Some(WATCH_EVERY),
        ..AppOptions::default()
    };
    let app = App::open(&data, options)?;
    let page = Page::written(&data, &listener.page())?;
    announce(&listener, &page)?;
    if interface::is_built() {
        if !arguments.no_open && open::that_detached(&page.0).is_err() {
            tell!("No browser could be opened. Open the address above in one.");
        }
    } else {
        tell!("{}", interface::NOT_BUILT);
    }
    tokio::select! {
        served = patchbay_server::serve(listener, app.clone()) => served.context("The server stopped")?,
        () = stopping.asked() => app.close().await,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the address, with its token where nobody else can read what is printed.
fn announce(listener: &Listener, page: &Page) -> anyhow::Result<()> {
    if is_kept_from_others() {
        let printed = writeln!(terminal::stdout(), "{}", listener.page())
            .and_then(|()| terminal::stdout().flush());
        return printed.context("The address could not be printed");
    }
    say!("{}", listener.base());
    tell!(
        "Others can read what is printed here, so the address stands there without its key. Open {} in a browser.",
        page.0.display()
    );
    Ok(())
}

/// Whether standard output is not a file that other users of this computer may read. One of the
/// owner's is closed to them.
#[cfg(unix)]
fn is_kept_from_others() -> bool {
    use std::fs::{File, Permissions};
    use std::os::fd::AsFd;
    use std::os::unix::fs::PermissionsExt;
    let Ok(descriptor) = std::io::stdout().as_fd().try_clone_to_owned() else {
        return false;
    };
    let output = File::from(descriptor);
    let Ok(facts) = output.metadata() else {
        return false;
    };
    let mode = facts.permissions().mode();
    !facts.is_file()
        || mode.trailing_zeros() >= 6
        || output
            .set_permissions(Permissions::from_mode(mode & 0o700))
            .is_ok()
}

#[cfg(not(unix))]
fn is_kept_from_others() -> bool {
    true
}

/// A page that leads a browser to the address with the token. A browser is given this file, which
/// its owner alone may read, and not the address: what a program is called with can be read by every
/// user of the computer. Removed with the value.
struct Page(PathBuf);

impl Page {
    fn written(data: &Path, address: &str) -> anyhow::Result<Self> {
        let path = std::path::absolute(data.join(PAGE))?;
        let written = || -> std::io::Result<()> {
            // Made with the permissions 0600, and renamed over one of an earlier start.
            let mut file = NamedTempFile::new_in(data)?;
            writeln!(
                file,
                "<!doctype html><meta charset=\"utf-8\"><title>Patchbay</title>\
                 <meta name=\"referrer\" content=\"no-referrer\">\
                 <meta http-equiv=\"refresh\" content=\"0;url={address}\">\
                 <a href=\"{address}\">Patchbay</a>"
            )?;
            file.persist(&path).map_err(|error| error.error)?;
            Ok(())
        };
        written().with_context(|| format!("{} could not be written", path.display()))?;
        Ok(Self(path))
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.0) {
            tracing::debug!(%error, "the page that leads to a server that ended stays");
        }
    }
}
