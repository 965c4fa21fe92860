//! Recipes in files: written into what is saved, read from it, and taken out of it.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use patchbay_domain::Recipe;
use patchbay_media::{MediaError, xmp};

use crate::error::Error;

/// A recipe in the form in which files carry it.
pub(crate) struct Written(String);

impl Written {
    /// A recipe as files carry it.
    pub(crate) fn new(recipe: &Recipe) -> Result<Self, Error> {
        let written = serde_json::to_string(recipe);
        written.map(Self).map_err(|error| Error::Internal {
            reason: error.to_string(),
        })
    }

    /// Writes it into a file. Without it the file is as good, so that it fails is no reason not to
    /// save.
    pub(crate) fn write(&self, path: &Path, name: &str) {
        if let Err(error) = xmp::write_text(path, name, &self.0) {
            tracing::warn!(%error, "a recipe was left out");
        }
    }
}

/// The recipe that a file carries; none where it carries none.
///
/// # Errors
/// The file cannot be read, or what it carries is no recipe.
pub fn recipe_in(path: &Path, name: &str) -> Result<Option<Recipe>, Error> {
    let Some(text) = xmp::read_text(path, name)? else {
        return Ok(None);
    };
    let recipe = serde_json::from_str(&text).map_err(|error| {
        Error::unsuitable(
            format!("The recipe in “{name}” cannot be read: {error}."),
            "",
        )
    })?;
    Ok(Some(recipe))
}

/// Takes the recipe out of a file and leaves everything else as it is; answers whether there was
/// one. The file is replaced only by the whole one without it.
///
/// # Errors
/// The file cannot be read or replaced.
pub fn strip_recipe(path: &Path, name: &str) -> Result<bool, Error> {
    if xmp::read_text(path, name)?.is_none() {
        return Ok(false);
    }
    let replaced = || -> io::Result<Result<bool, MediaError>> {
        // What a link leads to is replaced, not the link.
        let path = path.canonicalize()?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut copy = tempfile::Builder::new()
            .prefix(".patchbay-")
            .tempfile_in(folder)?;
        io::copy(&mut File::open(&path)?, &mut copy)?;
        let removed = xmp::remove_text(copy.path(), name);
        if let Ok(true) = removed {
            copy.as_file()
                .set_permissions(fs::metadata(&path)?.permissions())?;
            copy.as_file().sync_all()?;
            copy.persist(&path)?;
        }
        Ok(removed)
    };
    let unwritable = |error: io::Error| MediaError::Unwritable {
        name: name.to_owned(),
        reason: error.to_string(),
    };
    Ok(replaced().map_err(unwritable)??)
}
