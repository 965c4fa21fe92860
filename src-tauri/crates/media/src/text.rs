//! Texts as files hold them, in whatever encoding: UTF-8 and UTF-16 with a byte order mark or without,
//! and those of older programs (Windows-1252, Windows-1251, Shift JIS, …), which are told by the
//! letters that they make ([`chardetng`]).

use std::path::Path;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::{MediaError, regular};

/// Bytes at the beginning by which UTF-16 without a byte order mark is told.
const LOOKED_AT: usize = 1 << 12;
/// As many whole characters of UTF-8 stand for one that is broken: then the rest is UTF-8.
const MOSTLY: usize = 5;

/// Whether a file that begins so is UTF-16: a byte order mark, or every other byte a zero as in
/// texts in Latin letters, and no character that texts do not have.
pub(crate) fn is_utf16(head: &[u8]) -> bool {
    let has_mark = head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]);
    let encoding = if head.starts_with(&[0xFE, 0xFF]) {
        Some(UTF_16BE)
    } else if has_mark {
        Some(UTF_16LE)
    } else {
        unmarked_utf16(head)
    };
    let is_in_texts = |unit: u16| unit >= 0x20 || [0x9, 0xA, 0xD].contains(&unit);
    encoding.is_some_and(|encoding| {
        let units = head.get(if has_mark { 2.. } else { 0.. });
        let units = units.unwrap_or_default().chunks_exact(2);
        let is_little = encoding == UTF_16LE;
        units
            .map(|pair| {
                let pair = [pair[0], pair[1]];
                if is_little {
                    u16::from_le_bytes(pair)
                } else {
                    u16::from_be_bytes(pair)
                }
            })
            .all(is_in_texts)
    })
}

/// The byte order of UTF-16 without a mark, told by where the zeros of its Latin letters stand.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let zeros = |odd: usize| {
        let places = head.iter().skip(odd).step_by(2);
        places.filter(|byte| **byte == 0).count() * 2
    };
    let (even, odd) = (zeros(0), zeros(1));
    let is_many = |zeros: usize, others: usize| zeros * 3 > head.len() && others * 20 < head.len();
    if head.len() < 4 {
        None
    } else if is_many(odd, even) {
        Some(UTF_16LE)
    } else {
        is_many(even, odd).then_some(UTF_16BE)
    }
}

/// Whether bytes that are no UTF-8 are words in an older encoding: nothing in them controls a
/// device, and they can be read from end to end.
pub(crate) fn is_older_text(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| matches!(*byte, 0..=8 | 0xB | 0xE..=0x1A | 0x1C..=0x1F | 0x7F);
    !bytes.iter().any(is_control)
        && encoding(bytes)
            .decode_without_bom_handling_and_without_replacement(bytes)
            .is_some()
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

/// Bytes as words, without a byte order mark.
pub fn decoded(bytes: &[u8]) -> String {
    let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or_else(|| (encoding(bytes), 0));
    let (words, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
    words.into_owned()
}

/// The encoding of words without a byte order mark.
pub(crate) fn encoding(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0) {
        return UTF_8;
    }
    if let Some(encoding) = unmarked_utf16(bytes) {
        return encoding;
    }
    // A text that is cut or damaged in one place is not another one for that.
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk
            .valid()
            .chars()
            .filter(|letter| !letter.is_ascii())
            .count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    if whole >= broken * MOSTLY {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_KR, GBK, ISO_8859_2, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
        WINDOWS_1253,
    };

    use super::*;

    fn utf16(words: &str, mark: bool, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let mark = mark.then_some(0xFEFF);
        mark.into_iter()
            .chain(words.encode_utf16())
            .flat_map(order)
            .collect()
    }

    #[test]
    fn both_orders_of_utf16_are_read_with_a_mark_and_without() {
        let words = "1\r\n00:00:01,000 --> 00:00:02,000\r\nGrüße 😀\r\n";
        for mark in [true, false] {
            let little = utf16(words, mark, u16::to_le_bytes);
            let big = utf16(words, mark, u16::to_be_bytes);
            assert!(is_utf16(&little) && is_utf16(&big), "{mark}");
            assert_eq!(
                (decoded(&little).as_str(), decoded(&big).as_str()),
                (words, words)
            );
        }
        assert!(!is_utf16(words.as_bytes()));
        assert!(
            !is_utf16(&[0xFF, 0xFE, 0, 0, 1, 2]),
            "UTF-32, or no text at all"
        );
        assert_eq!(decoded(b"\xef\xbb\xbfplain"), "plain");
    }

    #[test]
    fn texts_of_older_programs_are_read() {
        for (encoding, words) in [
            (
                WINDOWS_1252,
                "Où étais-tu à Noël ? Ça coûte 20 €, monsieur Lefèvre…",
            ),
            (WINDOWS_1252, "Größe und Straße, „schön“ – sagte sie."),
            (WINDOWS_1250, "Příliš žluťoučký kůň úpěl ďábelské ódy."),
            (ISO_8859_2, "Zażółć gęślą jaźń, powiedział Łukasz."),
            (WINDOWS_1251, "Привет, как дела? Всё хорошо."),
            (WINDOWS_1253, "Καλημέρα, τι κάνεις σήμερα;"),
            (SHIFT_JIS, "こんにちは、世界。元気ですか。"),
            (GBK, "你好，世界。今天天气很好。"),
            (BIG5, "你好，世界。今天天氣很好。"),
            (EUC_KR, "안녕하세요, 세계. 오늘은 날씨가 좋습니다."),
        ] {
            let (bytes, _, lost) = encoding.encode(words);
            assert!(!lost && is_older_text(&bytes), "{words}");
            assert_eq!(decoded(&bytes), words, "{}", encoding.name());
        }
    }

    #[test]
    fn one_broken_letter_leaves_the_others_and_drawings_are_no_text() {
        let mut bytes = "Où étais-tu à Noël, là-bas près de la forêt ?"
            .as_bytes()
            .to_vec();
        bytes.extend([0xC3, b'.']);
        assert_eq!(
            decoded(&bytes).chars().filter(|c| *c == '\u{fffd}').count(),
            1
        );
        assert!(decoded(&bytes).starts_with("Où étais-tu"));
        assert!(!is_older_text(&[
            0x89, b'P', b'N', b'G', 0xD, 0xA, 0x1A, 0xA
        ]));
        assert!(!is_older_text(b"\xff\x00text"));
    }
}
