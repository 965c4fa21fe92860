//! Which texts are files: by format, encoding and media type, or by what is said of them.

use patchbay_domain::ResourceType;
use serde_json::Value;

use super::field::{FileForm, Shape};
use crate::retrieval::words::parts;

/// The kind of file of a media type such as `image/png`.
pub(in crate::open_tools) fn kind_of_media_type(media_type: &str) -> Option<ResourceType> {
    let media_type = media_type.trim().to_ascii_lowercase();
    let (family, _) = media_type.split_once('/')?;
    match family {
        "image" => Some(ResourceType::IMAGE),
        "audio" => Some(ResourceType::AUDIO),
        "video" => Some(ResourceType::VIDEO),
        _ if media_type.starts_with("application/pdf") => Some(ResourceType::new("document")),
        _ => None,
    }
}

/// The kind of file that words name.
fn kind_of_words(words: &[String]) -> Option<ResourceType> {
    words.iter().find_map(|word| match word.as_str() {
        "image" | "images" | "picture" | "photo" | "photograph" | "screenshot" => {
            Some(ResourceType::IMAGE)
        }
        "audio" | "sound" | "recording" | "song" | "music" => Some(ResourceType::AUDIO),
        "video" | "movie" | "film" => Some(ResourceType::VIDEO),
        "pdf" => Some(ResourceType::new("document")),
        _ => None,
    })
}

/// The kind of file that a tool makes, by its name: `generate_image`, `get_tiny_image`; none where
/// that does not tell.
pub(in crate::open_tools) fn kind_made(name: &str) -> Option<ResourceType> {
    let words = parts(name);
    let first = words.first()?;
    match first.as_str() {
        "generate" | "create" | "make" | "draw" | "render" | "paint" | "compose" | "record"
        | "take" | "capture" | "synthesize" | "synthesise" => kind_of_words(&words),
        // What is got of an image may be words about it.
        "get" | "fetch" | "download" | "load" => kind_of_words(&words[words.len() - 1..]),
        _ => None,
    }
}

/// A text's shape where it holds a file. `Err`: it is one of a kind that is not known.
///
/// `paths`: whether the tool runs on this computer, so that it can be told where a file lies.
pub(super) fn file(
    name: &str,
    schema: &Value,
    description: &str,
    paths: bool,
) -> Result<Option<Shape>, String> {
    let text = |field: &str| {
        schema
            .get(field)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let (name, said) = (parts(name), parts(description));
    let has = |word: &str| name.iter().chain(&said).any(|other| other == word);
    let kind = kind_of_media_type(text("contentMediaType"))
        .or_else(|| kind_of_words(&name))
        .or_else(|| kind_of_words(&said));
    let encoded = text("contentEncoding").eq_ignore_ascii_case("base64")
        || matches!(text("format"), "byte" | "base64");
    let spoken = has("base") && has("64");
    // Bytes as they are have no encoding (OpenAPI 3.1, “Considerations for File Uploads”).
    let is_binary = text("format") == "binary"
        || (text("contentMediaType") == "application/octet-stream"
            && text("contentEncoding").is_empty());
    let form = if is_binary {
        FileForm::Bytes
    } else if matches!(text("format"), "data-url" | "data-uri") {
        FileForm::DataAddress
    } else if encoded || (spoken && kind.is_some()) {
        FileForm::Base64
    } else if paths && is_path(&name, &said) && kind.is_some() && !makes(&name) {
        FileForm::Path
    } else {
        return Ok(None);
    };
    let kind = kind.ok_or("it takes a file of a kind that is not known here")?;
    Ok(Some(Shape::File { kind, form }))
}

fn is_path(name: &[String], said: &[String]) -> bool {
    let path = |word: &String| matches!(word.as_str(), "path" | "file" | "filename" | "filepath");
    let directory = |word: &String| matches!(word.as_str(), "directory" | "folder" | "dir" | "url");
    name.iter().any(path) && said.iter().any(path) && !name.iter().any(directory)
}

/// Whether a name is that of a file that is yet to be made.
fn makes(name: &[String]) -> bool {
    let word = |word: &String| {
        matches!(
            word.as_str(),
            "output" | "out" | "destination" | "dest" | "target" | "save" | "new"
        )
    };
    name.iter().any(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_is_made() {
        for (name, made) in [
            ("generate_image", Some(ResourceType::IMAGE)),
            ("createVideoFromText", Some(ResourceType::VIDEO)),
            ("get_tiny_image", Some(ResourceType::IMAGE)),
            ("get_image_info", None),
            ("list_images", None),
            ("", None),
        ] {
            assert_eq!(kind_made(name), made, "{name}");
        }
    }
}
