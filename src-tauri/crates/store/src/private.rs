//! Modes of stored files, which are for their owner alone: folders have mode 0700, files 0600,
//! whatever the system's umask. On systems without such modes a person's own folders are private by
//! themselves.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Entries of a store's folder that are made here or by the application.
#[cfg(unix)]
const OWN: [&str; 9] = [
    "assets",
    "incoming",
    "scratch",
    "previews",
    "models",
    "lock",
    "open.html",
    "cache",
    "logs",
];
#[cfg(unix)]
const DATABASE: &str = "patchbay.db";

/// Makes a folder, and those above it that are missing, for the owner alone.
///
/// # Errors
/// The system refuses it.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a missing file for the owner alone. An existing one keeps its content.
pub(crate) fn make_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes from others what an earlier version let them read: the files of the store, and its folder
/// where nothing else lies in it. Files are looked through once: afterwards their folders are closed.
///
/// # Errors
/// The folder cannot be read.
#[cfg(unix)]
pub(crate) fn close(folder: &Path) -> io::Result<()> {
    let mut is_ours_alone = true;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if OWN.contains(&&*name) || name.starts_with(DATABASE) {
            // Models are public, and may be shared with other programs.
            if name != "models" {
                close_below(&entry.path());
            }
        } else {
            is_ours_alone = false;
        }
    }
    if is_ours_alone {
        let _ = close_one(folder);
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn close(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Closes a file, or a folder with all that is in it unless it was closed already.
#[cfg(unix)]
fn close_below(path: &Path) {
    if !matches!(close_one(path), Ok(Some(Closed::Folder))) {
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        close_below(&entry.path());
    }
}

/// Kind of entry that was open to others until now.
#[cfg(unix)]
enum Closed {
    File,
    Folder,
}

/// Closes a file or folder that is open to others; none where it was not, or is no such thing.
#[cfg(unix)]
fn close_one(path: &Path) -> io::Result<Option<Closed>> {
    use std::os::unix::fs::PermissionsExt;
    let facts = fs::symlink_metadata(path)?;
    let mode = facts.permissions().mode();
    // Folders such as /tmp belong to everybody.
    let is_shared = mode & 0o1000 != 0;
    if mode.trailing_zeros() >= 6 || is_shared || !(facts.is_dir() || facts.is_file()) {
        return Ok(None);
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700))?;
    Ok(Some(if facts.is_dir() {
        Closed::Folder
    } else {
        Closed::File
    }))
}

/// Closes a file that came from elsewhere.
#[cfg(unix)]
pub(crate) fn close_file(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
pub(crate) fn close_file(_path: &Path) -> io::Result<()> {
    Ok(())
}
