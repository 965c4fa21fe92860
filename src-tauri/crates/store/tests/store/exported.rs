//! Copies at places that a person chose: whole, over ordinary files only, and nothing left beside.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use patchbay_store::{Store, StoreError};

#[cfg(unix)]
#[test]
fn nothing_but_ordinary_files_is_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::os::unix::net::UnixListener;

    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("data")).unwrap();
    let asset = store.import_reader(&b"new"[..], "new").unwrap();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("file"), "old").unwrap();
    symlink(place("file"), place("link")).unwrap();
    symlink(place("nowhere"), place("dangling")).unwrap();
    fs::create_dir(place("folder")).unwrap();
    let _socket = UnixListener::bind(place("socket")).unwrap();
    for name in ["link", "dangling", "folder", "socket"] {
        let refused = store.export(&asset.id, &place(name), |_| {}).unwrap_err();
        assert!(
            matches!(refused, StoreError::NotReplaced { .. }),
            "{name}: {refused}"
        );
    }
    assert!(place("link").is_symlink() && place("dangling").is_symlink());
    assert!(
        fs::metadata(place("socket"))
            .unwrap()
            .file_type()
            .is_socket()
    );
    assert_eq!(fs::read(place("file")).unwrap(), b"old");
    store.export(&asset.id, &place("file"), |_| {}).unwrap();
    assert_eq!(fs::read(place("file")).unwrap(), b"new");
}

#[test]
fn copies_that_were_left_half_written_are_cleared_by_the_next_save() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("data")).unwrap();
    let asset = store.import_reader(&b"new"[..], "new").unwrap();
    let place = |name: &str| folder.path().join(name);
    let names = [
        ".patchbay-aB3xY9",
        ".patchbay-fresh1",
        ".patchbay-notes.txt",
    ];
    for name in names {
        fs::write(place(name), "half").unwrap();
    }
    let long_ago = SystemTime::now() - Duration::from_hours(3);
    for name in [names[0], names[2]] {
        let file = File::options().write(true).open(place(name)).unwrap();
        file.set_modified(long_ago).unwrap();
    }
    store.export(&asset.id, &place("result"), |_| {}).unwrap();
    assert_eq!(names.map(|name| place(name).exists()), [false, true, true]);
}
