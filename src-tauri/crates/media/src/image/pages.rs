//! The pages of a picture file: of a PDF or TIFF file, or the pictures of an MPO file.

use std::io::Cursor;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::read::{PAGE_DOTS, decoded, load};
use super::{DecodedImage, Metadata, jpeg_parts, tiff_directories};
use crate::MediaError;
use crate::document::Document;

/// A picture file whose pages are read one by one, so that none but one is in memory.
pub struct Pages {
    path: PathBuf,
    name: String,
    held: Held,
}

enum Held {
    /// One picture.
    One(Vec<u8>),
    /// A TIFF file, and where the directories of its pages begin.
    Directories(Vec<u8>, Vec<u64>),
    /// A JPEG file, and where its pictures lie.
    Pictures(Vec<u8>, Vec<Range<usize>>),
    Document(Document),
}

impl Pages {
    /// Opens a file. `name` is what a person knows it by.
    ///
    /// # Errors
    /// As [`super::read`], but damage inside the pixel data goes unseen.
    pub fn open(path: &Path, name: &str) -> Result<Self, MediaError> {
        let bytes = load(path, name)?;
        let held = if Document::is_document(&bytes) {
            Held::Document(Document::of(bytes, name)?)
        } else {
            let directories = tiff_directories::pages(&mut Cursor::new(&bytes)).unwrap_or_default();
            let pictures = jpeg_parts::pictures(&bytes);
            if directories.len() > 1 {
                Held::Directories(bytes, directories)
            } else if pictures.is_empty() {
                Held::One(bytes)
            } else {
                let whole = 0..bytes.len();
                Held::Pictures(bytes, std::iter::once(whole).chain(pictures).collect())
            }
        };
        Ok(Self {
            path: path.to_owned(),
            name: name.to_owned(),
            held,
        })
    }

    /// Returns the number of pages: one or more.
    pub fn count(&self) -> usize {
        match &self.held {
            Held::One(_) => 1,
            Held::Directories(_, directories) => directories.len(),
            Held::Pictures(_, pictures) => pictures.len(),
            Held::Document(document) => document.page_count(),
        }
    }

    /// Whether it is a document: its pages are drawn.
    pub fn is_document(&self) -> bool {
        matches!(self.held, Held::Document(_))
    }

    /// Whether it is a TIFF file of several pages.
    pub fn is_tiff(&self) -> bool {
        matches!(self.held, Held::Directories(..))
    }

    /// Reads a page, the first being 0; those of documents at so many dots per inch, or at 150.
    ///
    /// # Errors
    /// As [`super::read`], or there is no such page.
    pub fn read(&mut self, page: usize, dots: Option<f64>) -> Result<DecodedImage, MediaError> {
        let (path, name) = (self.path.as_path(), self.name.as_str());
        let none = || MediaError::Malformed {
            name: name.to_owned(),
            wanted: "picture",
            reason: format!("it has no page {}", page + 1),
        };
        match &mut self.held {
            Held::One(bytes) if page == 0 => match super::read::Drawn::of(bytes, name)? {
                Some(drawn) => drawn.read(drawn.size(), name),
                None => decoded(bytes, path, name),
            },
            Held::One(_) => Err(none()),
            Held::Directories(bytes, directories) => {
                tiff_directories::begin_with(bytes, *directories.get(page).ok_or_else(none)?);
                decoded(bytes, path, name)
            }
            Held::Pictures(bytes, pictures) => {
                let picture = pictures.get(page).ok_or_else(none)?.clone();
                decoded(&bytes[picture], path, name)
            }
            Held::Document(document) => {
                if page >= document.page_count() {
                    return Err(none());
                }
                let size = document.pixels(page, dots.unwrap_or(PAGE_DOTS));
                Ok(DecodedImage {
                    pixels: document.drawn(page, size)?.into(),
                    metadata: Metadata::default(),
                })
            }
        }
    }
}
