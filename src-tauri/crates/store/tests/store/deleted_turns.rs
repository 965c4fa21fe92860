//! Turns are deleted with what they made, come back, and leave the disk.

use std::fs;
use std::time::Duration;

use patchbay_domain::{Action, InputValue, StepStatus, Subtask, SubtaskId};
use patchbay_store::purge::GRACE;
use patchbay_store::{
    Artifact, NewArtifact, NewRun, NewTurn, Origin, OriginInput, OriginValue, Run, Store, Turn,
};

use crate::support::{add_run, note, plan, turn};

/// A text that a run made of another one, by the words of its request.
fn made(store: &Store, run: &Run, name: &str, of: &Artifact) -> Artifact {
    let conversation = of.conversation.as_str();
    let asset = store.import_reader(name.as_bytes(), name).unwrap();
    let input = |argument: &str, value| OriginInput {
        argument: argument.to_owned(),
        value,
    };
    let origin = Origin::Made {
        run: run.id.clone(),
        step: 0,
        tool: "image_to_edge".to_owned(),
        inputs: vec![
            input("image", OriginValue::Artifact(of.id.clone())),
            input("text", OriginValue::Words(format!("words for {name}"))),
        ],
    };
    let new = NewArtifact {
        asset: Some(asset.id),
        origin,
        ..note(conversation, name)
    };
    store.add_artifact(new).unwrap()
}

fn run_of(store: &Store, turn: &Turn) -> Run {
    let new = NewRun {
        turn: turn.id.clone(),
        solutions: vec![0],
        seed: 1,
        steps: Vec::new(),
    };
    store.add_run(new).unwrap()
}

fn names(artifacts: &[Artifact]) -> Vec<&str> {
    artifacts.iter().map(|one| one.name.as_str()).collect()
}

/// The names of the artifacts of a conversation that are not hidden.
fn shown(store: &Store, conversation: &str) -> Vec<String> {
    let artifacts = store.artifacts(conversation).unwrap();
    let shown = artifacts.into_iter().filter(|one| !one.deleted);
    shown.map(|one| one.name).collect()
}

#[test]
fn what_a_turn_made_goes_with_it_and_comes_back_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let home = store.create_conversation("").unwrap().id;
    let given = store.add_artifact(note(&home, "given")).unwrap();
    let asked = store.add_turn(turn(&home, "draw its edges")).unwrap();
    let run = run_of(&store, &asked);
    let edges = made(&store, &run, "edges", &given);
    let hidden_before = made(&store, &run, "unwanted", &given);
    store.delete_artifact(&hidden_before.id).unwrap();
    let region = |name: &str, on: &Artifact| NewArtifact {
        parent: Some(on.id.clone()),
        ..note(&home, name)
    };
    store.add_artifact(region("on the edges", &edges)).unwrap();
    store.add_artifact(region("on the given", &given)).unwrap();
    store.add_turn(turn(&home, "something else")).unwrap();

    let deleted = store.delete_turn(&asked.id).unwrap();
    assert!(deleted.turn.deleted);
    assert_eq!(names(&deleted.hidden), ["edges", "on the edges"]);
    assert!(deleted.kept.is_empty());
    assert_eq!(shown(&store, &home), ["given", "on the given"]);
    assert!(store.search_conversations("edges").unwrap().is_empty());
    let places: Vec<bool> = store
        .turns(&home)
        .unwrap()
        .iter()
        .map(|one| one.deleted)
        .collect();
    assert_eq!(places, [true, false], "plans count turns by their places");
    assert!(store.delete_turn(&asked.id).is_err(), "once is enough");

    let (back, artifacts) = store.restore_turn(&asked.id).unwrap();
    assert!(!back.deleted);
    assert_eq!(names(&artifacts), ["edges", "on the edges"]);
    assert!(store.artifact(&hidden_before.id).unwrap().deleted);
    assert_eq!(store.search_conversations("edges").unwrap().len(), 1);
}

#[test]
fn what_later_turns_use_stays_with_all_that_it_was_made_from() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let home = store.create_conversation("").unwrap().id;
    let given = store.add_artifact(note(&home, "given")).unwrap();
    let asked = store.add_turn(turn(&home, "draw it")).unwrap();
    let run = run_of(&store, &asked);
    let sketch = made(&store, &run, "sketch", &given);
    let used = made(&store, &run, "used in a run", &sketch);
    let attached = made(&store, &run, "attached", &given);
    let planned = made(&store, &run, "in a plan", &given);
    made(&store, &run, "of no use", &given);

    let later = store.add_turn(turn(&home, "frame it")).unwrap();
    made(&store, &run_of(&store, &later), "framed", &used);
    let with = |artifacts: Vec<String>| NewTurn {
        artifacts,
        ..turn(&home, "what is this?")
    };
    store.add_turn(with(vec![attached.id])).unwrap();
    store.add_turn(by_name(&home, &planned)).unwrap();

    let deleted = store.delete_turn(&asked.id).unwrap();
    assert_eq!(names(&deleted.hidden), ["of no use"]);
    assert_eq!(
        names(&deleted.kept),
        ["sketch", "used in a run", "attached", "in a plan"]
    );

    // What is used by turns that are deleted too is used by none.
    store.restore_turn(&asked.id).unwrap();
    store.delete_turn(&later.id).unwrap();
    let deleted = store.delete_turn(&asked.id).unwrap();
    assert_eq!(names(&deleted.kept), ["attached", "in a plan"]);
}

/// A turn whose plan takes an artifact by the name that it has then.
fn by_name(conversation: &str, artifact: &Artifact) -> NewTurn {
    let input = InputValue::from("photo.jpg".to_owned());
    let subtask: Subtask = serde_json::from_value(serde_json::json!({
        "id": 0, "description": "", "returns": { "type": "image", "value": "" },
        "solutions": [{ "score": 5.0, "actions": [Action {
            tool: "image_to_edge".to_owned(),
            inputs: [("image".to_owned(), input)].into(),
            outputs: Vec::new(),
            seed: None,
            settings: [].into(),
        }] }],
    }))
    .unwrap();
    let mut plan = plan();
    plan.subtasks = vec![subtask];
    NewTurn {
        names: [("photo.jpg".to_owned(), artifact.id.clone())].into(),
        plan,
        ..turn(conversation, "later")
    }
}

#[test]
fn a_result_that_another_run_took_over_is_not_taken_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let home = store.create_conversation("").unwrap().id;
    let given = store.add_artifact(note(&home, "given")).unwrap();
    let run = add_run(&store, &home, StepStatus::Done);
    let reused = made(&store, &run, "reused", &given);
    let mut other = add_run(&store, &home, StepStatus::Done);
    other.results = vec![patchbay_store::SubtaskResult {
        subtask: SubtaskId(0),
        artifact: reused.id,
    }];
    store.save_run(&other).unwrap();
    let deleted = store.delete_turn(&run.turn).unwrap();
    assert_eq!(names(&deleted.kept), ["reused"]);
}

#[test]
fn readings_of_the_same_words_that_nobody_sees_go_with_the_turn() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let home = store.create_conversation("").unwrap().id;
    let first = store.add_turn(turn(&home, "undo that")).unwrap();
    let second = store.add_turn(turn(&home, "undo that")).unwrap();
    store.set_taken_back(&first.id, true).unwrap();
    store.delete_turn(&second.id).unwrap();
    assert!(store.search_conversations("undo").unwrap().is_empty());
    store.restore_turn(&second.id).unwrap();
    assert!(!store.turn(&first.id).unwrap().deleted);
}

#[test]
fn a_deleted_turn_is_erased_and_keeps_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let home = store.create_conversation("").unwrap().id;
    let given = store.add_artifact(note(&home, "given")).unwrap();
    let mut ends = Vec::new();
    for words in ["a secret wish", "a plain wish"] {
        let asked = store.add_turn(turn(&home, words)).unwrap();
        let mut run = run_of(&store, &asked);
        let result = made(&store, &run, &format!("result of {words}"), &given);
        run.answer = format!("Here is {words}.");
        store.save_run(&run).unwrap();
        ends.push((asked, run, result));
    }
    let [(gone, its_run, its_result), (used, used_run, kept)] = &ends[..] else {
        unreachable!("two were asked");
    };
    let later = NewTurn {
        artifacts: vec![kept.id.clone()],
        ..turn(&home, "later")
    };
    store.add_turn(later).unwrap();
    store.delete_turn(&gone.id).unwrap();
    store.delete_turn(&used.id).unwrap();
    assert!(store.erase_deleted(GRACE).unwrap().is_empty());
    assert_eq!(store.turn(&gone.id).unwrap().instruction, "a secret wish");

    let erased = store.erase_deleted(Duration::ZERO).unwrap();
    assert_eq!(erased, [its_result.asset.clone().unwrap()]);
    assert!(store.asset_path(kept.asset.as_ref().unwrap()).exists());
    assert_eq!(store.turns(&home).unwrap().len(), 3);
    assert_eq!(store.turn(&used.id).unwrap().instruction, "");
    assert!(
        store.restore_turn(&gone.id).is_err(),
        "it is not there any more"
    );
    assert_eq!(store.run(&its_run.id).unwrap().answer, "");
    assert_eq!(store.run(&used_run.id).unwrap().answer, "");
    // How a result was made that stays is still known.
    assert_eq!(store.artifact(&kept.id).unwrap().origin, kept.origin);
    drop(store);
    let database = fs::read(folder.path().join("patchbay.db")).unwrap();
    let is_in = |words: &[u8]| database.windows(words.len()).any(|part| part == words);
    assert!(!is_in(b"words for result of a secret") && is_in(b"words for result of a plain"));
    assert!(!is_in(b"Here is a secret") && !is_in(b"Here is a plain"));
}
