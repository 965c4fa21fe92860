//! `cargo xtask test fresh`: the README's commands on a machine that has Rust, the C linker that
//! Rust needs, and Node.
//!
//! The machine is a minimal Debian root with empty caches; the sources are a clone of this
//! checkout's HEAD.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::minimal_root::MinimalRoot;
use crate::command::{command, output, root, run, target};
use crate::packages;
use crate::parts::Parts;
use crate::samples::SAMPLES;

/// Files that change a first build: when none of them differs from what last passed, `--if-changed`
/// has nothing to do.
const DECISIVE: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "*/Cargo.toml",
    "*build.rs",
    "xtask",
    "tauri.conf.json",
    "README.md",
    "ui/package-lock.json",
];
/// Packages that rustup asks for beside itself.
const LINKER: &[&str] = &["gcc", "libc6-dev"];
const HOME: &str = "/home/patchbay";

/// Makes the root, clones HEAD into it, runs the README's commands there, and judges their results.
pub(crate) fn fresh(options: &[String]) -> Result<()> {
    if let Some(unknown) = options.iter().find(|option| *option != "--if-changed") {
        bail!("`cargo xtask test fresh` knows --if-changed, not {unknown}.");
    }
    let (stamp, state) = (target().join("fresh-passed"), decisive_state()?);
    if !options.is_empty() && fs::read_to_string(&stamp).is_ok_and(|passed| passed == state) {
        eprintln!(
            "fresh: no manifest, build script or command of the README changed since it last passed here."
        );
        return Ok(());
    }
    packages::ensure(&["ffmpeg"])?;
    let mut machine = MinimalRoot::create("fresh", LINKER)?;
    put_in_rust_and_node(&machine)?;
    let mut clone = command("git", ["clone", "--quiet", "--no-local", "--depth=1"]);
    run(clone
        .arg(format!("file://{}", root().display()))
        .arg(machine.path(HOME)))?;
    let mut parts = Parts::default();
    parts.part("no rights", || refuses_without_rights(&machine));
    parts.part("no display", || runs_the_samples(&machine));
    parts.part("README", || runs_the_lines(&machine));
    parts.part("no network", || runs_without_network(&machine));
    parts.part("display", || opens_a_window(&machine));
    // Where this goes before a landing, the host has just run the tests of the same sources.
    if options.is_empty() {
        parts.part("test", || {
            machine.run(&format!("cd {HOME} && cargo xtask test"))
        });
    }
    if let Err(error) = parts.finish() {
        machine.keep();
        return Err(error);
    }
    fs::write(&stamp, state).with_context(|| format!("cannot write {}", stamp.display()))
}

/// The decisive files of HEAD by their content.
fn decisive_state() -> Result<String> {
    let files = output(&mut command(
        "git",
        ["ls-tree", "-r", "--format=%(objectname) %(path)", "HEAD"],
    ))?;
    let is_decisive = |path: &str| {
        DECISIVE
            .iter()
            .any(|pattern| match pattern.strip_prefix('*') {
                Some(ending) => path.ends_with(ending),
                None => path == *pattern || path.starts_with(&format!("{pattern}/")),
            })
    };
    let decisive = files.lines().filter(|line| {
        line.split_once(' ')
            .is_some_and(|(_, path)| is_decisive(path))
    });
    Ok(decisive.collect::<Vec<_>>().join("\n"))
}

/// Copies the toolchain that runs this, and Node with npm, and nothing that they have cached.
fn put_in_rust_and_node(machine: &MinimalRoot) -> Result<()> {
    let toolchain = PathBuf::from(output(&mut command("rustc", ["--print", "sysroot"]))?.trim());
    for folder in ["bin", "lib"] {
        machine.copy(&toolchain.join(folder), &format!("/opt/rust/{folder}"))?;
    }
    machine.copy_node()?;
    let npm = PathBuf::from(output(&mut command("npm", ["root", "--global"]))?.trim()).join("npm");
    machine.copy(&npm, "/usr/local/lib/node_modules/npm")?;
    machine
        .run("ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && node --version && npm --version")?;
    // Where this machine's clients are told to find packages; a file of settings, not of what they
    // fetched.
    for (from, to) in [
        (".npmrc", "/root/.npmrc"),
        (".cargo/config.toml", "/root/.cargo/config.toml"),
    ] {
        let from = std::env::home_dir().unwrap_or_default().join(from);
        if from.is_file() {
            machine.copy(&from, to)?;
        }
    }
    Ok(())
}

/// Checks that a user without rights is told the packages to have installed.
fn refuses_without_rights(machine: &MinimalRoot) -> Result<()> {
    machine.run(&format!(
        "useradd --create-home somebody && cp -r {HOME} /home/somebody/patchbay && chown -R somebody /home/somebody"
    ))?;
    let script =
        "su somebody -c 'export PATH=/opt/rust/bin:$PATH && cd ~/patchbay && cargo xtask run'";
    let refused = machine.output(script)?;
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    ensure!(!refused.status.success(), "it did not fail");
    ensure!(
        told.contains("apt-get install") && told.contains("libwebkit2gtk-4.1-dev"),
        "it named no package: {told}"
    );
    machine.run("rm -rf /home/somebody")
}

/// Checks that `cargo xtask run` without a display makes the samples' results.
fn runs_the_samples(machine: &MinimalRoot) -> Result<()> {
    machine.run(&format!("cd {HOME} && cargo xtask run"))?;
    let results = machine.path(HOME).join("target/samples");
    for (number, sample) in SAMPLES.iter().enumerate() {
        let files = media_files(&results.join(format!("{}", number + 1)))?;
        ensure!(
            files.is_empty() == sample.needs_model,
            "“{}” made {} files",
            sample.words,
            files.len()
        );
    }
    Ok(())
}

/// Runs each line of the README that a reader would paste.
fn runs_the_lines(machine: &MinimalRoot) -> Result<()> {
    let readme = fs::read_to_string(machine.path(HOME).join("README.md"))?;
    let lines: BTreeSet<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with("cargo "))
        .collect();
    ensure!(
        lines.len() >= 3,
        "the README has only {} commands",
        lines.len()
    );
    // Packages have a test of their own, and the tests a part.
    for line in lines
        .into_iter()
        .filter(|line| !["cargo xtask bundle", "cargo xtask test"].contains(line))
    {
        // A model can be got only where its hub is reached; where it is not, one sentence says so.
        if line.contains(" models get ") {
            let got = machine.output(&format!("cd {HOME} && {line}"))?;
            let told = String::from_utf8_lossy(&got.stderr).into_owned();
            ensure!(
                got.status.success() || !told.contains("panicked"),
                "`{line}`: {told}"
            );
        } else {
            machine.run(&format!("cd {HOME} && {line}"))?;
        }
    }
    let made = media_files(&machine.path(HOME).join("results"))?;
    ensure!(
        made.len() == 1,
        "the README's request made {} files",
        made.len()
    );
    Ok(())
}

/// Checks that a built program runs again where there is no network.
fn runs_without_network(machine: &MinimalRoot) -> Result<()> {
    machine.run(&format!(
        "cd {HOME} && unshare --net cargo xtask run --headless"
    ))?;
    let refused = machine.output(&format!(
        "cd {HOME} && rm -rf ui/node_modules /root/.npm && unshare --net cargo xtask run"
    ))?;
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    ensure!(
        !refused.status.success() && told.contains("network"),
        "it did not say that there is no network: {told}"
    );
    Ok(())
}

/// Checks that `cargo xtask run` on a display opens a window of the program's name.
fn opens_a_window(machine: &MinimalRoot) -> Result<()> {
    const WAIT: &str = "cargo xtask run &
        for second in $(seq 180); do
            sleep 1
            if xwininfo -root -tree | grep -q '\"Patchbay\"'; then pkill -x patchbay; exit 0; fi
        done
        exit 1";
    machine.run("apt-get install -y -qq --no-install-recommends xvfb xauth x11-utils procps dbus >/dev/null")?;
    fs::write(machine.path("/tmp/window.sh"), WAIT)?;
    machine.run(&format!("cd {HOME} && xvfb-run -a bash /tmp/window.sh"))
}

/// The files of a folder, each of which ffprobe or the text in it shows to be whole.
fn media_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    for file in &files {
        let ending = file
            .extension()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if ["mp4", "wav", "jpg", "png", "gif"].contains(&ending.as_str()) {
            let mut probe = command(
                "ffprobe",
                [
                    "-v",
                    "error",
                    "-show_entries",
                    "stream=codec_type",
                    "-of",
                    "csv=p=0",
                ],
            );
            let streams = output(probe.arg(file))?;
            ensure!(
                !streams.trim().is_empty(),
                "{} holds nothing",
                file.display()
            );
        } else {
            ensure!(fs::metadata(file)?.len() > 0, "{} is empty", file.display());
        }
    }
    Ok(files)
}
