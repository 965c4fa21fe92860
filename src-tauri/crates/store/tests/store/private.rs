//! Stored files are for their owner alone.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use patchbay_store::Store;

/// Everything below a folder, and the folder itself, that others may read.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let mode = fs::symlink_metadata(folder).unwrap().permissions().mode();
    let mut open: Vec<PathBuf> = (mode & 0o077 != 0)
        .then(|| folder.to_owned())
        .into_iter()
        .collect();
    if folder.is_dir() {
        for entry in fs::read_dir(folder).unwrap() {
            open.extend(open_to_others(&entry.unwrap().path()));
        }
    }
    open
}

#[test]
fn a_new_folder_is_closed_and_so_is_what_comes_into_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("above/data");
    let store = Store::open(&data).unwrap();
    store.create_conversation("Trip").unwrap();
    store.import_reader(&b"given"[..], "given").unwrap();
    let made = store.scratch().join("made");
    fs::write(&made, "made").unwrap();
    fs::set_permissions(&made, Permissions::from_mode(0o644)).unwrap();
    store.adopt(&made, "made").unwrap();
    assert_eq!(open_to_others(&data), Vec::<PathBuf>::new());
}

#[test]
fn a_folder_of_an_earlier_version_is_closed_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    drop(Store::open(&data).unwrap());
    for name in ["assets/ab", "previews"] {
        fs::create_dir_all(data.join(name)).unwrap();
    }
    for name in ["assets/ab/cd", "previews/a.jpg"] {
        fs::write(data.join(name), "x").unwrap();
        fs::set_permissions(data.join(name), Permissions::from_mode(0o644)).unwrap();
    }
    for name in ["", "assets", "assets/ab", "previews"] {
        fs::set_permissions(data.join(name), Permissions::from_mode(0o755)).unwrap();
    }
    fs::set_permissions(data.join("patchbay.db"), Permissions::from_mode(0o644)).unwrap();
    let _store = Store::open(&data).unwrap();
    assert_eq!(open_to_others(&data), Vec::<PathBuf>::new());
}

#[test]
fn a_folder_that_holds_other_things_too_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letter.txt"), "mine").unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(
        folder.path().join("letter.txt"),
        Permissions::from_mode(0o644),
    )
    .unwrap();
    let _store = Store::open(folder.path()).unwrap();
    let mut expected = vec![folder.path().to_owned(), folder.path().join("letter.txt")];
    let mut open = open_to_others(folder.path());
    open.sort();
    expected.sort();
    assert_eq!(open, expected);
}
