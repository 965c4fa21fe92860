//! Models that a person adds, also while the program runs: each has a file of its own.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Model;

/// The folder of their files in the folder of models.
const FOLDER: &str = "added";

/// The file of a model that was added.
pub(crate) fn entry(models_folder: &Path, id: &str) -> PathBuf {
    models_folder.join(FOLDER).join(format!("{id}.toml"))
}

/// The files of all models that were added, in the order of their names.
pub(super) fn entries(models_folder: &Path) -> Vec<PathBuf> {
    let found = std::fs::read_dir(models_folder.join(FOLDER));
    let paths = found
        .into_iter()
        .flatten()
        .filter_map(|one| Some(one.ok()?.path()));
    let is_entry = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let mut entries: Vec<PathBuf> = paths.filter(is_entry).collect();
    entries.sort();
    entries
}

/// Models in the order in which they came. None moves when another comes, so that steps keep what they work with.
#[derive(Debug, Default)]
pub(super) struct Added(OnceLock<Box<Node>>);

#[derive(Debug)]
struct Node {
    model: Model,
    is_forgotten: AtomicBool,
    next: Added,
}

impl Added {
    /// Adds a model behind the others, and returns it.
    pub(super) fn push(&self, model: Model) -> &Model {
        let mut model = Some(model);
        let mut place = self;
        loop {
            let node = place.0.get_or_init(|| {
                Box::new(Node {
                    model: model.take().expect("a model that has no place yet"),
                    is_forgotten: AtomicBool::new(false),
                    next: Self::default(),
                })
            });
            if model.is_none() {
                return &node.model;
            }
            place = &node.next;
        }
    }

    fn nodes(&self) -> impl Iterator<Item = &Node> {
        let nodes = std::iter::successors(self.0.get(), |node| node.next.0.get());
        nodes
            .map(|node| &**node)
            .filter(|node| !node.is_forgotten.load(Ordering::Relaxed))
    }

    /// The models that were not forgotten.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Model> {
        self.nodes().map(|node| &node.model)
    }

    /// Leaves a model out from now on.
    pub(super) fn forget(&self, id: &str) {
        for node in self.nodes().filter(|node| node.model.id == id) {
            node.is_forgotten.store(true, Ordering::Relaxed);
        }
    }
}
