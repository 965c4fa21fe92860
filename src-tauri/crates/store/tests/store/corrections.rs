//! How a person said that requests were meant.

use std::time::Duration;

use patchbay_store::{Store, StoreError};

fn tools(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn the_newest_correction_of_words_stays_and_can_be_deleted_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store
        .keep_correction("lose the hum", &tools(&["audio_denoising"]))
        .unwrap();
    let crop = store
        .keep_correction("the thumb can go", &tools(&["crop", "convert"]))
        .unwrap();
    let hum = store
        .keep_correction("lose the hum", &tools(&["audio_effects"]))
        .unwrap();
    drop(store);

    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.corrections().unwrap(), [hum.clone(), crop.clone()]);
    assert_eq!(hum.tools, ["audio_effects"]);

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
        store.keep_correction(&words, &tools(&["crop"])).unwrap();
    }
    let kept = store.corrections().unwrap();
    assert_eq!(kept.len(), 200);
    assert_eq!(kept[199].words, "request 3");
}
