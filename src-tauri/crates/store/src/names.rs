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
    numbered(wanted)
        .find(|name| !taken.contains(&name.to_lowercase()))
        .unwrap_or_else(|| wanted.to_owned())
}

/// A name and then `photo (2).jpg`, `photo (3).jpg`, … without end.
pub fn numbered(wanted: &str) -> impl Iterator<Item = String> {
    let (stem, ending) = match wanted.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && ending.len() <= 5 => {
            (stem.to_owned(), format!(".{ending}"))
        }
        _ => (wanted.to_owned(), String::new()),
    };
    let numbered = (2_usize..).map(move |number| format!("{stem} ({number}){ending}"));
    std::iter::once(wanted.to_owned()).chain(numbered)
}
