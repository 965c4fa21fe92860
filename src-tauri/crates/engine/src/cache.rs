//! Cache of earlier steps' results, so that running again or another solution does not repeat what
//! did not change.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs;
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use patchbay_domain::{EditList, MediaFile, Resource};
use patchbay_inference::registry::Model;
use patchbay_tool_api::Progress;

use crate::provenance::StoredOutput;

/// Maximum number of remembered results. They are paths and words, so this is a few megabytes at
/// most.
const CAPACITY: usize = 1024;

/// Results by what they were made from.
#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<Remembered>);

#[derive(Debug, Default)]
struct Remembered {
    results: HashMap<Key, (StoredOutput, Said)>,
    oldest_first: VecDeque<Key>,
}

/// Statements of a tool about its result.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Said {
    sentences: Vec<String>,
    edits: Vec<EditList>,
}

impl Said {
    /// Collects the statements made through a step's progress.
    pub(crate) fn of(progress: &Progress) -> Self {
        Self {
            sentences: progress.said(),
            edits: progress.edits(),
        }
    }

    /// Replays what was told and recorded, of the same result.
    pub(crate) fn replay(self, progress: &Progress) {
        for sentence in self.sentences {
            progress.say(sentence);
        }
        for edit in self.edits {
            progress.record(edit);
        }
    }
}

/// All that a result depends on, as a hash.
pub(crate) type Key = [u8; 32];

/// The key of a step. Files count by their path, name, length and time of change: assets never
/// change under a path, and other files are seen to have changed without reading them.
pub(crate) fn key(
    tool: &str,
    (implementation, model): (&str, Option<&Model>),
    (inputs, images): (&[(String, Resource)], &BTreeMap<String, MediaFile>),
    (seed, settings): (u64, &BTreeMap<String, String>),
    target_seconds: Option<f64>,
) -> Key {
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    part(tool.as_bytes());
    part(implementation.as_bytes());
    part(
        model
            .map_or_else(String::new, |model| format!("{model:?}"))
            .as_bytes(),
    );
    part(&seed.to_le_bytes());
    part(format!("{settings:?}").as_bytes());
    part(&target_seconds.unwrap_or(-1.0).to_le_bytes());
    let found_on = images
        .iter()
        .map(|(name, image)| (name, Resource::image(image.clone())));
    let inputs = inputs.iter().map(|(name, value)| (name, value.clone()));
    for (name, value) in inputs.chain(found_on) {
        part(name.as_bytes());
        part(format!("{value:?}").as_bytes());
        for file in value.files() {
            let metadata = fs::metadata(&file.path).ok();
            let changed = metadata
                .as_ref()
                .and_then(|m| m.modified().ok()?.duration_since(UNIX_EPOCH).ok());
            part(&metadata.map_or(u64::MAX, |m| m.len()).to_le_bytes());
            part(&changed.map_or(0, |since| since.as_nanos()).to_le_bytes());
        }
    }
    *hasher.finalize().as_bytes()
}

impl Cache {
    /// Returns the result made before from the same, if its files are still there, and what was
    /// said of it.
    pub(crate) fn get(&self, key: &Key) -> Option<(StoredOutput, Said)> {
        let (output, said) = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .results
            .get(key)
            .cloned()?;
        output
            .resource
            .files()
            .iter()
            .all(|file| file.path.exists())
            .then_some((output, said))
    }

    /// Remembers a result and what was said of it, and forgets the oldest where there are too many.
    pub(crate) fn put(&self, key: Key, output: StoredOutput, said: Said) {
        let mut remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if remembered.results.insert(key, (output, said)).is_none() {
            remembered.oldest_first.push_back(key);
        }
        while remembered.results.len() > CAPACITY
            && let Some(oldest) = remembered.oldest_first.pop_front()
        {
            remembered.results.remove(&oldest);
        }
    }
}
