//! The web interface's packages and build, each made again only when its sources are newer.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::command::{command, is_there, npm, output, root, run};

/// The oldest version of Node.js that builds the interface.
const OLDEST_NODE: &str = "20.19.0";

/// Installs the node packages where the lock file is newer than the installed ones.
pub(crate) fn packages() -> Result<()> {
    if !is_there(npm(["--version"]).get_program()) {
        bail!(
            "Node.js is missing: install version {OLDEST_NODE} or newer, with npm (https://nodejs.org)."
        );
    }
    let version = output(&mut command("node", ["--version"]))?;
    if is_too_old(&version) {
        bail!(
            "Node.js {} is too old: install version {OLDEST_NODE} or newer (https://nodejs.org).",
            version.trim()
        );
    }
    let ui = root().join("ui");
    let installed = changed(&ui.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < changed(&ui.join("package-lock.json")) {
        run(&mut npm(["ci", "--no-audit", "--no-fund"])).context(
            "the web interface's packages could not be fetched: is there a network, and does npm reach its registry?",
        )?;
    }
    Ok(())
}

/// Whether a version as `v20.19.0` is older than the oldest one that builds the interface.
fn is_too_old(version: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        text.trim()
            .trim_start_matches('v')
            .split('.')
            .map_while(|part| part.parse().ok())
            .collect()
    };
    let found = numbers(version);
    !found.is_empty() && found < numbers(OLDEST_NODE)
}

/// Builds `ui/dist` where a source is newer.
pub(crate) fn build() -> Result<()> {
    packages()?;
    let ui = root().join("ui");
    let sources = [
        "src",
        "static",
        "public",
        "index.html",
        "package-lock.json",
        "vite.config.ts",
        "svelte.config.js",
    ];
    let newest = sources
        .iter()
        .filter_map(|name| newest(&ui.join(name)))
        .max();
    let built = changed(&ui.join("dist/index.html"));
    if built.is_none() || built < newest {
        run(&mut npm(["run", "build"]))?;
    }
    Ok(())
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// Returns the time at which the newest file in a folder, or the file itself, was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let Ok(entries) = fs::read_dir(path) else {
        return changed(path);
    };
    entries
        .flatten()
        .filter_map(|entry| newest(&entry.path()))
        .chain(changed(path))
        .max()
}

#[cfg(test)]
mod tests {
    use super::is_too_old;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(is_too_old("v18.20.4\n") && is_too_old("v20.9.0") && is_too_old("v20.18.3"));
        assert!(!is_too_old("v20.19.0") && !is_too_old("v22.1.0") && !is_too_old("v100.0.0"));
        assert!(
            !is_too_old("something else"),
            "what cannot be read is left to npm"
        );
    }
}
