//! Files of JSON objects, one a line.

use std::path::Path;

use anyhow::Context;
use serde::de::DeserializeOwned;

/// Reads the objects of a file; an error names the line that is none. `name`: the words for one and
/// for all of them.
pub(super) fn read<T: DeserializeOwned>(path: &Path, name: (&str, &str)) -> anyhow::Result<Vec<T>> {
    let (one, all) = name;
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("The {all} {} cannot be read", path.display()))?;
    let object = |(number, line): (usize, &str)| {
        serde_json::from_str(line)
            .with_context(|| format!("{}, line {}, is not a {one}", path.display(), number + 1))
    };
    let objects: Vec<T> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(object)
        .collect::<Result<_, _>>()?;
    anyhow::ensure!(!objects.is_empty(), "{} has no {all}", path.display());
    Ok(objects)
}
