//! `patchbay-cli run --watch`: does the same for each file that comes into a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use patchbay_app::App;

use crate::stopping::Stopping;
use crate::terminal::tell;

/// Time between two looks into the folders: a file that is the same in two of them is whole.
const BETWEEN: Duration = Duration::from_secs(1);

/// State of a file that tells it from another: its bytes and the time at which it was written.
type State = (u64, Option<SystemTime>);

/// Calls `each` with each file of the folders, and with each that comes into them, until the
/// program is asked to end. `out`: the folder for the results. A failure is said, and the others go
/// on.
///
/// # Errors
/// Returns an error if one of `folders` is no folder, or the results would come into one.
pub(crate) async fn watch(
    app: &App,
    (folders, out): (&[PathBuf], &Path),
    stopping: &Stopping,
    each: impl AsyncFn(&PathBuf) -> anyhow::Result<ExitCode>,
) -> anyhow::Result<ExitCode> {
    check(folders, out)?;
    let (mut seen, mut done) = (HashMap::new(), HashMap::new());
    loop {
        for (file, state) in files(app, folders).await {
            if done.get(&file) == Some(&state) {
                continue;
            }
            if seen.insert(file.clone(), state) != Some(state) {
                // It may still be written.
                continue;
            }
            if let Err(error) = each(&file).await {
                tell!("{}: {error:#}", file.display());
            }
            done.insert(file, state);
            if stopping.is_asked() {
                return Ok(ExitCode::SUCCESS);
            }
        }
        tokio::select! {
            () = tokio::time::sleep(BETWEEN) => {}
            () = stopping.asked() => return Ok(ExitCode::SUCCESS),
        }
    }
}

/// The pictures, sounds and videos in folders, with their states; none where a folder has none yet.
async fn files(app: &App, folders: &[PathBuf]) -> Vec<(PathBuf, State)> {
    let mut found = Vec::new();
    for folder in folders {
        let files = app.files_in(vec![folder.clone()]).await;
        for file in files.unwrap_or_default() {
            if let Ok(facts) = file.metadata() {
                found.push((file, (facts.len(), facts.modified().ok())));
            }
        }
    }
    found
}

/// Refuses a path that is no folder, and results among the watched files: each would be worked on
/// again.
fn check(folders: &[PathBuf], out: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !folders.is_empty(),
        "Name the folder that is to be watched."
    );
    let out = out
        .canonicalize()
        .context("The folder for the results cannot be found")?;
    for folder in folders {
        let shown = folder.display();
        anyhow::ensure!(
            folder.is_dir(),
            "“{shown}” is no folder, so that nothing comes into it."
        );
        let watched = folder
            .canonicalize()
            .with_context(|| format!("“{shown}” cannot be read"))?;
        anyhow::ensure!(
            !out.starts_with(&watched),
            "The results would come into “{shown}”, which is watched. Choose another folder for them."
        );
    }
    Ok(())
}
