//! An answer as plain values.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

use crate::open_tools::content::Content;
use crate::open_tools::untrusted;

/// Returns the contents of an answer. `Err`: why it cannot be read.
pub(super) fn contents(result: &CallToolResult, most: usize) -> Result<Vec<Content>, String> {
    let mut size = 0;
    let mut contents = Vec::new();
    for block in &result.content {
        size += length(block);
        if size > most {
            return Err(format!("its answer is longer than {most} bytes"));
        }
        contents.push(content(block)?);
    }
    if contents.is_empty()
        && let Some(value) = &result.structured_content
    {
        contents.push(Content::text(&value.to_string()));
    }
    Ok(contents)
}

/// Returns an answer's words about a failure, in one line.
pub(super) fn failure(result: &CallToolResult) -> String {
    let texts = result
        .content
        .iter()
        .filter_map(|block| Some(block.as_text()?.text.as_str()));
    let said = untrusted::line(&texts.collect::<Vec<_>>().join(" "), untrusted::MESSAGE);
    if said.is_empty() {
        "it says no more than that".to_owned()
    } else {
        said
    }
}

fn length(block: &ContentBlock) -> usize {
    match block {
        ContentBlock::Text(text) => text.text.len(),
        ContentBlock::Image(image) => image.data.len(),
        ContentBlock::Audio(audio) => audio.data.len(),
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::TextResourceContents { text, .. } => text.len(),
            ResourceContents::BlobResourceContents { blob, .. } => blob.len(),
            _ => 0,
        },
        _ => 0,
    }
}

fn content(block: &ContentBlock) -> Result<Content, String> {
    const UNKNOWN: &str = "its answer holds a part of a kind that is not known here";
    match block {
        ContentBlock::Text(text) => Ok(Content::text(&text.text)),
        ContentBlock::Image(image) => Content::encoded(&image.mime_type, &image.data),
        ContentBlock::Audio(audio) => Content::encoded(&audio.mime_type, &audio.data),
        ContentBlock::ResourceLink(link) => Ok(Content::link(&link.uri, &link.name)),
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::TextResourceContents { text, .. } => Ok(Content::text(text)),
            ResourceContents::BlobResourceContents {
                blob, mime_type, ..
            } => Content::encoded(mime_type.as_deref().unwrap_or_default(), blob),
            _ => Err(UNKNOWN.to_owned()),
        },
        _ => Err(UNKNOWN.to_owned()),
    }
}
