//! The web interface's packages and build, each made again only when what it is made from is newer.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Result, bail};

use crate::command::{is_there, npm, root, run};

/// Installs the node packages where the lock file is newer than what is installed.
pub(crate) fn packages() -> Result<()> {
    if !is_there(npm(["--version"]).get_program()) {
        bail!("Node.js is missing: install version 20.19 or newer, with npm (https://nodejs.org).");
    }
    let ui = root().join("ui");
    let installed = changed(&ui.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < changed(&ui.join("package-lock.json")) {
        run(&mut npm(["ci", "--no-audit", "--no-fund"]))?;
    }
    Ok(())
}

/// Builds `ui/dist` where a source is newer.
pub(crate) fn build() -> Result<()> {
    packages()?;
    let ui = root().join("ui");
    let sources = ["src", "static", "public", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js"];
    let newest = sources.iter().filter_map(|name| newest(&ui.join(name))).max();
    let built = changed(&ui.join("dist/index.html"));
    if built.is_none() || built < newest {
        run(&mut npm(["run", "build"]))?;
    }
    Ok(())
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// When the newest file in a folder, or the file itself, was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let Ok(entries) = fs::read_dir(path) else { return changed(path) };
    entries.flatten().filter_map(|entry| newest(&entry.path())).chain(changed(path)).max()
}
