//! `cargo xtask bundle`: packages to install, by Tauri's bundler: .deb and `AppImage`, .dmg or .msi.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use crate::command::{command, output, root, run, target};
use crate::parts::Parts;
use crate::{packages, web_interface};

/// The packages of this system, by the bundler's names.
const KINDS: &[&str] = if cfg!(target_os = "macos") {
    &["dmg"]
} else if cfg!(windows) {
    &["msi"]
} else {
    &["deb", "appimage"]
};
/// What a release build and its packages take on disk, in MB.
const ROOM: u64 = 6_000;

/// Makes each package of this system, or those that are named.
pub(crate) fn bundle(names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !KINDS.contains(&name.as_str())) {
        bail!("`cargo xtask bundle` makes {} here, not {unknown}.", KINDS.join(" and "));
    }
    let mut parts = Parts::only(names);
    for kind in KINDS {
        parts.part(kind, || build(kind).map(|made| eprintln!("{}", made.display())));
    }
    parts.finish()
}

/// Makes one package; its file.
pub(crate) fn build(kind: &str) -> Result<PathBuf> {
    packages::ensure(packages::BUILD)?;
    web_interface::packages()?;
    has_room()?;
    let bundler = root().join("ui/node_modules/.bin").join(if cfg!(windows) { "tauri.cmd" } else { "tauri" });
    let made = run(&mut command(bundler, ["build", "--bundles", kind, "--", "--locked"]));
    made.with_context(|| match kind {
        "appimage" => {
            "the AppImage could not be made: its tools are fetched from GitHub, which takes a network".to_owned()
        }
        _ => format!("the .{kind} could not be made"),
    })?;
    let folder = target().join("release/bundle").join(kind);
    let ending = if kind == "appimage" { "AppImage" } else { kind };
    let files = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let newest = files
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .max_by_key(|path| path.metadata().and_then(|metadata| metadata.modified()).ok());
    newest.with_context(|| format!("the bundler left no .{ending} in {}", folder.display()))
}

/// An error where the disk has no room for the build: a linker that runs out of it does not say so in words.
fn has_room() -> Result<()> {
    let folder = target();
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    if cfg!(windows) {
        return Ok(());
    }
    let told = output(command("df", ["-P", "-k"]).arg(&folder))?;
    let free = free_megabytes(&told)
        .with_context(|| format!("df does not say how full the disk of {} is", folder.display()))?;
    ensure!(
        free > ROOM,
        "The disk of {} has {free} MB free; a release build and its packages take up to {ROOM} MB.",
        folder.display(),
    );
    Ok(())
}

/// The fourth column of the last line that `df -P -k` prints, in MB.
fn free_megabytes(told: &str) -> Option<u64> {
    told.lines().last()?.split_whitespace().nth(3)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1000)
}

#[cfg(test)]
mod tests {
    use super::free_megabytes;

    #[test]
    fn free_space_is_read_from_what_df_prints() {
        let told = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 263 179 5500200 19% /a b\n";
        assert_eq!(free_megabytes(told), Some(5500));
        assert_eq!(free_megabytes("df: no such folder\n"), None);
    }
}
