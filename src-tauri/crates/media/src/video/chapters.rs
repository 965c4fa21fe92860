//! The chapters that a video or audio file lists.

use std::path::Path;

use super::cut::Span;
use super::source::{Source, seconds};
use crate::MediaError;

/// The most chapters that are read.
const MOST: usize = 10_000;
/// The most letters of a title that are read.
const LONGEST_TITLE: usize = 200;

/// A chapter of a video or audio file.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// Start in seconds, from the start of the video, or of audio alone.
    pub start: f64,
    /// End in seconds.
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
    Ok(chapters_of(&Source::open(path, name, "video or sound")?))
}

/// The same of an opened file.
pub(super) fn chapters_of(source: &Source) -> Vec<Chapter> {
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
    chapters
}

/// Chapters where only parts are kept, one after the other: one that is cut in two goes on.
#[must_use]
pub fn within(chapters: &[Chapter], spans: &[Span]) -> Vec<Chapter> {
    let mut kept: Vec<Chapter> = Vec::new();
    let mut begins = 0.0;
    for span in spans {
        for chapter in chapters {
            let (start, end) = (chapter.start.max(span.start), chapter.end.min(span.end));
            if start >= end {
                continue;
            }
            let (start, end) = (begins + start - span.start, begins + end - span.start);
            match kept.last_mut() {
                Some(last) if last.title == chapter.title && (last.end - start).abs() < 1e-6 => {
                    last.end = end;
                }
                _ => kept.push(Chapter {
                    start,
                    end,
                    title: chapter.title.clone(),
                }),
            }
        }
        begins += span.end - span.start;
    }
    kept
}

/// Chapters where everything is `factor` times as fast.
#[must_use]
pub fn at_speed(mut chapters: Vec<Chapter>, factor: f64) -> Vec<Chapter> {
    for chapter in &mut chapters {
        chapter.start /= factor;
        chapter.end /= factor;
    }
    chapters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_follow_what_is_kept() {
        let chapter = |start: f64, end: f64, title: &str| Chapter {
            start,
            end,
            title: Some(title.to_owned()),
        };
        let span = |start: f64, end: f64| Span { start, end };
        let all = vec![chapter(0.0, 4.0, "One"), chapter(4.0, 9.0, "Two")];
        let kept = within(&all, &[span(1.0, 2.0), span(3.0, 6.0), span(8.0, 9.0)]);
        assert_eq!(kept, [chapter(0.0, 2.0, "One"), chapter(2.0, 5.0, "Two")]);
        assert_eq!(at_speed(all, 2.0)[1], chapter(2.0, 4.5, "Two"));
    }
}
