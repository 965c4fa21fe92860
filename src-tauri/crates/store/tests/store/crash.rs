//! The program can be killed at any moment: whatever a call said was kept is there afterwards, and
//! nothing half-written. The program that is killed is this test itself, begun again with a folder
//! in its environment.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use patchbay_domain::{RunStatus, StepStatus};
use patchbay_store::{AssetId, NewArtifact, Store};

use crate::support::{add_run, note};

const FOLDER: &str = "PATCHBAY_TEST_WRITES_TO";

/// Writes until it is killed, and says on standard output what was kept: what a person would have
/// seen.
#[test]
fn writer() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let store = Store::open(Path::new(&folder)).unwrap();
    let mut said = std::io::stdout().lock();
    for round in 0_u64.. {
        let conversation = store
            .create_conversation(&format!("round {round}"))
            .unwrap();
        writeln!(said, "\nconversation {}", conversation.id).unwrap();
        let mut run = add_run(&store, &conversation.id, StepStatus::Running);
        run.status = RunStatus::Running;
        store.save_run(&run).unwrap();
        writeln!(said, "run {}", run.id).unwrap();
        let content = round
            .to_le_bytes()
            .repeat(20_000 + round as usize % 100_000);
        let asset = store
            .import_reader(content.as_slice(), "noise.bin")
            .unwrap();
        writeln!(said, "asset {}", asset.id).unwrap();
        let made = store.scratch().join("made.bin");
        std::fs::write(&made, &content[1..]).unwrap();
        let made = store.adopt(&made, "made.bin").unwrap();
        writeln!(said, "asset {}", made.id).unwrap();
        let new = [asset.id, made.id].map(|id| NewArtifact {
            asset: Some(id),
            ..note(&conversation.id, "noise.bin")
        });
        for artifact in store.add_artifacts(&new).unwrap() {
            writeln!(said, "artifact {}", artifact.id).unwrap();
        }
        said.flush().unwrap();
    }
}

fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files_below(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[test]
fn nothing_that_was_kept_is_lost_when_the_program_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept: Vec<(String, String)> = Vec::new();
    // Each time the program gets a little further, and is killed at another place of its work.
    for lines in [1, 2, 3, 4, 5, 7, 11, 16, 22, 29] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::writer", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let mut entry = |line: String| {
            let (what, id) = line.split_once(' ')?;
            ["conversation", "run", "asset", "artifact"]
                .contains(&what)
                .then(|| (what.to_owned(), id.to_owned()))
        };
        kept.extend(said.by_ref().filter_map(&mut entry).take(lines));
        child.kill().unwrap();
        // What it said before the kill reached it counts as well; a last line may be cut.
        let rest: Vec<_> = said.filter_map(&mut entry).collect();
        kept.extend(
            rest.into_iter()
                .filter(|(what, id)| id.len() == if what == "asset" { 64 } else { 36 }),
        );
        child.wait().unwrap();

        let store = Store::open(folder.path()).unwrap();
        for (what, id) in &kept {
            match what.as_str() {
                "conversation" => drop(store.conversation(id).unwrap()),
                "run" => assert_eq!(store.run(id).unwrap().status, RunStatus::Interrupted),
                "asset" => store.verify(&AssetId::parse(id).unwrap()).unwrap(),
                _ => store
                    .verify(&store.artifact(id).unwrap().asset.unwrap())
                    .unwrap(),
            }
        }
        for file in files_below(&folder.path().join("assets")) {
            let digits: Vec<_> = file
                .iter()
                .rev()
                .take(2)
                .map(|part| part.to_str().unwrap())
                .collect();
            store
                .verify(&AssetId::parse(&format!("{}{}", digits[1], digits[0])).unwrap())
                .unwrap();
        }
        let left = [folder.path().join("incoming"), store.scratch()]
            .map(|folder| files_below(&folder).len());
        assert_eq!(left, [0, 0], "half-written files are swept");
        drop(store);
        let database = rusqlite::Connection::open(folder.path().join("patchbay.db")).unwrap();
        let audio: String = database
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .unwrap();
        assert_eq!(audio, "ok");
        let broken = database
            .prepare("PRAGMA foreign_key_check")
            .unwrap()
            .exists([])
            .unwrap();
        assert!(!broken, "no row points to nothing");
    }
    assert!(kept.len() >= 100, "{} artifacts were kept", kept.len());
}
