//! `cargo xtask bundle`: packages to install, by Tauri's bundler: .deb and `AppImage`, .dmg or
//! .msi.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

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
/// Space of a release build and its packages on disk, in MB.
const ROOM: u64 = 6_000;
/// The libraries of `FFmpeg`, which a program runs with in the version that it was built with only.
const LIBAV: [&str; 7] = [
    "libavcodec",
    "libavdevice",
    "libavfilter",
    "libavformat",
    "libavutil",
    "libswresample",
    "libswscale",
];

/// Makes each package of this system, or those that are named.
pub(crate) fn bundle(names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !KINDS.contains(&name.as_str())) {
        bail!(
            "`cargo xtask bundle` makes {} here, not {unknown}.",
            KINDS.join(" and ")
        );
    }
    let mut parts = Parts::only(names);
    for kind in KINDS {
        parts.part(kind, || {
            build(kind).map(|made| eprintln!("{}", made.display()))
        });
    }
    parts.finish()
}

/// Makes one package; returns its file.
pub(crate) fn build(kind: &str) -> Result<PathBuf> {
    packages::ensure(packages::BUILD)?;
    web_interface::packages()?;
    has_room()?;
    let bundler =
        root()
            .join("ui/node_modules/.bin")
            .join(if cfg!(windows) { "tauri.cmd" } else { "tauri" });
    let mut bundle = command(bundler, ["build", "--bundles", kind]);
    if kind == "deb" {
        bundle.arg("--config").arg(with_libav()?.to_string());
    }
    let made = run(bundle.args(["--", "--locked"]));
    made.with_context(|| match kind {
        "appimage" => {
            "the AppImage could not be made: its tools are fetched from GitHub, which takes a network".to_owned()
        }
        _ => format!("the .{kind} could not be made"),
    })?;
    let folder = target().join("release/bundle").join(kind);
    let ending = if kind == "appimage" { "AppImage" } else { kind };
    let files =
        std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let newest = files
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .max_by_key(|path| {
            path.metadata()
                .and_then(|metadata| metadata.modified())
                .ok()
        });
    newest.with_context(|| format!("the bundler left no .{ending} in {}", folder.display()))
}

/// Settings with the packages that the .deb depends on: those that tauri.conf.json names, and those
/// of the libav libraries that are linked here.
fn with_libav() -> Result<Value> {
    let path = root().join("tauri.conf.json");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let settings: Value =
        serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))?;
    let named = settings["bundle"]["linux"]["deb"]["depends"].as_array();
    let mut depends = named
        .cloned()
        .context("tauri.conf.json has no bundle.linux.deb.depends")?;
    for library in LIBAV {
        let version = output(&mut command("pkg-config", ["--modversion", library]))?;
        depends.push(package_of(library, &version)?.into());
    }
    Ok(json!({"bundle": {"linux": {"deb": {"depends": depends}}}}))
}

/// Debian's package of a library: its name and the first number of its version.
fn package_of(library: &str, version: &str) -> Result<String> {
    let major = version
        .trim()
        .split('.')
        .next()
        .filter(|number| number.parse::<u16>().is_ok());
    major
        .map(|major| format!("{library}{major}"))
        .with_context(|| format!("pkg-config tells no version of {library}: {version}"))
}

/// Returns an error if the disk has no room for the build: a linker that runs out of it does not
/// say so in words.
fn has_room() -> Result<()> {
    let folder = target();
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    if cfg!(windows) {
        return Ok(());
    }
    let told = output(command("df", ["-P", "-k"]).arg(&folder))?;
    let free = free_megabytes(&told).with_context(|| {
        format!(
            "df does not say how full the disk of {} is",
            folder.display()
        )
    })?;
    ensure!(
        free > ROOM,
        "The disk of {} has {free} MB free; a release build and its packages take up to {ROOM} MB.",
        folder.display(),
    );
    Ok(())
}

/// The fourth column of the last line that `df -P -k` prints, in MB.
fn free_megabytes(told: &str) -> Option<u64> {
    told.lines()
        .last()?
        .split_whitespace()
        .nth(3)?
        .parse::<u64>()
        .ok()
        .map(|kilobytes| kilobytes / 1000)
}

#[cfg(test)]
mod tests {
    use super::{free_megabytes, package_of};

    #[test]
    fn free_space_is_read_from_what_df_prints() {
        let told = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 263 179 5500200 19% /a b\n";
        assert_eq!(free_megabytes(told), Some(5500));
        assert_eq!(free_megabytes("df: no such folder\n"), None);
    }

    #[test]
    fn a_library_is_packaged_under_its_first_number() {
        assert_eq!(
            package_of("libavcodec", "59.37.100\n").unwrap(),
            "libavcodec59"
        );
        assert!(package_of("libavcodec", "\n").is_err());
    }
}
