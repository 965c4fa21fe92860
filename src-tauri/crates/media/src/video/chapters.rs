//! The chapters that a video or audio file lists.

use std::path::Path;

use super::source::{Source, seconds};
use crate::MediaError;

/// The most chapters that are read.
const MOST: usize = 10_000;
/// The most letters of a title that are read.
const LONGEST_TITLE: usize = 200;

/// A chapter of a video or audio file.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// Where it begins, in seconds from the start of the video, or of audio alone.
    pub start: f64,
    /// Where it ends, in seconds.
    pub end: f64,
    /// Its title; none where it has none.
    pub title: Option<String>,
}

/// The chapters that the file at `path`, which people know as `name`, lists, in the order of time;
/// empty where it lists none.
///
/// # Errors
/// The file cannot be read, or is neither video nor audio.
pub fn chapters(path: &Path, name: &str) -> Result<Vec<Chapter>, MediaError> {
    let source = Source::open(path, name, "video or sound")?;
    let begins = source.begins();
    let mut chapters: Vec<Chapter> = source
        .input
        .chapters()
        .take(MOST)
        .map(|chapter| {
            let base = chapter.time_base();
            let metadata = chapter.metadata();
            let title = metadata.get("title").map(str::trim).unwrap_or_default();
            let title: String = title.chars().take(LONGEST_TITLE).collect();
            Chapter {
                start: (seconds(chapter.start(), base) - begins).max(0.0),
                end: seconds(chapter.end(), base) - begins,
                title: Some(title).filter(|title| !title.is_empty()),
            }
        })
        .filter(|chapter| chapter.end > chapter.start)
        .collect();
    chapters.sort_by(|a, b| a.start.total_cmp(&b.start));
    Ok(chapters)
}
