//! Files that the system hands in: “Open with Patchbay”, a file dropped on the program's icon, or
//! paths on the command line.
//!
//! They wait until the page takes them, since a window that is still loading cannot be told of
//! them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tauri::{AppHandle, Emitter, Manager, State, WebviewWindow};

/// Files that the page has not taken yet, as absolute paths in the order in which they were handed
/// in.
#[derive(Default)]
pub(crate) struct OpenedFiles(Mutex<Vec<PathBuf>>);

/// Gives the waiting files to the page, once.
#[tauri::command]
pub(crate) fn take_opened_files(opened: State<'_, OpenedFiles>) -> Vec<PathBuf> {
    std::mem::take(&mut *opened.0.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Keeps the files for the page, tells it, and brings the window to the front.
pub(crate) fn hand_in(tauri: &AppHandle, files: Vec<PathBuf>) {
    let Some(opened) = tauri.try_state::<OpenedFiles>() else {
        return;
    };
    opened
        .0
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .extend(files);
    if let Err(error) = tauri.emit("opened", ()) {
        tracing::error!(%error, "the window was not told of opened files");
    }
    for window in tauri.webview_windows().values() {
        let shown = window
            .unminimize()
            .and_then(|()| WebviewWindow::set_focus(window));
        if let Err(error) = shown {
            tracing::warn!(%error, "the window could not be brought to the front");
        }
    }
}

/// The files among a program's arguments, relative ones taken from `folder`. The first argument is
/// the program's own name; what is not a file is left out.
pub(crate) fn files_among(
    arguments: impl IntoIterator<Item = OsString>,
    folder: &Path,
) -> Vec<PathBuf> {
    arguments
        .into_iter()
        .skip(1)
        .map(|argument| folder.join(argument))
        .filter(|path| path.is_file())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::Path;

    use super::files_among;

    #[test]
    fn files_are_told_from_options_and_from_the_program_itself() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = std::env::current_exe().unwrap().into_os_string();
        let absolute = folder.join("Cargo.toml").into_os_string();
        let arguments = [
            program,
            "README.md".into(),
            "--option".into(),
            "missing.mp4".into(),
            "docs".into(),
            absolute,
        ];
        let expected = [folder.join("README.md"), folder.join("Cargo.toml")];
        assert_eq!(files_among(arguments, folder), expected);
        assert!(files_among(Vec::<OsString>::new(), folder).is_empty());
    }
}
