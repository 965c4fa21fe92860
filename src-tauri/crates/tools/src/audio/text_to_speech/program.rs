//! Calling espeak-ng. It is called as a program, not linked, and gets the text through its standard
//! input, so that no text can be an option.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use patchbay_domain::Cancelled;
use patchbay_media::audio::{self, AudioBuffer};

use crate::ToolError;

/// The names of the program, the best first.
const NAMES: [&str; 2] = ["espeak-ng", "espeak"];
/// Words in a minute: its own 175 are hurried.
const SPEED: &str = "160";
/// Maximum length of its messages that are passed on, in characters.
const MESSAGE: usize = 200;
/// Interval at which a running program is looked after.
const LOOK: Duration = Duration::from_millis(2);

/// The program, and a folder for its files.
pub(in crate::audio) struct Program {
    program: PathBuf,
    folder: PathBuf,
}

/// Sentence that says what this computer lacks where the program is not installed; none where it
/// is.
pub(in crate::audio) fn missing() -> Option<String> {
    installed().is_none().then(|| {
        let how = if cfg!(target_os = "macos") {
            "with Homebrew: brew install espeak-ng"
        } else if cfg!(windows) {
            "from github.com/espeak-ng/espeak-ng/releases"
        } else {
            "with the system's package manager, such as: sudo apt install espeak-ng"
        };
        format!("Reading aloud needs the program espeak-ng (about 12 MB). Install it {how}.")
    })
}

/// Path of the program, if it is installed.
fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    // Programs that are started from a window do not get the shell's path.
    folders.extend(
        [
            "/opt/homebrew/bin",
            "/usr/local/bin",
            "C:\\Program Files\\eSpeak NG",
        ]
        .map(PathBuf::from),
    );
    let file = |name: &str| OsString::from(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(|folder| folder.join(file(name))))
        .find(|path| path.is_file())
}

impl Program {
    /// The program, working in a folder.
    pub(in crate::audio) fn find(folder: &Path) -> Result<Self, ToolError> {
        let program =
            installed().ok_or_else(|| ToolError::Missing(missing().unwrap_or_default()))?;
        Ok(Self {
            program,
            folder: folder.to_owned(),
        })
    }

    /// The first of some voices that is installed.
    pub(in crate::audio) fn voice(&self, wanted: &[&str]) -> Result<String, ToolError> {
        let knows = |voice: &&&str| {
            let mut call = Command::new(&self.program);
            call.args(["-q", "-v", voice, ""])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            call.status().is_ok_and(|status| status.success())
        };
        let found = wanted.iter().find(knows).map(|voice| (*voice).to_owned());
        found.ok_or_else(|| {
            ToolError::Failed(
                "espeak-ng has no voice on this computer. Install it anew.".to_owned(),
            )
        })
    }

    /// Says a sentence; none where nothing of it is pronounced. `check` is called often and stops
    /// it.
    pub(in crate::audio) fn say(
        &self,
        sentence: &str,
        voice: &str,
        check: &dyn Fn() -> Result<(), Cancelled>,
    ) -> Result<Option<AudioBuffer>, ToolError> {
        let file = self.folder.join("sentence.wav");
        let mut call = Command::new(&self.program);
        call.args(["-b", "1", "-v", voice, "-s", SPEED, "--stdin", "-w"])
            .arg(&file);
        call.stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let failed = |reason: String| {
            ToolError::Failed(format!("espeak-ng could not read the text aloud: {reason}"))
        };
        let mut running = call.spawn().map_err(|error| failed(error.to_string()))?;
        // The input ends when the pipe is dropped. A program that ends early says why by its
        // status.
        if let Some(mut pipe) = running.stdin.take() {
            let _ = pipe.write_all(sentence.as_bytes());
        }
        let is_done = wait(&mut running, check);
        let mut message = String::new();
        if let Some(errors) = running.stderr.take() {
            let _ = errors.take(4 * MESSAGE as u64).read_to_string(&mut message);
        }
        let said = match is_done {
            Ok(true) => audio::read(&file, "the speech")
                .map(Some)
                .map_err(ToolError::from),
            Ok(false) => Err(failed(message.trim().chars().take(MESSAGE).collect())),
            Err(error) => Err(error),
        };
        let _ = std::fs::remove_file(&file);
        match said {
            // A file without samples: signs that are not pronounced.
            Err(ToolError::Input(_)) => Ok(None),
            other => other,
        }
    }
}

/// Waits until a program ends; whether it ended well. It is ended where `check` says so.
fn wait(running: &mut Child, check: &dyn Fn() -> Result<(), Cancelled>) -> Result<bool, ToolError> {
    loop {
        match running.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) => std::thread::sleep(LOOK),
            Err(error) => {
                return Err(ToolError::Failed(format!(
                    "espeak-ng cannot be waited for: {error}."
                )));
            }
        }
        if let Err(stopped) = check() {
            let _ = running.kill();
            let _ = running.wait();
            return Err(stopped.into());
        }
    }
}
