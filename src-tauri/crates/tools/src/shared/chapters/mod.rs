//! Files with the chapters that a text lists, instead of those that they have. What is in them stays as it is packed.

mod lines;

use patchbay_domain::MediaFile;
use patchbay_media::video::{Change, Chapter, NewChapter, Tags, chapters};
use patchbay_values::times::clock;

use self::lines::listed;
use super::rewriting::rewritten;
use crate::{Context, ToolError};

/// Maximum number of chapters of a file.
const MOST: usize = 255;
/// A result whose chapters begin so much elsewhere is wrong, in seconds.
const NEAR: f64 = 0.05;

/// A copy of a file with the chapters that `text` lists. `seconds`: how long a file is; `instead`: the formats to convert to
/// where its own holds none.
///
/// # Errors
/// The list is empty, out of order or beyond the end, the format holds no chapters, and what reading and writing say.
pub(crate) fn with_chapters(
    file: &MediaFile,
    seconds: fn(&MediaFile) -> Result<f64, ToolError>,
    text: &str,
    instead: &str,
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let length = seconds(file)?;
    let wanted = checked(listed(text), length)?;
    let change = Change {
        tags: Tags::default(),
        chapters: Some(wanted.clone()),
    };
    let none = || {
        ToolError::Refused(format!(
            "“{}” cannot hold chapters. Convert it to {instead} first.",
            file.name
        ))
    };
    let made = rewritten(file, &change, "chapters", context)?.ok_or_else(none)?;
    let found = chapters(&made.path, &made.name)?;
    if is_so(&found, &wanted) && (seconds(&made)? - length).abs() < 0.1 {
        return Ok(made);
    }
    // It lies in the step's own folder, which is removed in any case.
    let _ = std::fs::remove_file(&made.path);
    if found.is_empty() {
        return Err(none());
    }
    Err(ToolError::Failed(format!(
        "The chapters could not be written into “{}” without damage.",
        file.name
    )))
}

/// The chapters where they are in order and within the whole.
fn checked(chapters: Vec<NewChapter>, length: f64) -> Result<Vec<NewChapter>, ToolError> {
    let refused = |sentence: String| Err(ToolError::Refused(sentence));
    if chapters.is_empty() {
        return refused(
            "No chapters are listed. Write a time and a title in each line, such as “0:00 Intro”."
                .to_owned(),
        );
    }
    if chapters.len() > MOST {
        return refused(format!(
            "A file can have {MOST} chapters, and {} are listed.",
            chapters.len()
        ));
    }
    for pair in chapters.windows(2) {
        if pair[1].start <= pair[0].start {
            return refused(format!(
                "“{}” at {} is listed after “{}” at {}. List the chapters in the order of time.",
                pair[1].title,
                clock(pair[1].start),
                pair[0].title,
                clock(pair[0].start)
            ));
        }
    }
    match chapters.last() {
        Some(last) if last.start >= length => refused(format!(
            "“{}” would begin at {}, but the whole is only {} long.",
            last.title,
            clock(last.start),
            clock(length)
        )),
        _ => Ok(chapters),
    }
}

/// Whether these are the chapters that are wanted.
fn is_so(found: &[Chapter], wanted: &[NewChapter]) -> bool {
    let is_near =
        |(found, wanted): (&Chapter, &NewChapter)| (found.start - wanted.start).abs() < NEAR;
    found.len() == wanted.len() && found.iter().zip(wanted).all(is_near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lists_are_told() {
        let chapter = |start, title: &str| NewChapter {
            start,
            title: title.to_owned(),
        };
        let said = |list: Vec<NewChapter>| checked(list, 60.0).expect_err("a sentence").to_string();
        assert!(said(Vec::new()).contains("0:00 Intro"));
        let order = said(vec![chapter(10.0, "B"), chapter(5.0, "A")]);
        assert!(order.contains("order of time"), "{order}");
        let late = said(vec![chapter(0.0, "A"), chapter(90.0, "B")]);
        assert!(late.contains("only 1:00 long"), "{late}");
    }
}
