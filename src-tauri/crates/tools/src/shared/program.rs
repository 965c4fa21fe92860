//! Programs of other makers that this computer has: finding them, and running one as a step that
//! can be stopped. Arguments go to the program one by one and through no shell, so a name of a file
//! can say nothing to it.

use std::env;
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use crate::{Context, ToolError};

/// Interval at which a running program is looked at: what it costs to notice its end, and the wait
/// before stopping.
const GLANCE: Duration = Duration::from_millis(5);
/// The most that is kept of what a program prints.
const MOST_OUTPUT: u64 = 64 << 20;
/// Folders of programs that a window's search path often leaves out.
const USUAL: [&str; 4] = [
    "/usr/bin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/snap/bin",
];

/// Path of a program, by its name without ending: in the search path, in the usual places, or in
/// one of `folders`.
pub(crate) fn find(name: &str, folders: &[&str]) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH").unwrap_or_default();
    let usual = USUAL
        .iter()
        .filter(|_| cfg!(unix))
        .chain(folders)
        .map(PathBuf::from);
    env::split_paths(&path)
        .chain(usual)
        .map(|folder| folder.join(&file))
        .find(|found| can_run(found))
}

#[cfg(unix)]
fn can_run(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|facts| facts.is_file() && facts.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn can_run(file: &Path) -> bool {
    file.is_file()
}

/// Runs a program to its end and answers what it printed (at most 64 MB). It is killed where the
/// step is stopped.
///
/// # Errors
/// The step was stopped, the program does not start, or it says that it failed; then the message
/// has its last words.
pub(crate) fn run<A: AsRef<OsStr>>(
    program: &Path,
    arguments: &[A],
    context: &Context,
) -> Result<Vec<u8>, ToolError> {
    let name = program
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let failed =
        |reason: String| ToolError::Failed(format!("The program {name} failed: {reason}."));
    context.check()?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    without_window(&mut command);
    let mut running = Running(command.spawn().map_err(|error| failed(error.to_string()))?);
    let (out, complaints) = (
        gathered(running.0.stdout.take()),
        gathered(running.0.stderr.take()),
    );
    let status = running
        .wait(context)?
        .map_err(|error| failed(error.to_string()))?;
    let (out, complaints) = (
        out.join().unwrap_or_default(),
        complaints.join().unwrap_or_default(),
    );
    if status.success() {
        return Ok(out);
    }
    let complaints = String::from_utf8_lossy(&complaints).into_owned();
    let last = complaints
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| !line.is_empty());
    Err(failed(last.map_or_else(
        || status.to_string(),
        |line| line.trim_end_matches('.').to_owned(),
    )))
}

/// A program that ends with the value.
struct Running(Child);

impl Running {
    fn wait(&mut self, context: &Context) -> Result<std::io::Result<ExitStatus>, ToolError> {
        loop {
            context.check()?;
            match self.0.try_wait() {
                Ok(Some(status)) => return Ok(Ok(status)),
                Ok(None) => thread::sleep(GLANCE),
                Err(error) => return Ok(Err(error)),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail where the program has ended, and then there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads a pipe on a thread of its own: a program whose pipe is full stands still.
fn gathered(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What came before an error is kept; whether the program succeeded, its exit status
            // says.
            let _ = pipe.by_ref().take(MOST_OUTPUT).read_to_end(&mut bytes);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        bytes
    })
}

#[cfg(windows)]
fn without_window(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

#[cfg(not(windows))]
fn without_window(_: &mut Command) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::testing::context;

    #[test]
    fn a_program_is_found_run_and_heard() {
        let shell = find("sh", &[]).expect("every Unix has a shell");
        let (context, _folder) = context();
        let said = run(
            &shell,
            &["-c", "printf '%s' \"$1\"", "sh", "a; b $(c) 'd'"],
            &context,
        );
        assert_eq!(said, Ok(b"a; b $(c) 'd'".to_vec()));
        let told = run(
            &shell,
            &["-c", "echo first >&2; echo 'no such language.' >&2; exit 3"],
            &context,
        );
        assert_eq!(
            told.unwrap_err().to_string(),
            "The program sh failed: no such language."
        );
        assert!(find("no-program-has-this-name", &["/tmp"]).is_none());
    }

    #[test]
    fn a_long_answer_does_not_block_and_a_stop_ends_it() {
        let shell = find("sh", &[]).unwrap();
        let (context, _folder) = context();
        let said = run(
            &shell,
            &[
                "-c",
                "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done",
            ],
            &context,
        );
        assert_eq!(said.unwrap().len(), 3000 * 41);
        let begun = context.folder.join("begun");
        // Never ends by itself.
        let endless = [
            "-c",
            "touch \"$1\"; exec cat /dev/zero",
            "sh",
            begun.to_str().unwrap(),
        ];
        let stopped = thread::scope(|scope| {
            let step = scope.spawn(|| run(&shell, &endless, &context));
            while !begun.exists() && !step.is_finished() {
                thread::yield_now();
            }
            context.progress.cancel();
            step.join().unwrap()
        });
        assert!(begun.exists());
        assert_eq!(stopped, Err(ToolError::Cancelled));
    }
}
