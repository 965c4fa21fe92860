//! A full disk is one clear error, and nothing that was kept before is lost. The disk is a small
//! one in memory, mounted in a name space of the test's own; where the system does not permit that,
//! the largest size of a file is limited instead.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use patchbay_store::{Asset, Store, StoreError};

use crate::support::note;

const FOLDER: &str = "PATCHBAY_TEST_FILLS";

/// Fills the disk below a folder that its environment names; run in a process of its own.
#[test]
fn filler() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let folder = Path::new(&folder);
    let store = Store::open(folder).unwrap();
    let conversation = store.create_conversation("full").unwrap();
    let mut kept: Vec<Asset> = Vec::new();
    let refused = (0_u32..).find_map(|number| {
        match store.import_reader(
            number
                .to_le_bytes()
                .repeat(40_000 << (number / 4))
                .as_slice(),
            "noise.bin",
        ) {
            Ok(asset) => kept.push(asset),
            Err(error) => return Some(error),
        }
        None
    });
    assert!(
        matches!(&refused, Some(StoreError::Full { folder: named }) if named == folder),
        "{refused:?}"
    );
    assert!(!kept.is_empty());
    // Rows go on until they do not fit either; each is there or not, and the error says why.
    let mut rows = Vec::new();
    let refused = (0..200_000).find_map(|number| {
        match store.add_artifact(note(
            &conversation.id,
            &format!("{number} {}", "long name ".repeat(2000)),
        )) {
            Ok(artifact) => rows.push(artifact),
            Err(error) => return Some(error),
        }
        None
    });
    let clear = match refused {
        Some(StoreError::Full { .. }) => true,
        // A limited file is not a full disk: SQLite knows no better than that it cannot be written.
        Some(StoreError::Database { reason, .. }) => {
            std::env::var_os("PATCHBAY_TEST_LIMIT").is_some() && !reason.is_empty()
        }
        other => panic!("{other:?}"),
    };
    assert!(clear);
    assert_eq!(
        store.artifacts(&conversation.id).unwrap(),
        rows,
        "nothing was lost, and nothing half kept"
    );
    assert_eq!(
        std::fs::read_dir(folder.join("incoming")).unwrap().count(),
        0,
        "what did not fit is gone"
    );
    for asset in &kept {
        store.verify(&asset.id).unwrap();
    }
    println!("the disk was filled");
}

/// Whether `program` could begin the filler by `script`, and the filler was content.
fn passes(program: &str, script: &str, folder: &Path) -> bool {
    let test = std::env::current_exe().unwrap();
    let words: Vec<&str> = program.split(' ').collect();
    let output = Command::new(words[0])
        .args(&words[1..])
        .arg(script)
        .arg("sh")
        .arg(&test)
        .arg(folder)
        .env(FOLDER, folder)
        .output();
    let Ok(output) = output else { return false };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() || !said.contains("running 1 test"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    said.contains("the disk was filled")
}

#[test]
fn a_full_disk_is_one_clear_error_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let fill = "exec \"$1\" --exact full_disk::filler --nocapture";
    let mounted = format!("mount -t tmpfs -o size=4m none \"$2\" && {fill}");
    if !passes(
        "unshare --user --map-root-user --mount sh -c",
        &mounted,
        folder.path(),
    ) {
        let limited = format!("trap '' XFSZ; ulimit -f 4000; PATCHBAY_TEST_LIMIT=1 {fill}");
        assert!(passes("sh -c", &limited, folder.path()));
    }
    Store::open(folder.path()).unwrap();
}
