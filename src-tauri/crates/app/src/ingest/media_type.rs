//! The media type of a file, read from its first bytes.

use std::path::Path;

use patchbay_media::MediaKind;

/// The media type of a file of that kind; `name` tells only kinds of text apart.
pub(crate) fn of(path: &Path, name: &str, kind: MediaKind) -> String {
    let found = infer::get_from_path(path)
        .ok()
        .flatten()
        .map(|found| found.mime_type());
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    match (kind, found) {
        (MediaKind::Text, _) => match ending.as_deref() {
            Some("md" | "markdown") => "text/markdown",
            Some("srt") => "application/x-subrip",
            Some("vtt") => "text/vtt",
            Some("ass" | "ssa") => "text/x-ssa",
            Some("csv") => "text/csv",
            _ => "text/plain",
        }
        .to_owned(),
        // Containers are named after video, whatever is in them.
        (MediaKind::Audio, Some(mime)) => mime.replace("video/", "audio/"),
        // A drawing.
        (MediaKind::Image, None | Some("text/xml" | "text/html")) => "image/svg+xml".to_owned(),
        (_, Some(mime)) => mime.to_owned(),
        (_, None) => "application/octet-stream".to_owned(),
    }
}

/// The media type under which a file is sent to a front.
pub(crate) fn to_serve(path: &Path, name: &str) -> String {
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    let found = infer::get_from_path(path)
        .ok()
        .flatten()
        .map(|found| found.mime_type());
    match (found, ending.as_deref()) {
        // A browser would run the scripts in a drawing.
        (Some("text/xml"), _) | (None, Some("svg")) => "text/plain; charset=utf-8".to_owned(),
        (Some(mime @ "text/html"), _) => format!("{mime}; charset=utf-8"),
        (Some(mime), _) => mime.to_owned(),
        (None, Some("html" | "htm")) => "text/html; charset=utf-8".to_owned(),
        (None, Some("json")) => "application/json".to_owned(),
        (None, Some("txt" | "md" | "markdown" | "srt" | "vtt" | "ass" | "ssa" | "csv")) => {
            "text/plain; charset=utf-8".to_owned()
        }
        (None, _) => "application/octet-stream".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_a_picture_and_is_never_served_as_a_page() {
        let folder = tempfile::tempdir().unwrap();
        for begin in ["<?xml version=\"1.0\"?>\n", ""] {
            let path = folder.path().join("a.svg");
            let drawing = format!(
                "{begin}<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"
            );
            std::fs::write(&path, drawing).unwrap();
            assert_eq!(of(&path, "a.svg", MediaKind::Image), "image/svg+xml");
            assert_eq!(to_serve(&path, "a.svg"), "text/plain; charset=utf-8");
        }
    }
}
