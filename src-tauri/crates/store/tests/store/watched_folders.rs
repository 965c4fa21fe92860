//! Folders that are watched, and the files that were taken from them.

use std::collections::HashSet;
use std::time::Duration;

use patchbay_domain::Recipe;
use patchbay_store::{
    FileState, FileVersion, NewWatchedFolder, Store, WatchedCounts, WatchedFolder,
};

fn file(path: &str, modified: i64) -> FileVersion {
    FileVersion {
        path: path.to_owned(),
        bytes: 7,
        modified,
    }
}

/// A store with a recipe that watches a folder with one file in it.
fn watching(folder: &std::path::Path) -> (Store, WatchedFolder) {
    let store = Store::open(folder).unwrap();
    let recipe = Recipe {
        given: Vec::new(),
        actions: Vec::new(),
        seed: 1,
    };
    let recipe = store.keep_recipe("small", &recipe).unwrap();
    let new = NewWatchedFolder {
        recipe: recipe.id,
        folder: "/in".to_owned(),
        output: "/out".to_owned(),
        conversation: "gone by now".to_owned(),
    };
    let watched = store.watch_folder(&new, &[file("a.png", 1)]).unwrap();
    (store, watched)
}

#[test]
fn files_are_known_by_path_size_and_time_and_counted_over_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let (store, watched) = watching(folder.path());
    let mark = |path: &str, at, state, said| {
        let marked = store.mark_file(&watched.id, &file(path, at), state, said);
        marked.unwrap();
    };
    mark("a.png", 2, FileState::Begun, "");
    mark("a.png", 2, FileState::Done, "");
    mark("b.png", 1, FileState::Failed, "“b.png” is damaged.");
    mark("notes.txt", 1, FileState::Unfit, "");
    mark("c.png", 1, FileState::Begun, "");
    drop(store);

    let store = Store::open(folder.path()).unwrap();
    assert_eq!(
        store.watched_folders().unwrap(),
        std::slice::from_ref(&watched)
    );
    let known = [("a.png", 1), ("a.png", 2), ("b.png", 1), ("notes.txt", 1)];
    let known: HashSet<_> = known.map(|(path, at)| file(path, at)).into();
    assert_eq!(store.known_files(&watched.id).unwrap(), known);
    let counts = WatchedCounts {
        done: 1,
        failed: 1,
        last_failure: Some(("b.png".to_owned(), "“b.png” is damaged.".to_owned())),
    };
    assert_eq!(store.watched_counts(&watched.id).unwrap(), counts);
}

#[test]
fn watching_is_paused_ended_and_brought_back_until_it_is_erased() {
    let folder = tempfile::tempdir().unwrap();
    let (store, watched) = watching(folder.path());
    let id = &watched.id;
    assert!(store.is_watched(id).unwrap());
    assert!(store.pause_watching(id, true).unwrap().paused);
    assert!(!store.is_watched(id).unwrap());
    assert_eq!(store.pause_watching(id, false).unwrap(), watched);

    store.end_watching(id).unwrap();
    assert!(!store.is_watched(id).unwrap() && store.watched_folders().unwrap().is_empty());
    assert_eq!(store.restore_watching(id).unwrap(), watched);

    store.delete_recipe(&watched.recipe).unwrap();
    assert!(!store.is_watched(id).unwrap());
    assert!(store.watched_folder(id).unwrap().recipe_deleted);
    store.restore_recipe(&watched.recipe).unwrap();
    assert!(store.is_watched(id).unwrap());

    store.end_watching(id).unwrap();
    store.erase_deleted(Duration::ZERO).unwrap();
    assert!(store.restore_watching(id).is_err());
    assert!(store.known_files(id).unwrap().is_empty());
}

#[test]
fn a_recipe_that_is_erased_takes_what_it_watched_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let (store, watched) = watching(folder.path());
    store.delete_recipe(&watched.recipe).unwrap();
    store.erase_deleted(Duration::ZERO).unwrap();
    assert!(store.watched_folder(&watched.id).is_err());
    assert!(store.restore_recipe(&watched.recipe).is_err());
}
