//! A folder for what a tool needs while it works.

use std::io;
use std::path::{Path, PathBuf};

/// A new folder in the step's own, which is removed at the end with all that is in it.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// Makes it.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub(super) fn within(folder: &Path) -> io::Result<Self> {
        let scratch = Self(folder.join("scratch"));
        std::fs::create_dir_all(&scratch.0)?;
        Ok(scratch)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The step's own folder is removed anyway.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
