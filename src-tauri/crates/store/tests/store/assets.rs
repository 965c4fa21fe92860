//! Content-addressed files: whole or not there, kept once, never outside the folder.

use std::fs;
use std::io::{self, Read, Write};

use patchbay_store::{AssetId, Store, StoreError};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn files_below(folder: &std::path::Path) -> usize {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .map(|path| if path.is_dir() { files_below(&path) } else { 1 })
        .sum()
}

#[test]
fn identical_content_is_kept_once_however_it_comes_in() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let content = b"the same bytes".repeat(100_000);
    let given = folder.path().join("given.bin");
    let made = store.scratch().join("made.bin");
    fs::write(&given, &content).unwrap();
    fs::write(&made, &content).unwrap();
    let by_reader = store
        .import_reader(content.as_slice(), "given.bin")
        .unwrap();
    assert_eq!(store.import_file(&given, "given.bin").unwrap(), by_reader);
    assert_eq!(store.adopt(&made, "made.bin").unwrap(), by_reader);
    assert!(
        given.exists() && !made.exists(),
        "importing copies, adopting moves"
    );
    assert_eq!(by_reader.bytes, content.len() as u64);
    assert_eq!(
        by_reader.id.as_str(),
        blake3::hash(&content).to_hex().as_str()
    );
    assert_eq!(files_below(&folder.path().join("assets")), 1);
    assert_eq!(files_below(&folder.path().join("incoming")), 0);
    store.verify(&by_reader.id).unwrap();
}

#[test]
fn a_new_file_is_adopted_by_moving_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let made = store.scratch().join("made.bin");
    fs::write(&made, b"made").unwrap();
    let asset = store.adopt(&made, "made.bin").unwrap();
    assert_eq!(fs::read(store.asset_path(&asset.id)).unwrap(), b"made");
    assert!(!made.exists());
}

#[test]
fn a_damaged_asset_is_noticed_and_mended_by_the_same_content() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let asset = store.import_reader(&b"whole"[..], "a").unwrap();
    for damage in ["cut", "longer than before", "whOle"] {
        fs::write(store.asset_path(&asset.id), damage).unwrap();
        assert!(matches!(
            store.verify(&asset.id),
            Err(StoreError::Damaged { .. })
        ));
        store.import_reader(&b"whole"[..], "a").unwrap();
        store.verify(&asset.id).unwrap();
    }
    let absent = AssetId::parse(&"0".repeat(64)).unwrap();
    assert!(matches!(
        store.verify(&absent),
        Err(StoreError::NotFound { what: "asset", .. })
    ));
}

#[test]
fn a_reader_that_breaks_off_leaves_nothing() {
    struct Breaks;
    impl Read for Breaks {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable was pulled"))
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let error = store
        .import_reader((&b"half"[..]).chain(Breaks), "clip.mp4")
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "“clip.mp4” cannot be read: the cable was pulled. Was it moved or deleted?"
    );
    let mut writer = store.incoming().unwrap();
    writer.write_all(b"half").unwrap();
    drop(writer);
    assert_eq!(
        files_below(&folder.path().join("assets")) + files_below(&folder.path().join("incoming")),
        0
    );
}

#[test]
fn only_regular_files_come_in() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let error = store.import_file(folder.path(), "pictures").unwrap_err();
    assert!(error.to_string().contains("it is a folder"), "{error}");
    let error = store
        .import_file(&folder.path().join("gone.png"), "gone.png")
        .unwrap_err();
    assert!(
        error.to_string().starts_with("“gone.png” cannot be read"),
        "{error}"
    );
    #[cfg(unix)]
    {
        let error = store
            .import_file(std::path::Path::new("/dev/zero"), "zero")
            .unwrap_err();
        assert!(error.to_string().contains("not a regular file"), "{error}");
    }
}

#[test]
fn exporting_replaces_only_by_the_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let asset = store.import_reader(&b"result"[..], "a").unwrap();
    let target = folder.path().join("saved.bin");
    fs::write(&target, b"older and longer").unwrap();
    store.export(&asset.id, &target, |_| {}).unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"result");
    assert!(
        store
            .export(
                &asset.id,
                &folder.path().join("no such folder/saved.bin"),
                |_| {}
            )
            .is_err()
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let ordinary = folder.path().join("ordinary");
        fs::write(&ordinary, b"").unwrap();
        assert_eq!(
            mode(&target),
            mode(&ordinary),
            "a saved file is readable for whom other new files are"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn nothing_but_a_hash_becomes_a_path(id in "\\PC{0,70}|[0-9a-fA-F/.]{64}|(\\.\\./){21}.") {
        let valid = id.len() == 64 && id.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        prop_assert_eq!(AssetId::parse(&id).is_ok(), valid);
    }
}
