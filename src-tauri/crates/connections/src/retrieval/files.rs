//! Kinds of the files that a request names: `notes/plan.docx` speaks of a file and of a document.

/// Endings of files, and words for what such a file is.
const KINDS: [(&[&str], &str); 14] = [
    (
        &[
            "png", "jpg", "jpeg", "gif", "webp", "bmp", "tiff", "heic", "svg",
        ],
        "image picture",
    ),
    (
        &["mp3", "wav", "flac", "ogg", "m4a", "aac", "opus"],
        "audio sound",
    ),
    (&["mp4", "mov", "mkv", "webm", "avi"], "video"),
    (&["docx", "doc", "odt"], "word document"),
    (&["xlsx", "xls", "ods"], "excel spreadsheet"),
    (&["pptx", "ppt", "odp"], "powerpoint presentation slide"),
    (&["csv", "tsv"], "table data"),
    (&["md"], "markdown text"),
    (&["txt", "log"], "text"),
    (&["json", "xml", "yaml", "toml"], "data"),
    (&["htm", "html"], "web page"),
    (&["zip", "tar", "gz", "7z"], "archive"),
    (&["srt", "vtt"], "subtitle"),
    (&["pdf"], "document"),
];

/// A request with words for the files that it names, folders left out.
pub fn with_kinds(request: &str) -> String {
    let mut words = Vec::new();
    for word in request.split_whitespace() {
        match named(word) {
            Some((name, kind)) => words.extend(["file", name, kind]),
            None => words.push(word),
        }
    }
    words.join(" ")
}

/// A file's name and what it is, where a word of a request is a file or a path.
fn named(word: &str) -> Option<(&str, &str)> {
    let bare = word.trim_matches(|letter: char| {
        !letter.is_alphanumeric() && !matches!(letter, '/' | '~' | '_')
    });
    let name = bare.rsplit(['/', '\\']).find(|part| !part.is_empty())?;
    let is_path = bare.starts_with(['/', '~']) && bare.len() > name.len() + 1;
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    let kind = ending.and_then(|ending| {
        let (_, kind) = KINDS
            .iter()
            .find(|(endings, _)| endings.contains(&ending.as_str()))?;
        Some(*kind)
    });
    match kind {
        Some(kind) if !bare.contains("://") => Some((name, kind)),
        _ => is_path.then_some((name, "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_endings_and_paths() {
        assert_eq!(
            with_kinds("read '/root/Plan.DOCX',"),
            "read file Plan.DOCX word document"
        );
        assert_eq!(with_kinds("blur a.png"), "blur file a.png image picture");
        assert_eq!(with_kinds("in /root/notes now"), "in file notes  now");
        for other in ["and/or", "v1.5", "https://example.org/a.png", "/", "3.5 m"] {
            assert_eq!(with_kinds(other), other);
        }
    }
}
