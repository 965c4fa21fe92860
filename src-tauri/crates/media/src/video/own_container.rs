//! The container that a video is in, as one that it can be written in again.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::output_format::Container;
use super::source::Source;
use crate::MediaError;

/// The start of a Matroska file that says `webm` of itself: the element of its kind (EBML, `DocType`).
const WEBM: &[u8] = b"\x42\x82\x84webm";
/// The bytes in which that stands.
const HEAD: u64 = 128;

/// A container that packets of a video are written in as they are, beside other audio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnContainer {
    extension: &'static str,
    /// libav's name for it.
    pub(super) muxer: &'static str,
    /// libav's name for the encoder of audio in it.
    pub(super) encoder: &'static str,
    /// Whether it is the container of the video.
    pub is_kept: bool,
}

impl OwnContainer {
    /// The container of the video at `path`; Matroska, which holds nearly everything, where such a
    /// file is not written here.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of(path: &Path, name: &str) -> Result<Self, MediaError> {
        let source = Source::open(path, name, "video")?;
        let is = |container: &str| source.is_container(container);
        Ok(if is("mov") {
            let said = source.input.metadata();
            let brand = said.get("major_brand").unwrap_or_default();
            if brand.starts_with("qt") {
                Self::new("mov", "mov", "aac")
            } else {
                Self::new("mp4", "mp4", "aac")
            }
        } else if is("matroska") {
            if is_webm(path) {
                Self::new("webm", "webm", "libopus")
            } else {
                Self::new("mkv", "matroska", "aac")
            }
        } else if is("avi") {
            Self::new("avi", "avi", "libmp3lame")
        } else if is("mpegts") {
            Self::new("ts", "mpegts", "aac")
        } else if is("flv") {
            Self::new("flv", "flv", "aac")
        } else {
            Self {
                is_kept: false,
                ..Self::new("mkv", "matroska", "aac")
            }
        })
    }

    fn new(extension: &'static str, muxer: &'static str, encoder: &'static str) -> Self {
        Self {
            extension,
            muxer,
            encoder,
            is_kept: true,
        }
    }

    /// The ending of its files, without the dot.
    pub fn extension(self) -> &'static str {
        self.extension
    }

    /// The container in which frames that are encoded anew stay in the one of their video; none where
    /// it is another.
    pub fn encoded(self) -> Option<Container> {
        Container::of_extension(self.extension).filter(|_| self.is_kept)
    }

    /// Whether it names codecs by four letters of its own.
    pub(super) fn has_tags(self) -> bool {
        ["mov", "mp4", "avi"].contains(&self.muxer)
    }
}

fn is_webm(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && head.windows(WEBM.len()).any(|bytes| bytes == WEBM)
}
