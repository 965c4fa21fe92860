//! Reads the files of a registry's entry: only those that cannot hold programs, only within the
//! model's folder.

use toml::Table;

use super::entry::FileEntry;
use super::fields::{Fields, Wrong, wrong};

/// The kinds of files that a model may have. Others can hold programs that run when they are read
/// (pickle), or are not read.
const ENDINGS: [&str; 4] = ["safetensors", "gguf", "json", "txt"];

/// The name of the file in a model's folder that says what was got; no file of a model has it.
pub const MANIFEST: &str = "manifest.json";

/// The files of an entry.
pub(super) fn files(tables: Vec<Table>) -> Result<Vec<FileEntry>, Wrong> {
    let mut files: Vec<FileEntry> = Vec::new();
    for table in tables {
        let mut fields = Fields(table);
        let inner = |(field, reason): Wrong| (format!("files.{field}"), reason);
        let path = fields.text("path").map_err(inner)?;
        check_path(&path).map_err(|reason| wrong("files.path", reason))?;
        let size = fields.optional_count("size").map_err(inner)?;
        let sha256 = fields
            .optional_text("sha256")
            .map_err(inner)?
            .map(|digits| digits.to_ascii_lowercase());
        fields.finish().map_err(inner)?;
        if !sha256.iter().all(|digits| is_sha256(digits)) {
            return Err(wrong(
                "files.sha256",
                "has to be 64 hexadecimal digits; leave it out where it is not known",
            ));
        }
        // Folders of some systems take small and capital letters for the same.
        if files
            .iter()
            .any(|file| file.path.eq_ignore_ascii_case(&path))
        {
            return Err(wrong("files.path", format!("names “{path}” twice")));
        }
        files.push(FileEntry { path, size, sha256 });
    }
    Ok(files)
}

/// Whether a text is 64 small hexadecimal digits.
pub(crate) fn is_sha256(digits: &str) -> bool {
    digits.len() == 64
        && digits
            .bytes()
            .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// Refuses a path that leaves its folder, that some system reads in another way, or whose kind of
/// file is not loaded.
fn check_path(path: &str) -> Result<(), String> {
    if path.len() > 200 || !path.split('/').all(plain) {
        return Err(format!(
            "names “{path}”; a path is relative, with / between folders, of letters, digits, - _ and ., and without .."
        ));
    }
    if path.eq_ignore_ascii_case(MANIFEST) || path.to_ascii_lowercase().ends_with(".part.json") {
        return Err(format!("names “{path}”, a name that Patchbay uses itself"));
    }
    let ending = path
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase())
        .unwrap_or_default();
    if ENDINGS.contains(&ending.as_str()) {
        return Ok(());
    }
    Err(format!(
        "names “{path}”: only .safetensors, .gguf, .json and .txt files are loaded. Others can hold programs; look for the \
         model in safetensors form"
    ))
}

/// Whether a part of a path or of a repository's name is one everywhere: no `.`, `..`, drive,
/// stream or control letter.
pub(super) fn plain(part: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    part.chars().all(fits) && !part.starts_with('.') && !part.ends_with('.') && !part.is_empty()
}
