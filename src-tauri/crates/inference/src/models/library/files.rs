//! A file on its way: its names, its sum, what it has to be, and the move into place.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::LibraryError;

/// Bytes read at a time.
pub(crate) const PIECE: usize = 1 << 18;

/// A text file larger than this is not one that a model reads.
const LONGEST_TEXT: u64 = 1 << 28;

/// Returns the path of a file as long as it is not whole.
pub(crate) fn part(path: &Path) -> PathBuf {
    with_ending(path, ".part")
}

/// Returns the path of the facts about a part, which lies beside it.
pub(crate) fn part_facts(path: &Path) -> PathBuf {
    with_ending(path, ".part.json")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The size of a file; nothing where there is none.
pub(crate) fn size(path: &Path) -> Option<u64> {
    std::fs::metadata(path)
        .ok()
        .filter(std::fs::Metadata::is_file)
        .map(|facts| facts.len())
}

/// A SHA-256 in small hexadecimal digits.
pub(crate) fn digits(sum: Sha256) -> String {
    use std::fmt::Write;
    sum.finalize()
        .iter()
        .fold(String::with_capacity(64), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        })
}

/// Reads a file through a sum; `report` hears of each piece and can stop it.
pub(crate) fn sum(
    path: &Path,
    sum: &mut Sha256,
    report: &mut dyn FnMut(usize) -> Result<(), LibraryError>,
) -> Result<(), LibraryError> {
    let mut file = File::open(path).map_err(LibraryError::io("read", path))?;
    let mut piece = vec![0; PIECE];
    loop {
        let read = file
            .read(&mut piece)
            .map_err(LibraryError::io("read", path))?;
        if read == 0 {
            return Ok(());
        }
        sum.update(&piece[..read]);
        report(read)?;
    }
}

/// Removes a file, which may be missing.
pub(crate) fn remove(path: &Path) -> Result<(), LibraryError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(LibraryError::io("removed", path)(error))
        }
        _ => Ok(()),
    }
}

/// Makes the names in a folder as durable as the files that they name.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), LibraryError> {
    // Windows gives no handle on a folder; it writes names with the file.
    #[cfg(unix)]
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(LibraryError::io("written", folder))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Refuses what is not the kind of file that `name` says, which catches an error page or a file
/// that breaks off.
pub(crate) fn check(path: &Path, name: &str) -> Result<(), LibraryError> {
    let checked = match name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase())
        .as_deref()
    {
        Some("safetensors") => crate::models::weights::header(path).map(drop),
        Some("gguf") => crate::models::gguf::header(path).map(drop),
        Some("json") => text(path).and_then(|text| {
            serde_json::from_str::<serde::de::IgnoredAny>(&text)
                .map(drop)
                .map_err(|error| format!("it is not JSON: {error}"))
        }),
        _ => text(path).map(drop),
    };
    checked.map_err(|reason| LibraryError::File {
        path: path.to_owned(),
        reason,
    })
}

fn text(path: &Path) -> Result<String, String> {
    if size(path).unwrap_or(0) > LONGEST_TEXT {
        return Err("it is too long for a text file of a model".to_owned());
    }
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn a_file_is_what_its_name_says_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let is_right = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            check(&path, name).is_ok()
        };
        assert!(is_right("config.json", br#"{"a": [1]}"#));
        assert!(!is_right("config.json", b"<html>"));
        assert!(is_right("merges.txt", "a b\né c".as_bytes()));
        assert!(!is_right("merges.txt", &[0xff, 0xfe]));
        let empty = [&b"GGUF\x03\0\0\0"[..], &[0; 16]].concat();
        assert!(is_right("model.gguf", &empty));
        assert!(!is_right("model.gguf", b"GGUF\x03\0\0\0more"));
        assert!(!is_right("model.gguf", b"GGUF\x09\0\0\0more"));
        assert!(!is_right("model.gguf", b"GG"));
        assert!(!is_right("model.safetensors", b"\x80\x04pickle"));
        // Tensors that together end at the largest number there is, in a file of a few kilobytes.
        let tensors = (0..16_u64).map(|number| {
            let start = number << 60;
            let end = start + ((1 << 60) - u64::from(number == 15));
            format!(
                r#""{number}":{{"dtype":"U8","shape":[{}],"data_offsets":[{start},{end}]}}"#,
                end - start
            )
        });
        let header = format!("{{{}}}", tensors.collect::<Vec<_>>().join(","));
        let bytes = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat();
        assert!(!is_right("model.safetensors", &bytes));
    }
}
