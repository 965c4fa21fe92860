//! Runs other programs from the workspace's folder, and says which before it does.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};

/// Number of the last lines of a part that failed that are said again.
const LAST: usize = 60;

/// The workspace's folder, as Cargo, which runs this, finds it now. It may have been moved since
/// this was built.
pub(crate) fn root() -> PathBuf {
    let package =
        std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&package)
        .parent()
        .expect("xtask lies in the workspace")
        .to_path_buf()
}

/// Folder that cargo builds to.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |path| root().join(path))
}

/// A program that cargo built, under its profile's folder (`debug`, `release`).
pub(crate) fn built(profile: &str, name: &str) -> PathBuf {
    target()
        .join(profile)
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// A call of a program, in the workspace's folder.
pub(crate) fn command<P: AsRef<OsStr>, A: AsRef<OsStr>>(
    program: P,
    arguments: impl IntoIterator<Item = A>,
) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// cargo, the one that runs this program.
pub(crate) fn cargo<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    command(
        std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        arguments,
    )
}

/// npm in the web interface's folder.
pub(crate) fn npm<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut npm = command(if cfg!(windows) { "npm.cmd" } else { "npm" }, arguments);
    npm.current_dir(root().join("ui"));
    npm
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_stem()
        .unwrap_or_default();
    std::iter::once(program)
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Shows a command and runs it; returns an error if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let words = shown(command);
    eprintln!("\x1b[2m$ {words}\x1b[0m");
    let status = command
        .status()
        .with_context(|| format!("cannot start `{words}`"))?;
    if !status.success() {
        bail!("`{words}` failed ({status})");
    }
    Ok(())
}

/// Runs as [`run`] does. Where nobody watches a terminal, the error has the last lines that the
/// program printed: what other parts print after it would hide them.
pub(crate) fn run_part(command: &mut Command) -> Result<()> {
    if std::io::stderr().is_terminal() {
        return run(command);
    }
    let words = shown(command);
    eprintln!("$ {words}");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{words}`"))?;
    let lines = Mutex::new(VecDeque::new());
    let (out, err) = (
        child.stdout.take().context("no output")?,
        child.stderr.take().context("no output")?,
    );
    std::thread::scope(|scope| {
        scope.spawn(|| pass_on(out, &lines));
        pass_on(err, &lines);
    });
    let status = child.wait()?;
    if !status.success() {
        let lines = lines
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        bail!(
            "`{words}` failed ({status}). It printed last:\n{}",
            Vec::from(lines).join("\n")
        );
    }
    Ok(())
}

/// Prints what a program prints, and keeps the last [`LAST`] lines of it.
fn pass_on(stream: impl Read, lines: &Mutex<VecDeque<String>>) {
    for line in BufReader::new(stream).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        eprintln!("{line}");
        let mut lines = lines
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if lines.len() == LAST {
            // Which tests failed is said long before the end where other crates' tests follow.
            let place = lines
                .iter()
                .position(|line: &String| !is_telling(line))
                .unwrap_or(0);
            lines.remove(place);
        }
        lines.push_back(line);
    }
}

/// Whether a line names a test that failed, or the place.
fn is_telling(line: &str) -> bool {
    line.ends_with("... FAILED") || line.contains(" panicked at ")
}

/// Returns what a command prints to standard output, or an error if it fails.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let words = shown(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{words}`"))?;
    if !output.status.success() {
        bail!("`{words}` failed ({})", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a program can be started with `--version`.
pub(crate) fn is_there(program: impl AsRef<OsStr>) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
