//! The tables, and how older files become newer ones. A migration that was released is never
//! edited; a change is a new one at the end.

use rusqlite_migration::{M, Migrations};

/// Every change of the tables, oldest first.
pub(crate) const MIGRATIONS: Migrations<'static> = Migrations::from_slice(STEPS);

const STEPS: &[M<'static>] = &[M::up(FIRST)];

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

#[cfg(test)]
mod tests {
    #[test]
    fn every_migration_is_valid_sql() {
        super::MIGRATIONS.validate().unwrap();
    }
}
