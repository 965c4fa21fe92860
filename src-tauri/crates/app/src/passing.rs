//! Folders to work in that are gone when their program ends, and those of programs that could not
//! remove theirs any more.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

const PREFIX: &str = "patchbay-";
/// Number of random letters that follow the prefix.
const LETTERS: usize = 6;

/// A new folder for the owner alone, removed with the value. What earlier programs left is cleared:
/// each holds copies of a person's files.
///
/// # Errors
/// No folder can be made.
pub fn passing_folder() -> std::io::Result<TempDir> {
    let folder = tempfile::Builder::new()
        .prefix(PREFIX)
        .rand_bytes(LETTERS)
        .tempdir()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700))?;
    }
    if let Some(beside) = folder.path().parent() {
        clear(beside, folder.path());
    }
    Ok(folder)
}

/// Removes the folders beside `own` that hold a store which no program has open.
fn clear(beside: &Path, own: &Path) {
    for entry in fs::read_dir(beside).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_called_so = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX))
            .is_some_and(|rest| {
                rest.len() == LETTERS && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
        let path = entry.path();
        let is_left = || {
            path != own
                && entry.file_type().is_ok_and(|kind| kind.is_dir())
                && is_of_same_owner(&path, own)
                && patchbay_store::is_left(&path)
        };
        if is_called_so
            && is_left()
            && let Err(error) = fs::remove_dir_all(&path)
        {
            tracing::debug!(%error, "a folder that an earlier program left stays");
        }
    }
}

#[cfg(unix)]
fn is_of_same_owner(path: &Path, own: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| Some(fs::symlink_metadata(path).ok()?.uid());
    owner(path).is_some_and(|uid| owner(own) == Some(uid))
}

#[cfg(not(unix))]
fn is_of_same_owner(_path: &Path, _own: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use patchbay_store::Store;

    use super::*;

    #[test]
    fn only_folders_that_no_program_has_open_are_cleared() {
        let temporary = tempfile::tempdir().unwrap();
        let place = |name: &str| temporary.path().join(name);
        let open = Store::open(&place("patchbay-OPENab")).unwrap();
        for name in ["patchbay-LEFTab", "patchbay-longer-name", "other-LEFTab"] {
            drop(Store::open(&place(name)).unwrap());
        }
        // Of another kind, and one that is just beginning.
        fs::write(place("patchbay-FILEab"), "mine").unwrap();
        for name in ["patchbay-NEWabc", "patchbay-OWNabc"] {
            fs::create_dir(place(name)).unwrap();
        }
        clear(temporary.path(), &place("patchbay-OWNabc"));
        let mut left: Vec<_> = fs::read_dir(temporary.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(
            left,
            [
                "other-LEFTab",
                "patchbay-FILEab",
                "patchbay-NEWabc",
                "patchbay-OPENab",
                "patchbay-OWNabc",
                "patchbay-longer-name"
            ]
        );
        drop(open);
    }
}
