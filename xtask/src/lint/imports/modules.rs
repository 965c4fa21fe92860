//! The modules of a crate, and the imports between them.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{Path, paths};

/// Number of re-exports that are followed to the module where an item lies.
const RE_EXPORTS: usize = 8;

/// Pairs of a sibling and one that it imports, each with the first module of the one that does and
/// the module that it imports.
type Edges<'a> = BTreeMap<(&'a str, &'a str), (&'a Path, &'a Path)>;

/// A crate's modules: each with its file, relative to the crate's `src`.
pub(super) struct Modules {
    files: BTreeMap<Path, String>,
    /// Pairs of a module and one that it imports, other than itself and those above or below it.
    imports: BTreeSet<(Path, Path)>,
}

impl Modules {
    /// Reads the files of a crate: their names relative to its `src`, and their text.
    pub(super) fn read(sources: &BTreeMap<String, String>) -> Self {
        let mut files = BTreeMap::new();
        let mut bindings = BTreeMap::new();
        let mut named = Vec::new();
        let mut test_modules = BTreeSet::new();
        for (file, source) in sources {
            let module = module(file);
            let paths = paths(&module, source);
            if paths.is_test {
                test_modules.insert(module.clone());
            }
            test_modules.extend(paths.test_modules);
            bindings.extend(paths.bindings);
            named.extend(paths.named.into_iter().map(|path| (module.clone(), path)));
            files.insert(module, file.clone());
        }
        let is_test = |module: &Path| test_modules.iter().any(|test| module.starts_with(test));
        let mut imports = BTreeSet::new();
        for (from, path) in named {
            let to = resolved(&path, &files, &bindings, RE_EXPORTS);
            if !from.starts_with(&to) && !to.starts_with(&from) && !is_test(&from) && !is_test(&to)
            {
                imports.insert((from, to));
            }
        }
        Self { files, imports }
    }

    /// The groups of siblings that import each other around a circle.
    pub(super) fn circles(&self) -> Vec<Circle> {
        let mut edges: BTreeMap<&[String], Edges<'_>> = BTreeMap::new();
        for (from, to) in &self.imports {
            let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            let siblings = edges.entry(&from[..shared]).or_default();
            siblings
                .entry((&from[shared], &to[shared]))
                .or_insert((from, to));
        }
        let mut circles = Vec::new();
        for edges in edges.values() {
            let mut left: BTreeSet<&str> = edges.keys().map(|(from, _)| *from).collect();
            while let Some(first) = left.pop_first() {
                let mut members = reached(first, edges);
                members.retain(|member| reached(member, edges).contains(first));
                left.retain(|other| !members.contains(other));
                let inside = edges
                    .iter()
                    .filter(|((from, to), _)| members.contains(from) && members.contains(to));
                let imports = inside
                    .map(|(_, (from, to))| (self.files[*from].clone(), self.files[*to].clone()))
                    .collect();
                if !members.is_empty() {
                    circles.push(Circle {
                        members: members.into_iter().map(str::to_owned).collect(),
                        imports,
                    });
                }
            }
        }
        circles
    }
}

/// Siblings that import each other around a circle.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Circle {
    /// Their names, of files or folders.
    pub(super) members: Vec<String>,
    /// For each import of one by another, a file and the module that it imports.
    pub(super) imports: Vec<(String, String)>,
}

/// The siblings that `first` imports, and those that they import.
fn reached<'a>(first: &str, edges: &Edges<'a>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![first];
    while let Some(next) = open.pop() {
        for (_, to) in edges.keys().filter(|(from, _)| *from == next) {
            if reached.insert(*to) {
                open.push(to);
            }
        }
    }
    reached
}

/// The module that a file holds.
fn module(file: &str) -> Path {
    let mut module: Path = file
        .trim_end_matches(".rs")
        .split('/')
        .map(str::to_owned)
        .collect();
    if matches!(module.last().map(String::as_str), Some("mod"))
        || matches!(file, "lib.rs" | "main.rs")
    {
        module.pop();
    }
    module
}

/// The deepest module along a path. Where a module has a name only by a `use`, the path goes on
/// where that leads.
fn resolved(
    path: &[String],
    files: &BTreeMap<Path, String>,
    bindings: &BTreeMap<Path, Path>,
    depth: usize,
) -> Path {
    let Some(end) = (1..=path.len()).find(|end| !files.contains_key(&path[..*end])) else {
        return path.to_vec();
    };
    match bindings.get(&path[..end]) {
        Some(target) if depth > 0 => {
            resolved(&[target, &path[end..]].concat(), files, bindings, depth - 1)
        }
        _ => path[..end - 1].to_vec(),
    }
}
