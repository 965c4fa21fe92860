//! Conversations found by the words in them.

use patchbay_store::Store;
use proptest::prelude::*;

use crate::support::{note, turn};

fn titles(store: &Store, words: &str) -> Vec<(String, String)> {
    let found = store.search_conversations(words).unwrap();
    found
        .into_iter()
        .map(|(one, said)| (one.title, said))
        .collect()
}

#[test]
fn all_words_have_to_stand_in_requests_titles_or_names() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let trip = store.create_conversation("Trip to the sea").unwrap().id;
    let talk = store.create_conversation("Podcast").unwrap().id;
    let gone = store.create_conversation("Sea, deleted").unwrap().id;
    store.add_turn(turn(&trip, "make it Brighter")).unwrap();
    store.add_turn(turn(&trip, "a vignette, please")).unwrap();
    store.add_turn(turn(&talk, "louder by 6 dB")).unwrap();
    store.add_turn(turn(&gone, "make it brighter")).unwrap();
    let notes = store.add_artifact(note(&talk, "Überschrift.txt")).unwrap();
    store.delete_conversation(&gone).unwrap();

    let one = |title: &str, said: &str| vec![(title.to_owned(), said.to_owned())];
    assert_eq!(
        titles(&store, "brighter"),
        one("Trip to the sea", "make it Brighter")
    );
    // Words of different requests count together; the newest that holds one is shown.
    assert_eq!(
        titles(&store, "SEA vign"),
        one("Trip to the sea", "a vignette, please")
    );
    assert_eq!(
        titles(&store, "überschrift"),
        one("Podcast", "Überschrift.txt")
    );
    assert_eq!(titles(&store, "brighter 6"), []);
    assert_eq!(titles(&store, "  "), []);
    store.delete_artifact(&notes.id).unwrap();
    assert_eq!(titles(&store, "überschrift"), []);
    assert_eq!(titles(&store, "e").len(), 2);
}

proptest! {
    #[test]
    fn what_was_said_is_found_by_any_piece_of_it(said in "[ -~äöüß]{3,40}", from in 0usize..40, length in 1usize..20) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let home = store.create_conversation("").unwrap().id;
        store.add_turn(turn(&home, &said)).unwrap();
        let piece: String = said.chars().skip(from % said.chars().count()).take(length).collect();
        let is_found = !store.search_conversations(&piece).unwrap().is_empty();
        prop_assert_eq!(is_found, !piece.trim().is_empty());
    }
}
