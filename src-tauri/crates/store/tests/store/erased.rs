//! Deleted things leave the disk, and nothing else does.

use std::fs;
use std::time::Duration;

use patchbay_store::purge::GRACE;
use patchbay_store::{NewArtifact, Origin, OriginInput, OriginValue, Store, StoreError};

use crate::support::{add_run, note};

/// A text with a file of its own.
fn file(store: &Store, conversation: &str, name: &str, content: &str) -> NewArtifact {
    let asset = store.import_reader(content.as_bytes(), name).unwrap();
    NewArtifact {
        asset: Some(asset.id),
        value: Some(serde_json::json!({ "text": content })),
        ..note(conversation, name)
    }
}

#[test]
fn what_was_deleted_leaves_the_disk_after_a_while_and_what_is_used_stays() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let trip = store.create_conversation("Trip").unwrap().id;
    let kept = file(&store, &trip, "kept.txt", "kept");
    let twice = file(&store, &trip, "twice.txt", "in two places");
    let secret = file(&store, &trip, "secret.txt", "a secret");
    let paths =
        [&kept, &twice, &secret].map(|new| store.asset_path(new.asset.as_ref().expect("a file")));
    let added = store
        .add_artifacts(&[kept, twice.clone(), twice, secret])
        .unwrap();
    store.delete_artifact(&added[1].id).unwrap();
    store.delete_artifact(&added[3].id).unwrap();

    let erased = store.erase_deleted(GRACE).unwrap();
    assert!(erased.is_empty(), "it can come back");
    assert!(!store.restore_artifact(&added[3].id).unwrap().deleted);
    store.delete_artifact(&added[3].id).unwrap();

    let erased = store.erase_deleted(Duration::ZERO).unwrap();
    assert_eq!(erased, [added[3].asset.clone().unwrap()]);
    assert_eq!(paths.map(|path| path.exists()), [true, true, false]);
    let row = store.artifact(&added[3].id).unwrap();
    assert_eq!((row.asset, row.value), (None, None));
    let back = store.restore_artifact(&added[3].id);
    assert!(matches!(back, Err(StoreError::Erased { .. })), "{back:?}");
    assert!(store.artifact(&added[2].id).unwrap().asset.is_some());
    drop(store);
    let database = fs::read(folder.path().join("patchbay.db")).unwrap();
    let is_in = |words: &[u8]| database.windows(words.len()).any(|part| part == words);
    assert!(is_in(b"kept.txt") && !is_in(b"a secret"));
}

#[test]
fn a_deleted_conversation_is_erased_with_all_that_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let gone = store.create_conversation("Gone").unwrap().id;
    let other = store.create_conversation("Other").unwrap().id;
    let shared = store
        .add_artifact(file(&store, &other, "a.txt", "shared"))
        .unwrap();
    let given = store
        .add_artifact(file(&store, &gone, "a.txt", "shared"))
        .unwrap();
    let run = add_run(&store, &gone, patchbay_domain::StepStatus::Done);
    let made = store
        .add_artifact(NewArtifact {
            parent: Some(given.id.clone()),
            origin: Origin::Made {
                run: run.id.clone(),
                step: 0,
                tool: "image_to_edge".to_owned(),
                inputs: vec![OriginInput {
                    argument: "image".to_owned(),
                    value: OriginValue::Artifact(given.id.clone()),
                }],
            },
            ..file(&store, &gone, "b.txt", "only here")
        })
        .unwrap();
    store
        .save_draft(&gone, &patchbay_store::Draft::default())
        .unwrap();
    store.remember_source(&given.id, folder.path()).unwrap();
    store.delete_conversation(&gone).unwrap();

    assert!(store.erase_deleted(GRACE).unwrap().is_empty());
    let erased = store.erase_deleted(Duration::ZERO).unwrap();
    assert_eq!(erased, [made.asset.clone().unwrap()]);
    assert!(store.conversation(&gone).is_err() && store.run(&run.id).is_err());
    assert!(store.artifacts(&gone).unwrap().is_empty());
    assert!(store.asset_path(&shared.asset.unwrap()).exists());
    let again = store.erase_deleted(Duration::ZERO).unwrap();
    assert!(again.is_empty(), "once is enough");
}
