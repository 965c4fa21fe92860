//! Names that nothing else in a conversation has, whatever their case: words refer to artifacts by
//! them, and some file systems know no case.

use std::collections::HashSet;

use rusqlite::Transaction;

use crate::store::Failure;

/// The names of a conversation's artifacts in lower case, hidden ones too: they can come back.
pub(crate) fn names(
    transaction: &Transaction<'_>,
    conversation: &str,
    but: &str,
) -> Result<HashSet<String>, Failure> {
    let mut query = transaction
        .prepare_cached("SELECT name FROM artifacts WHERE conversation = ?1 AND id <> ?2")?;
    let rows = query.query_map((conversation, but), |row| {
        Ok(row.get::<_, String>(0)?.to_lowercase())
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// `wanted`, or the first of `photo (2).jpg`, `photo (3).jpg`, … that is not taken.
pub(crate) fn unique_name(wanted: &str, taken: &HashSet<String>) -> String {
    let (stem, ending) = match wanted.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && ending.len() <= 5 => {
            (stem, format!(".{ending}"))
        }
        _ => (wanted, String::new()),
    };
    let numbered = (2..).map(|number| format!("{stem} ({number}){ending}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names
        .find(|name| !taken.contains(&name.to_lowercase()))
        .unwrap_or_else(|| wanted.to_owned())
}
