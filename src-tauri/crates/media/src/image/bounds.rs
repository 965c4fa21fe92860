//! How large pictures may be, and parts of them that would be unpacked to far more than they are, found
//! before a decoder reads them.

use image::ImageFormat;

use crate::MediaError;
use crate::inflate::{LARGEST_PART, is_larger};

/// The most pixels that an image may have: room for 100-megapixel cameras, while a few copies still
/// fit in memory.
pub const MAX_PIXELS: u64 = 120_000_000;

/// The sentence for a picture of more than [`MAX_PIXELS`].
pub(super) fn too_many(width: u32, height: u32, name: &str) -> MediaError {
    let reason = format!(
        "{width} x {height} pixels, and pictures of up to {} million pixels can be worked on; make it smaller first, such as 4000 wide",
        MAX_PIXELS / 1_000_000
    );
    MediaError::TooLarge {
        name: name.to_owned(),
        reason,
    }
}

/// Refuses a picture with such a part.
///
/// # Errors
/// A part is too large.
pub(super) fn check(bytes: &[u8], format: ImageFormat, name: &str) -> Result<(), MediaError> {
    if format != ImageFormat::Png {
        return Ok(());
    }
    for (kind, content) in chunks(bytes) {
        // Names that end with a zero, and what stands between them and the packed data.
        let packed = match &kind {
            b"iCCP" | b"zTXt" => after_names(content, 1).and_then(|rest| rest.get(1..)),
            b"iTXt" => itxt(content),
            _ => None,
        };
        if packed.is_some_and(|packed| is_larger(packed, LARGEST_PART)) {
            let what = if kind == *b"iCCP" {
                "its colour profile"
            } else {
                "a text in it"
            };
            return Err(MediaError::TooLarge {
                name: name.to_owned(),
                reason: format!(
                    "{what} unpacks to more than {} MB, which no camera or program writes; save the picture again \
                     without it",
                    LARGEST_PART >> 20
                ),
            });
        }
    }
    Ok(())
}

/// The chunks of a PNG, each with its kind; those that reach over the end are left out.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut at = 8_usize;
    std::iter::from_fn(move || {
        let head: [u8; 8] = bytes.get(at..at.checked_add(8)?)?.try_into().ok()?;
        let [a, b, c, d, kind @ ..] = head;
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let begins = at + 8;
        let content = bytes.get(begins..begins.checked_add(length)?)?;
        at = begins + length + 4;
        Some((kind, content))
    })
}

/// Returns what follows `names` texts that each end with a zero.
fn after_names(mut content: &[u8], names: usize) -> Option<&[u8]> {
    for _ in 0..names {
        let end = content.iter().position(|byte| *byte == 0)?;
        content = &content[end + 1..];
    }
    Some(content)
}

/// The packed text of an `iTXt` chunk; none where it is not packed.
fn itxt(content: &[u8]) -> Option<&[u8]> {
    let rest = after_names(content, 1)?;
    let is_packed = *rest.first()? == 1;
    let text = after_names(rest.get(2..)?, 2)?;
    is_packed.then_some(text)
}
