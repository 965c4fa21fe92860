//! A folder that is given, as the pictures, sounds and videos in it.

use std::fs;
use std::path::{Path, PathBuf};

use patchbay_media::{MediaError, MediaKind};

use crate::error::Error;

/// The most files that are taken at once: more are a mistake more often than a wish.
pub(crate) const MOST_FILES: usize = 500;
/// Folders in a folder are looked into so deep: `DCIM/100APPLE`, `Trip/Day 1/Evening`.
const DEEPEST: usize = 3;
/// A folder with more entries than this holds more than files to work on.
const MOST_ENTRIES: usize = 20_000;

/// The files of paths, in their order: files as they are, and in place of each folder the pictures,
/// sounds and videos in it and in folders in it, by name, without what is hidden.
///
/// # Errors
/// A folder cannot be read, holds none, or there are too many in all.
pub(crate) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Found::default();
        found.look_into(path, 0)?;
        let before = files.len();
        for file in found.files {
            if is_media(&file) {
                files.push(file);
            }
            if files.len() > MOST_FILES {
                break;
            }
        }
        if files.len() == before {
            return Err(Error::FolderWithoutMedia {
                name: name_of(path),
            });
        }
    }
    if files.len() > MOST_FILES {
        return Err(too_many());
    }
    Ok(files)
}

/// Every file of a folder and of folders in it, by name, without what is hidden.
///
/// # Errors
/// The folder cannot be read, or holds too many files.
pub(crate) fn all_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Found::default();
    found.look_into(folder, 0)?;
    Ok(found.files)
}

/// More than [`MOST_FILES`].
pub(crate) fn too_many() -> Error {
    Error::TooManyFiles { most: MOST_FILES }
}

/// The name of a file or folder; the whole path where it has none.
pub(crate) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Contents of a folder.
#[derive(Default)]
struct Found {
    files: Vec<PathBuf>,
    entries: usize,
}

impl Found {
    /// Takes up the files of a folder and then those of the folders in it. A link to a folder may
    /// lead back to it and is left out.
    fn look_into(&mut self, folder: &Path, depth: usize) -> Result<(), Error> {
        let unreadable = |error: std::io::Error| MediaError::Unreadable {
            name: name_of(folder),
            reason: error.to_string(),
        };
        let (mut files, mut folders) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Err(Error::FolderTooLarge {
                    name: name_of(folder),
                });
            }
            if is_hidden(&entry.file_name().to_string_lossy()) {
                continue;
            }
            let kind = entry.file_type().map_err(unreadable)?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if entry.path().is_file() {
                files.push(entry.path());
            }
        }
        files.sort_by_cached_key(|file| order_key(&name_of(file)));
        folders.sort_by_cached_key(|folder| order_key(&name_of(folder)));
        self.files.extend(files);
        if depth < DEEPEST {
            for folder in folders {
                self.look_into(&folder, depth + 1)?;
            }
        }
        Ok(())
    }
}

/// Returns whether a file manager hides the name or keeps it for itself.
fn is_hidden(name: &str) -> bool {
    name.starts_with('.') || name.starts_with("__MACOSX") || name.starts_with('$')
}

/// Whether a file is a picture, a sound or a video by what it holds, or is called so: one that is
/// damaged is to be told of when it is taken in.
fn is_media(path: &Path) -> bool {
    let name = name_of(path);
    patchbay_media::probe(path, &name).map_or_else(
        |_| patchbay_media::promised_kind(&name).is_some(),
        |facts| facts.kind != MediaKind::Text,
    )
}

/// A piece of a name: numbers count as such, and without the noughts before them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// The number of digits without leading zeros, and those digits.
    Number(usize, String),
    Letters(String),
}

/// Returns a key that sorts names as people expect: `IMG_2` before `IMG_10`, regardless of case.
fn order_key(name: &str) -> (Vec<Piece>, String) {
    let name = name.to_lowercase();
    let mut pieces = Vec::new();
    let mut rest = name.as_str();
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest
            .find(|letter: char| letter.is_ascii_digit() != is_number)
            .unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        pieces.push(if is_number {
            let digits = piece.trim_start_matches('0');
            Piece::Number(digits.len(), digits.to_owned())
        } else {
            Piece::Letters(piece.to_owned())
        });
        rest = after;
    }
    (pieces, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_that_people_expect() {
        let mut names = [
            "IMG_10.jpg",
            "img_2.jpg",
            "IMG_2 b.jpg",
            "a.jpg",
            "IMG_002.jpg",
            "7.jpg",
            "ä.jpg",
            "",
            "IMG.jpg",
        ];
        names.sort_by_cached_key(|name| order_key(name));
        let expected = [
            "",
            "7.jpg",
            "a.jpg",
            "IMG.jpg",
            "IMG_2 b.jpg",
            "IMG_002.jpg",
            "img_2.jpg",
            "IMG_10.jpg",
            "ä.jpg",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn what_is_hidden_is_no_file_of_a_folder() {
        assert!(is_hidden(".DS_Store") && is_hidden("$RECYCLE.BIN") && !is_hidden("a.b"));
    }
}
