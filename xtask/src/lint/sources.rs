//! The packages of the workspace, and their Rust files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folders of the workspace's packages below `root`, by the packages' short names.
pub(super) fn packages(root: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut packages = BTreeMap::from([
        ("desktop".into(), root.join("src-tauri")),
        ("xtask".into(), root.join("xtask")),
    ]);
    for entry in entries(&root.join("src-tauri/crates"))? {
        if entry.is_dir() {
            packages.insert(name(&entry), entry);
        }
    }
    Ok(packages)
}

/// The Rust files of a folder and those below, by their names relative to it, with `/` between
/// folders; build outputs left out.
pub(super) fn rust_files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for entry in entries(folder)? {
        if entry.is_dir() && !entry.ends_with("target") {
            let inner = rust_files(&entry)?;
            files.extend(
                inner
                    .into_iter()
                    .map(|(file, text)| (format!("{}/{file}", name(&entry)), text)),
            );
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&entry)
                .with_context(|| format!("cannot read {}", entry.display()))?;
            files.insert(name(&entry), text);
        }
    }
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?)
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
