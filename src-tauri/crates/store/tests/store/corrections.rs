//! How a person said that requests were meant.

use std::time::Duration;

use patchbay_store::{Goal, Store, StoreError};

fn goals(tools: &[&str]) -> Vec<Goal> {
    let goal = |tool: &&str| Goal {
        tool: (*tool).to_owned(),
        values: [("share".to_owned(), vec!["0.5".to_owned()])].into(),
    };
    tools.iter().map(goal).collect()
}

#[test]
fn the_newest_correction_of_words_stays_and_can_be_deleted_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store
        .keep_correction("lose the hum", &goals(&["audio_denoising"]))
        .unwrap();
    let crop = store
        .keep_correction("the thumb can go", &goals(&["crop", "convert"]))
        .unwrap();
    let hum = store
        .keep_correction("lose the hum", &goals(&["audio_effects"]))
        .unwrap();
    drop(store);

    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.corrections().unwrap(), [hum.clone(), crop.clone()]);
    assert_eq!(hum.goals, goals(&["audio_effects"]));

    store.delete_correction(&hum.id).unwrap();
    assert_eq!(store.corrections().unwrap(), std::slice::from_ref(&crop));
    assert_eq!(store.restore_correction(&hum.id).unwrap(), hum);
    store.delete_correction(&hum.id).unwrap();
    store.erase_deleted(Duration::ZERO).unwrap();
    let gone = store.restore_correction(&hum.id);
    assert!(matches!(gone, Err(StoreError::NotFound { .. })), "{gone:?}");
    assert_eq!(store.corrections().unwrap(), [crop]);
}

#[test]
fn the_oldest_corrections_go_where_there_are_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for number in 0..203 {
        let words = format!("request {number}");
        store.keep_correction(&words, &goals(&["crop"])).unwrap();
    }
    let kept = store.corrections().unwrap();
    assert_eq!(kept.len(), 200);
    assert_eq!(kept[199].words, "request 3");
}

#[test]
fn a_correction_of_before_values_were_kept_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.keep_correction("crop it", &goals(&["crop"])).unwrap();
    drop(store);
    let connection = rusqlite::Connection::open(folder.path().join("patchbay.db")).unwrap();
    let written = "UPDATE corrections SET tools = '[\"crop\",\"convert\"]'";
    connection.execute(written, []).unwrap();
    drop(connection);
    let store = Store::open(folder.path()).unwrap();
    let kept = store.corrections().unwrap();
    let tools = kept[0].goals.iter().map(|goal| &goal.tool);
    assert_eq!(tools.collect::<Vec<_>>(), ["crop", "convert"]);
}
