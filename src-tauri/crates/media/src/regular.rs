//! Ordinary files, told from what only looks like one: opening a named pipe waits until somebody
//! writes, and a device never ends.

use std::fs::{self, File, Metadata};
use std::path::Path;

use crate::MediaError;

/// Opens a file to be read, which people know as `name`. Links are followed.
///
/// # Errors
/// It is gone or may not be read, or is a folder, a pipe, a socket or a device; those are not
/// opened.
pub fn open(path: &Path, name: &str) -> Result<(File, Metadata), MediaError> {
    let unreadable = |error: std::io::Error| MediaError::Unreadable {
        name: name.to_owned(),
        reason: error.to_string(),
    };
    check(path, name)?;
    let file = File::open(path).map_err(unreadable)?;
    let facts = file.metadata().map_err(unreadable)?;
    Ok((file, facts))
}

/// Refuses what is no ordinary file, before anything opens it.
///
/// # Errors
/// As [`open`].
pub fn check(path: &Path, name: &str) -> Result<(), MediaError> {
    let facts = fs::metadata(path).map_err(|error| MediaError::Unreadable {
        name: name.to_owned(),
        reason: error.to_string(),
    })?;
    if facts.is_file() {
        return Ok(());
    }
    let reason = if facts.is_dir() {
        "it is a folder; choose the files in it"
    } else {
        "it is a pipe, a socket or a device; save what comes out of it as a file first"
    };
    Err(MediaError::Malformed {
        name: name.to_owned(),
        wanted: "file",
        reason: reason.to_owned(),
    })
}
