//! Texts as files hold them: UTF-8, or UTF-16 with a byte order mark, as subtitle editors on
//! Windows write it.

use std::path::Path;

use crate::{MediaError, regular};

/// Whether a file that begins so is UTF-16: a byte order mark, and no character after it that texts
/// do not have.
pub(crate) fn is_utf16(head: &[u8]) -> bool {
    let is_mark = head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]);
    let is_in_texts = |unit: u16| unit >= 0x20 || [0x9, 0xA, 0xD].contains(&unit);
    is_mark && units(head).all(is_in_texts)
}

/// The units of UTF-16 after its byte order mark.
fn units(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    let is_little = bytes[0] == 0xFF;
    bytes[2..].chunks_exact(2).map(move |pair| {
        let pair = [pair[0], pair[1]];
        if is_little {
            u16::from_le_bytes(pair)
        } else {
            u16::from_be_bytes(pair)
        }
    })
}

/// The words of a text file, without a byte order mark. What is no character becomes U+FFFD.
///
/// # Errors
/// The file cannot be read.
pub fn read_text(path: &Path, name: &str) -> Result<String, MediaError> {
    regular::check(path, name)?;
    let bytes = std::fs::read(path).map_err(|error| MediaError::Unreadable {
        name: name.to_owned(),
        reason: error.to_string(),
    })?;
    Ok(decoded(&bytes))
}

/// Bytes as words.
fn decoded(bytes: &[u8]) -> String {
    if !is_utf16(bytes) {
        return String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
            .into_owned();
    }
    char::decode_utf16(units(bytes))
        .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_of_utf16_are_read() {
        let words = "1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße 😀\r\n";
        let little: Vec<u8> = [0xFEFF]
            .into_iter()
            .chain(words.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = [0xFEFF]
            .into_iter()
            .chain(words.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect();
        assert!(is_utf16(&little) && is_utf16(&big) && !is_utf16(words.as_bytes()));
        assert!(
            !is_utf16(&[0xFF, 0xFE, 0, 0, 1, 2]),
            "UTF-32, or no text at all"
        );
        assert_eq!(
            (decoded(&little).as_str(), decoded(&big).as_str()),
            (words, words)
        );
        assert_eq!(decoded(b"\xef\xbb\xbfplain"), "plain");
        assert_eq!(
            decoded(&[0xFF, 0xFE, 0x00, 0xD8, 0x41]),
            "\u{fffd}",
            "half a pair, and half a letter"
        );
    }
}
