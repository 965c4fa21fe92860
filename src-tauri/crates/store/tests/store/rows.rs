//! Stored rows come back as they were, also after the folder was closed and opened again.

use std::collections::BTreeMap;

use crate::support::{add_run, note, plan};
use patchbay_domain::{RunStatus, StepStatus, SubtaskId};
use patchbay_store::{
    Draft, NewTurn, Origin, OriginInput, OriginValue, Store, StoreError, SubtaskResult,
};

#[test]
fn everything_survives_closing_and_opening() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let conversation = store.create_conversation("Trip's \"photos\"\n").unwrap();
    let asset = store.import_reader(&b"pixels"[..], "photo.jpg").unwrap();
    let mut photo = note(&conversation.id, "photo.jpg");
    photo.asset = Some(asset.id.clone());
    (photo.width, photo.height, photo.seconds, photo.value) =
        (Some(4000), Some(3000), Some(1.5), None);
    let photo = store.add_artifact(photo).unwrap();
    let turn = store
        .add_turn(NewTurn {
            conversation: conversation.id.clone(),
            instruction: "show me the edges; DROP TABLE turns".to_owned(),
            artifacts: vec![photo.id.clone()],
            names: BTreeMap::from([("photo.jpg".to_owned(), photo.id.clone())]),
            plan: plan(),
            takes_back: Vec::new(),
        })
        .unwrap();
    let mut run = add_run(&store, &conversation.id, StepStatus::Done);
    run.status = RunStatus::Done;
    run.results.push(SubtaskResult {
        subtask: SubtaskId(0),
        artifact: photo.id.clone(),
    });
    run.answer = "Here are the edges.".to_owned();
    run.finished_at = Some(run.started_at + 1);
    store.save_run(&run).unwrap();
    let draft = Draft {
        text: "and now".to_owned(),
        artifacts: vec![photo.id.clone()],
    };
    store
        .save_draft(&conversation.id, &Draft::default())
        .unwrap();
    store.save_draft(&conversation.id, &draft).unwrap();
    store.set_setting("theme", &"light").unwrap();
    store.set_setting("theme", &"dark").unwrap();
    drop(store);

    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.artifact(&photo.id).unwrap(), photo);
    assert_eq!(store.turn(&turn.id).unwrap(), turn);
    assert_eq!(store.turns(&conversation.id).unwrap().len(), 2);
    assert_eq!(store.runs(&run.turn).unwrap(), [run]);
    assert_eq!(store.draft(&conversation.id).unwrap(), draft);
    assert_eq!(
        store.setting::<String>("theme").unwrap().as_deref(),
        Some("dark")
    );
    assert_eq!(store.setting::<u32>("theme").unwrap(), None);
    assert_eq!(
        std::fs::read(store.asset_path(&asset.id)).unwrap(),
        b"pixels"
    );
    assert_eq!(
        store.conversation(&conversation.id).unwrap().title,
        conversation.title
    );
}

#[test]
fn deleting_hides_and_can_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let first = store.create_conversation("first").unwrap();
    let second = store.create_conversation("second").unwrap();
    let artifact = store.add_artifact(note(&first.id, "note.txt")).unwrap();
    store.delete_conversation(&first.id).unwrap();
    assert_eq!(store.conversations().unwrap(), [second]);
    assert!(store.conversation(&first.id).unwrap().deleted);
    assert!(!store.restore_conversation(&first.id).unwrap().deleted);
    assert_eq!(store.conversations().unwrap().len(), 2);

    assert!(store.delete_artifact(&artifact.id).unwrap().deleted);
    assert_eq!(
        store
            .add_artifact(note(&first.id, "note.txt"))
            .unwrap()
            .name,
        "note (2).txt"
    );
    assert_eq!(store.restore_artifact(&artifact.id).unwrap(), artifact);
}

#[test]
fn names_are_unique_in_a_conversation_whatever_their_case() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let conversation = store.create_conversation("names").unwrap();
    let other = store.create_conversation("elsewhere").unwrap();
    let wanted = [
        "photo.jpg",
        "PHOTO.jpg",
        "photo (2).jpg",
        "Übung",
        "übung",
        ".hidden",
        ".hidden",
        "a.long sentence",
    ];
    let new: Vec<_> = wanted
        .iter()
        .map(|name| note(&conversation.id, name))
        .collect();
    let names: Vec<_> = store
        .add_artifacts(&new)
        .unwrap()
        .into_iter()
        .map(|artifact| artifact.name)
        .collect();
    let expected = [
        "photo.jpg",
        "PHOTO (2).jpg",
        "photo (2) (2).jpg",
        "Übung",
        "übung (2)",
        ".hidden",
        ".hidden (2)",
        "a.long sentence",
    ];
    assert_eq!(names, expected);
    assert_eq!(
        store
            .add_artifact(note(&other.id, "photo.jpg"))
            .unwrap()
            .name,
        "photo.jpg"
    );
    let last = store.artifacts(&conversation.id).unwrap().pop().unwrap();
    assert_eq!(
        store.rename_artifact(&last.id, "photo.jpg").unwrap().name,
        "photo (3).jpg"
    );
    assert_eq!(
        store
            .rename_artifact(&last.id, "photo (3).jpg")
            .unwrap()
            .name,
        "photo (3).jpg"
    );
}

#[test]
fn what_was_running_is_interrupted_on_opening() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let conversation = store.create_conversation("cut off").unwrap();
    let queued = add_run(&store, &conversation.id, StepStatus::Waiting);
    let mut running = add_run(&store, &conversation.id, StepStatus::Running);
    running.status = RunStatus::Running;
    store.save_run(&running).unwrap();
    let mut done = add_run(&store, &conversation.id, StepStatus::Done);
    done.status = RunStatus::Partial;
    store.save_run(&done).unwrap();
    std::fs::write(folder.path().join("incoming/half"), b"half").unwrap();
    std::fs::create_dir(store.scratch().join("step")).unwrap();
    drop(store);

    let store = Store::open(folder.path()).unwrap();
    for id in [&queued.id, &running.id] {
        let run = store.run(id).unwrap();
        assert_eq!(
            (run.status, run.steps[0].status),
            (RunStatus::Interrupted, StepStatus::Cancelled)
        );
        assert!(run.finished_at.is_some() && run.steps[0].error.is_some() && run.seed == u64::MAX);
    }
    assert_eq!(store.run(&done.id).unwrap(), done);
    for name in ["incoming", "scratch"] {
        assert_eq!(
            std::fs::read_dir(folder.path().join(name)).unwrap().count(),
            0,
            "{name} is swept"
        );
    }
}

#[test]
fn provenance_leads_back_to_what_was_given() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let conversation = store.create_conversation("chain").unwrap();
    let run = add_run(&store, &conversation.id, StepStatus::Done);
    let given = store
        .add_artifact(note(&conversation.id, "clip.mp4"))
        .unwrap();
    store
        .add_artifact(note(&conversation.id, "unrelated.mp4"))
        .unwrap();
    let made = |name: &str, tool: &str, inputs: &[(&str, OriginValue)]| {
        let inputs = inputs.iter().map(|(argument, value)| OriginInput {
            argument: (*argument).to_owned(),
            value: value.clone(),
        });
        let origin = Origin::Made {
            run: run.id.clone(),
            step: 0,
            tool: tool.to_owned(),
            inputs: inputs.collect(),
        };
        store
            .add_artifact(patchbay_store::NewArtifact {
                origin,
                ..note(&conversation.id, name)
            })
            .unwrap()
    };
    let artifact = |artifact: &patchbay_store::Artifact| OriginValue::Artifact(artifact.id.clone());
    let trimmed = made(
        "clip_trimmed.mp4",
        "video_trimming",
        &[
            ("video", artifact(&given)),
            ("text", OriginValue::Words("from 0:02 to 0:05".to_owned())),
        ],
    );
    let music = made(
        "music.wav",
        "text_to_music",
        &[("text", OriginValue::Words("calm".to_owned()))],
    );
    let dubbed = made(
        "clip_dubbed.mp4",
        "dub_video",
        &[("video", artifact(&trimmed)), ("audio", artifact(&music))],
    );
    let mut region = note(&conversation.id, "region 1 of clip_dubbed.mp4");
    region.parent = Some(dubbed.id.clone());
    let region = store.add_artifact(region).unwrap();

    assert_eq!(
        store.provenance(&region.id).unwrap(),
        [given.clone(), trimmed, music, dubbed, region]
    );
    assert_eq!(store.provenance(&given.id).unwrap(), [given]);
}

#[test]
fn what_does_not_exist_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let missing = |result: Result<(), StoreError>, wanted: &str| match result {
        Err(StoreError::NotFound { what, id }) => assert_eq!((what, id.as_str()), (wanted, "x")),
        other => panic!("{wanted}: {other:?}"),
    };
    missing(store.conversation("x").map(drop), "conversation");
    missing(
        store.rename_conversation("x", "y").map(drop),
        "conversation",
    );
    missing(store.delete_conversation("x"), "conversation");
    missing(store.turn("x").map(drop), "turn");
    missing(store.run("x").map(drop), "run");
    missing(store.artifact("x").map(drop), "thing");
    missing(store.rename_artifact("x", "y").map(drop), "thing");
    missing(store.delete_artifact("x").map(drop), "thing");
    missing(store.provenance("x").map(drop), "thing");
    missing(store.add_artifact(note("x", "y")).map(drop), "conversation");
    let conversation = store.create_conversation("c").unwrap();
    let mut orphan = note(&conversation.id, "orphan");
    orphan.parent = Some("x".to_owned());
    assert!(matches!(
        store.add_artifacts(&[note(&conversation.id, "a"), orphan]),
        Err(StoreError::Database { .. })
    ));
    assert!(
        store.artifacts(&conversation.id).unwrap().is_empty(),
        "all or none"
    );
}

#[test]
fn one_program_at_a_time_and_none_that_is_older_than_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert!(matches!(
        Store::open(folder.path()),
        Err(StoreError::InUse { .. })
    ));
    drop(store);
    let database = rusqlite::Connection::open(folder.path().join("patchbay.db")).unwrap();
    database.pragma_update(None, "user_version", 1000).unwrap();
    drop(database);
    assert!(matches!(
        Store::open(folder.path()),
        Err(StoreError::TooNew { .. })
    ));
}
