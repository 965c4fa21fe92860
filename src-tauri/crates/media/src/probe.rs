//! Kind and extent of a file, by its content: the ending of its name is not believed.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{MediaError, audio, image, regular, text, video};

/// Kind of content that a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaKind {
    /// An image.
    Image,
    /// Audio alone (a cover image does not make it a video).
    Audio,
    /// A video, with audio or without.
    Video,
    /// Words, in any encoding.
    Text,
}

/// Kind and extent of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// Its kind.
    pub kind: MediaKind,
    /// Pixels across, upright; none for audio and text.
    pub width: Option<u32>,
    /// Pixels down, upright; none for audio and text.
    pub height: Option<u32>,
    /// Its length in seconds; none for images and text.
    pub seconds: Option<f64>,
    /// Whether anything can be heard in it.
    pub has_audio: bool,
    /// The size of the file.
    pub bytes: u64,
}

/// Endings that promise an image, audio or video, with what the sentence calls it.
const PROMISES: [(MediaKind, &str, &[&str]); 3] = [
    (
        MediaKind::Image,
        "picture",
        &[
            "png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "avif", "heic", "svg",
            "pdf", "ico", "apng",
        ],
    ),
    (
        MediaKind::Audio,
        "sound",
        &[
            "wav", "mp3", "m4a", "m4b", "m4r", "aac", "flac", "ogg", "opus", "aif", "aiff", "caf",
            "mka", "wma",
        ],
    ),
    (
        MediaKind::Video,
        "video",
        &[
            "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "wmv", "flv", "3gp",
        ],
    ),
];

/// Finds out what the file at `path`, which people know as `name`, is. Only headers are read, but a
/// text is read whole. The error is a sentence that names the file: it is missing, empty, cut off,
/// of no known kind, or words under the name of an image, audio or video.
pub fn probe(path: &Path, name: &str) -> Result<Facts, MediaError> {
    let unreadable = |error: std::io::Error| MediaError::Unreadable {
        name: name.to_owned(),
        reason: error.to_string(),
    };
    let (mut file, metadata) = regular::open(path, name)?;
    let bytes = metadata.len();
    if bytes == 0 {
        return Err(MediaError::Empty {
            name: name.to_owned(),
        });
    }
    // A drawing may begin with long remarks.
    let mut head = vec![0; 4096.min(bytes as usize)];
    file.read_exact(&mut head).map_err(unreadable)?;
    let nothing = Facts {
        kind: MediaKind::Text,
        width: None,
        height: None,
        seconds: None,
        has_audio: false,
        bytes,
    };
    if image::is_image(&head) {
        let (width, height) = image::probe(path, name)?;
        return Ok(Facts {
            kind: MediaKind::Image,
            width: Some(width),
            height: Some(height),
            ..nothing
        });
    }
    if text::is_utf16(&head) || is_text(path).map_err(unreadable)? {
        return match promised(name) {
            None => Ok(nothing),
            Some((_, wanted)) => {
                let reason =
                    "it holds only words; give it the ending .txt to use it as a text".to_owned();
                Err(MediaError::Malformed {
                    name: name.to_owned(),
                    wanted,
                    reason,
                })
            }
        };
    }
    let wanted = promised(name).map_or("picture, sound, video or text", |(_, wanted)| wanted);
    match video::probe(path, name) {
        Ok(facts) => Ok(Facts {
            kind: MediaKind::Video,
            width: Some(facts.width),
            height: Some(facts.height),
            seconds: Some(facts.seconds),
            has_audio: facts.audio.is_some(),
            ..nothing
        }),
        Err(MediaError::NoStream { .. }) => {
            // A header may promise less than there is.
            let seconds = audio::probe(path, name)?.seconds;
            Ok(Facts {
                kind: MediaKind::Audio,
                seconds: Some(seconds),
                has_audio: true,
                ..nothing
            })
        }
        Err(MediaError::Malformed { name, reason, .. }) => Err(MediaError::Malformed {
            name,
            wanted,
            reason,
        }),
        Err(error) => Err(error),
    }
}

/// The kind that the ending of a name promises, whatever the file holds; none where it promises no image, audio or video.
pub fn promised_kind(name: &str) -> Option<MediaKind> {
    promised(name).map(|(kind, _)| kind)
}

/// Returns the kind that the ending of a name promises, and what the sentence calls it.
fn promised(name: &str) -> Option<(MediaKind, &'static str)> {
    let (_, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    PROMISES
        .iter()
        .find(|(.., endings)| endings.contains(&ending.as_str()))
        .map(|(kind, wanted, _)| (*kind, *wanted))
}

/// The largest text that is not UTF-8, in bytes: it is looked at as a whole.
const LARGEST_OLDER: u64 = 1 << 24;

/// Whether a file holds words from end to end, in UTF-8 or the encoding of an older program.
fn is_text(path: &Path) -> std::io::Result<bool> {
    Ok(is_utf8(path)?
        || (path.metadata()?.len() <= LARGEST_OLDER && text::is_older_text(&std::fs::read(path)?)))
}

/// Whether a file is UTF-8 without zero bytes from end to end.
fn is_utf8(path: &Path) -> std::io::Result<bool> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut buffer = vec![0; 1 << 16];
    let mut kept = 0;
    loop {
        let read = reader.read(&mut buffer[kept..])?;
        let filled = kept + read;
        if buffer[..filled].contains(&0) {
            return Ok(false);
        }
        match std::str::from_utf8(&buffer[..filled]) {
            Ok(_) if read == 0 => return Ok(true),
            Ok(_) => kept = 0,
            // A character may be cut by the buffer's end, but not by the file's.
            Err(error) if error.error_len().is_none() && read > 0 => {
                buffer.copy_within(error.valid_up_to()..filled, 0);
                kept = filled - error.valid_up_to();
            }
            Err(_) => return Ok(false),
        }
    }
}
