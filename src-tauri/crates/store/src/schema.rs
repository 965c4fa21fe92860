//! The tables, and how older files become newer ones. A migration that was released is never
//! edited; a change is a new one at the end.

use rusqlite_migration::{M, Migrations};

/// Every change of the tables, oldest first.
pub(crate) const MIGRATIONS: Migrations<'static> = Migrations::from_slice(STEPS);

const STEPS: &[M<'static>] = &[
    M::up(FIRST),
    M::up(ARTIFACTS),
    M::up(SOLUTIONS),
    M::up(SOURCE_FILES),
    M::up(TAKEN_BACK),
    M::up(RECIPES),
    M::up(CORRECTIONS),
    M::up(DELETED_TURNS),
    M::up(WATCHED_FOLDERS),
];

// Times are milliseconds since 1970 in UTC. Ids are UUIDs of version 7: their order is the order in
// which they were made.
const FIRST: &str = "
CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations (id),
    instruction TEXT NOT NULL,
    things TEXT NOT NULL CHECK (json_valid(things)),
    names TEXT NOT NULL CHECK (json_valid(names)),
    plan TEXT NOT NULL CHECK (json_valid(plan)),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_of_conversation ON turns (conversation);

CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    turn TEXT NOT NULL REFERENCES turns (id),
    ways TEXT NOT NULL CHECK (json_valid(ways)),
    seed INTEGER NOT NULL,
    status TEXT NOT NULL,
    steps TEXT NOT NULL CHECK (json_valid(steps)),
    results TEXT NOT NULL CHECK (json_valid(results)),
    missing TEXT NOT NULL CHECK (json_valid(missing)),
    answer TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_of_turn ON runs (turn);

CREATE TABLE things (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations (id),
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    asset TEXT,
    mime TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    seconds REAL,
    value TEXT CHECK (value IS NULL OR json_valid(value)),
    parent TEXT REFERENCES things (id),
    run TEXT REFERENCES runs (id),
    step INTEGER,
    tool TEXT,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,
    CHECK ((run IS NULL) = (step IS NULL) AND (run IS NULL) = (tool IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX things_of_conversation ON things (conversation);

CREATE TABLE thing_inputs (
    thing TEXT NOT NULL REFERENCES things (id),
    position INTEGER NOT NULL,
    argument TEXT NOT NULL,
    input TEXT REFERENCES things (id),
    words TEXT,
    PRIMARY KEY (thing, position),
    CHECK ((input IS NULL) <> (words IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
    conversation TEXT PRIMARY KEY REFERENCES conversations (id),
    text TEXT NOT NULL,
    things TEXT NOT NULL CHECK (json_valid(things))
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;
";

// What was a thing is an artifact. References and checks follow the new names by themselves;
// results are JSON, in which a quotation mark within a text is escaped, so that only the key is
// found.
const ARTIFACTS: &str = r#"
DROP INDEX things_of_conversation;
ALTER TABLE things RENAME TO artifacts;
CREATE INDEX artifacts_of_conversation ON artifacts (conversation);
ALTER TABLE thing_inputs RENAME TO artifact_inputs;
ALTER TABLE artifact_inputs RENAME COLUMN thing TO artifact;
ALTER TABLE turns RENAME COLUMN things TO artifacts;
ALTER TABLE drafts RENAME COLUMN things TO artifacts;
UPDATE runs SET results = replace(results, '"thing":', '"artifact":');
"#;

// What was a way is a solution.
const SOLUTIONS: &str = r#"
ALTER TABLE runs RENAME COLUMN ways TO solutions;
UPDATE runs SET steps = replace(steps, '"way":', '"solution":');
"#;

// Where the files lie of which given artifacts are copies.
const SOURCE_FILES: &str = "
CREATE TABLE source_files (
    artifact TEXT PRIMARY KEY REFERENCES artifacts (id),
    path TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

// Turns that count for nothing any more, and the turns that a turn took back.
const TAKEN_BACK: &str = "
ALTER TABLE turns ADD COLUMN taken_back_at INTEGER;
ALTER TABLE turns ADD COLUMN takes_back TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(takes_back));
";

const RECIPES: &str = "
CREATE TABLE recipes (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    recipe TEXT NOT NULL CHECK (json_valid(recipe)),
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT, WITHOUT ROWID;
";

// How a person said that words were meant.
const CORRECTIONS: &str = "
CREATE TABLE corrections (
    id TEXT PRIMARY KEY,
    words TEXT NOT NULL,
    tools TEXT NOT NULL CHECK (json_valid(tools)),
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT, WITHOUT ROWID;
";

// Turns that are hidden until they are erased.
const DELETED_TURNS: &str = "ALTER TABLE turns ADD COLUMN deleted_at INTEGER;";

// Folders whose new files recipes are followed with, and what became of the files in them. A conversation may be erased before
// the folder that it is for.
const WATCHED_FOLDERS: &str = "
CREATE TABLE watched_folders (
    id TEXT PRIMARY KEY,
    recipe TEXT NOT NULL REFERENCES recipes (id),
    folder TEXT NOT NULL,
    output TEXT NOT NULL,
    conversation TEXT NOT NULL,
    paused INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE watched_files (
    folder TEXT NOT NULL REFERENCES watched_folders (id),
    path TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    state TEXT NOT NULL,
    said TEXT NOT NULL,
    moved_at INTEGER NOT NULL,
    PRIMARY KEY (folder, path, bytes, modified)
) STRICT, WITHOUT ROWID;
";

#[cfg(test)]
mod tests {
    use patchbay_domain::{ActionPlace, SubtaskId};
    use rusqlite::Connection;

    use super::MIGRATIONS;
    use crate::{Draft, Origin, OriginInput, OriginValue, Store, SubtaskResult};

    #[test]
    fn every_migration_is_valid_sql() {
        MIGRATIONS.validate().unwrap();
    }

    /// Content of a folder with the first tables: an image that was given, and a run whose step
    /// made a text of it.
    const KEPT_IN_FIRST: &str = r#"
INSERT INTO conversations VALUES ('c', 'Trip', 1, 2, NULL);
INSERT INTO turns VALUES ('t', 'c', 'describe it', '["a"]', '{"photo.jpg":"a"}',
    '{"id":"p","clarification":null,"subtasks":[],"visited_tools":0,"elapsed_ms":0.0}', 3);
INSERT INTO runs VALUES ('r', 't', '[1]', 7, 'done',
    '[{"index":0,"subtask":0,"actions":[{"subtask":0,"way":1,"action":0}],"tool":"image_captioning",
       "label":"Describe image","implementation":"built in","inputs":{"image":"photo.jpg"},
       "status":"done","progress":1.0,"seconds":0.5,"error":null,"outputs":["b"]}]',
    '[{"subtask":0,"thing":"b"}]', '[]', 'Here is the "thing": b.', 4, 5);
INSERT INTO things VALUES ('a', 'c', 'photo.jpg', 'image', NULL, 'image/jpeg', 4, 40, 30, NULL, NULL,
    NULL, NULL, NULL, NULL, 3, NULL);
INSERT INTO things VALUES ('b', 'c', 'photo.txt', 'text', NULL, 'text/plain', 6, NULL, NULL, NULL,
    '{"text":"a boat"}', 'a', 'r', 0, 'image_captioning', 5, 6);
INSERT INTO thing_inputs VALUES ('b', 0, 'image', 'a', NULL);
INSERT INTO thing_inputs VALUES ('b', 1, 'text', NULL, 'describe it');
INSERT INTO drafts VALUES ('c', 'and now', '["b"]');
"#;

    #[test]
    fn a_folder_of_the_first_tables_opens_with_all_that_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = Connection::open(folder.path().join("patchbay.db")).unwrap();
        MIGRATIONS.to_version(&mut first, 1).unwrap();
        first.execute_batch(KEPT_IN_FIRST).unwrap();
        drop(first);

        let store = Store::open(folder.path()).unwrap();
        let artifacts = store.artifacts("c").unwrap();
        let names: Vec<_> = artifacts
            .iter()
            .map(|artifact| (artifact.name.as_str(), artifact.deleted))
            .collect();
        assert_eq!(names, [("photo.jpg", false), ("photo.txt", true)]);
        assert_eq!(artifacts[1].parent.as_deref(), Some("a"));
        let inputs = [
            ("image", OriginValue::Artifact("a".to_owned())),
            ("text", OriginValue::Words("describe it".to_owned())),
        ]
        .map(|(argument, value)| OriginInput {
            argument: argument.to_owned(),
            value,
        });
        let made = Origin::Made {
            run: "r".to_owned(),
            step: 0,
            tool: "image_captioning".to_owned(),
            inputs: inputs.into(),
        };
        assert_eq!(artifacts[1].origin, made);
        let turn = store.turn("t").unwrap();
        assert_eq!(turn.artifacts, ["a"]);
        assert!(!turn.taken_back && turn.takes_back.is_empty() && !turn.deleted);
        let run = store.run("r").unwrap();
        let result = SubtaskResult {
            subtask: SubtaskId(0),
            artifact: "b".to_owned(),
        };
        assert_eq!(run.results, [result]);
        assert_eq!(run.answer, "Here is the \"thing\": b.");
        let place = ActionPlace {
            subtask: SubtaskId(0),
            solution: 1,
            action: 0,
        };
        assert_eq!(
            (run.solutions, &run.steps[0].actions),
            (vec![1], &vec![place])
        );
        let draft = Draft {
            text: "and now".to_owned(),
            artifacts: vec!["b".to_owned()],
        };
        assert_eq!(store.draft("c").unwrap(), draft);
        assert_eq!(store.provenance("b").unwrap(), artifacts);
    }
}
