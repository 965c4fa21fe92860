//! A server's program, ended with all that it started.

use std::process::Stdio;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::process::{ChildStdin, ChildStdout};

use crate::keys::Key;

/// Variables that every program gets: without them few of them start.
const USUAL: [&str; 12] = [
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "TEMP",
    "TMP",
    "USER",
    "SYSTEMROOT",
    "APPDATA",
    "LOCALAPPDATA",
    "USERPROFILE",
];
/// How long a program that was told to end may take.
const ENDING: Duration = Duration::from_secs(2);

/// A running program. Dropped, it is killed with its whole process group.
pub(super) struct Running(Box<dyn ChildWrapper>);

impl Running {
    /// Starts a program in a process group of its own. Of this program's environment it gets what
    /// is usual and what `environment` names, of which `kept` has values of its own; its messages
    /// about errors are not kept.
    pub(super) fn start(
        program: &str,
        arguments: &[String],
        environment: &[String],
        kept: &[(String, Key)],
    ) -> std::io::Result<(Self, ChildStdout, ChildStdin)> {
        let mut command = CommandWrap::with_new(program, |command| {
            command.args(arguments).env_clear();
            for name in USUAL
                .into_iter()
                .chain(environment.iter().map(String::as_str))
            {
                if let Some(value) = std::env::var_os(name) {
                    command.env(name, value);
                }
            }
            for (name, value) in kept {
                command.env(name, value.reveal());
            }
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null());
        });
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::tokio::JobObject);
        command.wrap(KillOnDrop);
        let mut child = command.spawn()?;
        let (output, input) = (child.stdout().take(), child.stdin().take());
        let (Some(output), Some(input)) = (output, input) else {
            return Err(std::io::Error::other(
                "its input or output could not be opened",
            ));
        };
        Ok((Self(child), output, input))
    }

    /// Waits a moment for the program to end by itself, as its input has been closed. What is left
    /// of it is killed as it is dropped.
    pub(super) async fn ended(mut self) {
        let _ = tokio::time::timeout(ENDING, self.0.inner_mut().wait()).await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already where this fails.
        let _ = self.0.start_kill();
    }
}
