//! Folders that are watched: whether they can be, and which of their files a recipe takes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use patchbay_domain::{Recipe, ResourceType, Toolbox};
use patchbay_media::{MediaError, MediaKind};
use patchbay_store::FileVersion;

use super::folder::{all_files, name_of};
use super::import::resource_type;
use crate::error::Error;

/// A file in a folder that is watched.
#[derive(Debug, Clone)]
pub(crate) struct FoundFile {
    pub(crate) path: PathBuf,
    pub(crate) version: FileVersion,
}

/// The files of a folder and of folders in it, by name: ordinary ones that are not hidden, and hold something. One without a byte
/// is yet to be written; a link may lead anywhere.
///
/// # Errors
/// The folder is not there, cannot be read, or holds too many files.
pub(crate) fn files(folder: &Path) -> Result<Vec<FoundFile>, Error> {
    check_is_there(folder)?;
    let found = all_files(folder)?.into_iter().filter_map(|path| {
        let version = version(folder, &path)?;
        Some(FoundFile { path, version })
    });
    Ok(found.collect())
}

/// A file as it is now; none where it is gone, no ordinary file, or empty.
pub(crate) fn version(folder: &Path, path: &Path) -> Option<FileVersion> {
    let facts = fs::symlink_metadata(path).ok()?;
    if !facts.is_file() || facts.len() == 0 {
        return None;
    }
    let since = facts.modified().ok()?.duration_since(UNIX_EPOCH);
    let within = path.strip_prefix(folder).unwrap_or(path);
    Some(FileVersion {
        path: within.to_string_lossy().into_owned(),
        bytes: facts.len() as i64,
        modified: since.map_or(0, |since| since.as_nanos() as i64),
    })
}

/// The type of the one file that a recipe begins with; none where it begins with none or several, or with what no file is.
pub(crate) fn taken_by<'a>(recipe: &'a Recipe, toolbox: &Toolbox) -> Option<&'a ResourceType> {
    let [given] = recipe.given.as_slice() else {
        return None;
    };
    let wanted = &given.resource_type;
    let kinds = [
        MediaKind::Image,
        MediaKind::Audio,
        MediaKind::Video,
        MediaKind::Text,
    ];
    let mut types = kinds.into_iter().map(resource_type);
    types
        .any(|one| toolbox.fits(&one, wanted))
        .then_some(wanted)
}

/// Whether a file is of a type by what it holds, or is called so: one that is damaged is to be told of.
pub(crate) fn is_of(path: &Path, wanted: &ResourceType, toolbox: &Toolbox) -> bool {
    let name = name_of(path);
    let kind = match patchbay_media::probe(path, &name) {
        Ok(facts) => Some(facts.kind),
        Err(_) => patchbay_media::promised_kind(&name),
    };
    kind.is_some_and(|kind| toolbox.fits(&resource_type(kind), wanted))
}

/// Refuses a folder that is not there.
///
/// # Errors
/// It is not there, or is no folder.
pub(crate) fn check_is_there(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() {
        return Ok(());
    }
    Err(Error::FolderMissing {
        name: name_of(folder),
    })
}

/// Refuses a folder for results that is not there or cannot be written into.
///
/// # Errors
/// As said; a file that is gone at once is made in it.
pub(crate) fn check_output(folder: &Path) -> Result<(), Error> {
    check_is_there(folder)?;
    tempfile::tempfile_in(folder).map_err(|error| {
        Error::Media(MediaError::Unwritable {
            name: name_of(folder),
            reason: error.to_string(),
        })
    })?;
    Ok(())
}

/// Refuses to watch a folder where what comes of its files is written into it again: by itself, by way of other folders that are
/// watched, or because the application keeps its own files (`data`) there. `others`: the other folders with what their results are
/// written into.
///
/// # Errors
/// As said.
pub(crate) fn check_round(
    (folder, output): (&Path, &Path),
    others: &[(PathBuf, PathBuf)],
    data: &Path,
) -> Result<(), Error> {
    let refused = |output: &Path| Error::WouldGoRound {
        name: name_of(folder),
        output: name_of(output),
    };
    let (watched, data) = (real(folder), real(data));
    if data.starts_with(&watched) || watched.starts_with(&data) {
        return Err(refused(&data));
    }
    let others: Vec<_> = others
        .iter()
        .map(|(folder, output)| (real(folder), real(output)))
        .collect();
    let mut seen = BTreeSet::new();
    let mut open = vec![real(output)];
    while let Some(written) = open.pop() {
        if written.starts_with(&watched) {
            return Err(refused(output));
        }
        let next = others
            .iter()
            .filter(|(folder, _)| written.starts_with(folder));
        let next: Vec<_> = next.map(|(_, output)| output.clone()).collect();
        if seen.insert(written) {
            open.extend(next);
        }
    }
    Ok(())
}

/// A path without links in it; as it stands where it is not there.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_round(folder: &str, output: &str, others: &[(&str, &str)]) -> bool {
        let others: Vec<_> = others
            .iter()
            .map(|(folder, output)| (PathBuf::from(folder), PathBuf::from(output)))
            .collect();
        let pair = (Path::new(folder), Path::new(output));
        check_round(pair, &others, Path::new("/no/data")).is_err()
    }

    #[test]
    fn results_never_come_back_as_new_files() {
        assert!(goes_round("/no/in", "/no/in", &[]));
        assert!(goes_round("/no/in", "/no/in/done", &[]));
        assert!(!goes_round("/no/in", "/no/in-done", &[]));
        assert!(!goes_round("/no/all/in", "/no/all", &[]));
        let chain = [("/no/b", "/no/c"), ("/no/c", "/no/d")];
        assert!(!goes_round("/no/a", "/no/b", &chain));
        assert!(goes_round("/no/d", "/no/b/x", &chain));
        assert!(!goes_round(
            "/no/e",
            "/no/b",
            &[("/no/b", "/no/b2"), ("/no/b2", "/no/b")]
        ));
        assert!(goes_round("/no", "/other", &[]), "what is kept lies in it");
        assert!(goes_round("/no/data/assets", "/other", &[]));
    }
}
