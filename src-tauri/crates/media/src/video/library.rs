//! libav itself: started once and kept quiet, and its errors as sentences that name the file.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::util::error::{EACCES, ENOENT, ENOSPC};

use crate::MediaError;

/// The most bytes that libav takes in one piece: a picture of 120 million pixels of 16 bits. Packed
/// heads and profiles within a file could ask for more.
const LARGEST_PIECE: usize = 1 << 30;

/// Starts libav and turns its own messages off: what matters comes back as errors.
pub(super) fn start() {
    static STARTED: LazyLock<()> = LazyLock::new(|| {
        if let Err(error) = ffmpeg::init() {
            tracing::error!(%error, "libav does not start");
        }
        ffmpeg::log::set_level(ffmpeg::log::Level::Quiet);
        // SAFETY: only a number that lengths are compared with, before anything is allocated.
        #[allow(unsafe_code)]
        unsafe {
            ffmpeg::ffi::av_max_alloc(LARGEST_PIECE);
        }
    });
    LazyLock::force(&STARTED);
}

/// Whether an operation of libav wants more input before it has output.
pub(super) fn is_again(error: ffmpeg::Error) -> bool {
    matches!(error, ffmpeg::Error::Other { errno } if errno == ffmpeg::util::error::EAGAIN)
}

/// A failure while reading `name`, which should be a `wanted` (`video` or `sound`).
pub(super) fn unreadable(error: ffmpeg::Error, name: &str, wanted: &'static str) -> MediaError {
    let name = name.to_owned();
    match error {
        ffmpeg::Error::Other { errno }
            if errno == ENOENT || errno == EACCES || errno == ffmpeg::util::error::EIO =>
        {
            MediaError::Unreadable {
                name,
                reason: error.to_string(),
            }
        }
        ffmpeg::Error::DecoderNotFound => MediaError::Malformed {
            name,
            wanted,
            reason: "this computer has no decoder for how it is packed".to_owned(),
        },
        _ => MediaError::Malformed {
            name,
            wanted,
            reason: "its content is of no known kind, or is cut off".to_owned(),
        },
    }
}

/// A failure while the result `name` is made.
pub(super) fn unwritable(error: ffmpeg::Error, name: &str) -> MediaError {
    let reason = match error {
        ffmpeg::Error::Other { errno } if errno == ENOSPC => {
            "the disk is full; make room and try again".to_owned()
        }
        other => other.to_string(),
    };
    MediaError::Unwritable {
        name: name.to_owned(),
        reason,
    }
}

/// The address by which libav opens a file that is to be written: `file:` keeps a path from being
/// read as a protocol.
pub(super) fn address(path: &Path, name: &str) -> Result<String, MediaError> {
    text(path, name).map(|text| format!("file:{text}"))
}

/// A path of this program's own as libav takes it, for the making of the result `name`.
pub(super) fn text<'a>(path: &'a Path, name: &str) -> Result<&'a str, MediaError> {
    match path.to_str() {
        Some(text) if !text.contains('\0') => Ok(text),
        _ => Err(MediaError::Unwritable {
            name: name.to_owned(),
            reason: "its folder has a name that is not valid Unicode".to_owned(),
        }),
    }
}

/// A file that is removed unless it is kept: a stopped or failed run leaves nothing half-written.
pub(super) struct Unfinished {
    path: PathBuf,
    target: PathBuf,
}

impl Unfinished {
    /// A name beside `target`, so that the move at the end stays on one disk.
    pub(super) fn beside(target: &Path) -> Self {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        Self {
            path: target.with_file_name(name),
            target: target.to_owned(),
        }
    }

    /// Returns the path to write to for now.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its real name. `name` is what people know it by.
    pub(super) fn keep(self, name: &str) -> Result<(), MediaError> {
        std::fs::rename(&self.path, &self.target).map_err(|error| MediaError::Unwritable {
            name: name.to_owned(),
            reason: error.to_string(),
        })
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // After `keep` there is nothing under that name; otherwise it is half a file.
        let _ = std::fs::remove_file(&self.path);
    }
}
