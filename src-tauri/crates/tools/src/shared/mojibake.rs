//! Words that were read in the wrong encoding once (“Ã©” for “é”), and what they were.

use encoding_rs::{Encoding, WINDOWS_1251, WINDOWS_1252};

/// As what UTF-8 is mistaken for.
const MISTAKEN: [&Encoding; 2] = [WINDOWS_1252, WINDOWS_1251];
/// Maximum number of times that a text may have been mistaken, one after the other.
const TIMES: usize = 3;

/// A text with its letters as they were, where everything in it tells that they were mistaken; none
/// where nothing does, or something speaks against it.
pub(crate) fn surely_mended(text: &str) -> Option<String> {
    mended_by(text, |of: &Found| {
        of.mended > 0 && of.left == 0 && of.is_plain
    })
}

/// A text with the letters mended that can be those of mistaken UTF-8; none where none can.
pub(crate) fn mended(text: &str) -> Option<String> {
    mended_by(text, |of: &Found| of.mended > 0)
}

/// Findings of a text that is held against one encoding.
struct Found {
    text: String,
    /// Runs of letters outside of ASCII that can be mended, and those that cannot.
    mended: usize,
    left: usize,
    /// Whether all mended letters are such as words are written with.
    is_plain: bool,
}

fn mended_by(text: &str, is_right: impl Fn(&Found) -> bool) -> Option<String> {
    let mut now: Option<String> = None;
    for _ in 0..TIMES {
        let current = now.as_deref().unwrap_or(text);
        let better = MISTAKEN
            .iter()
            .map(|encoding| found(current, encoding))
            .find(|found| is_right(found));
        match better {
            Some(better) => now = Some(better.text),
            None => break,
        }
    }
    now
}

fn found(text: &str, encoding: &'static Encoding) -> Found {
    let mut found = Found {
        text: String::with_capacity(text.len()),
        mended: 0,
        left: 0,
        is_plain: true,
    };
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest.find(|letter: char| !letter.is_ascii());
        let (plain, after) = rest.split_at(start.unwrap_or(rest.len()));
        let end = after.find(|letter: char| letter.is_ascii());
        let (run, after) = after.split_at(end.unwrap_or(after.len()));
        found.text.push_str(plain);
        if !run.is_empty() {
            if let Some(original) = original(run, encoding) {
                found.mended += 1;
                found.is_plain &= original.chars().all(is_written);
                found.text.push_str(&original);
            } else {
                found.left += 1;
                found.text.push_str(run);
            }
        }
        rest = after;
    }
    found
}

/// The letters whose UTF-8 looks so in an encoding.
fn original(run: &str, encoding: &'static Encoding) -> Option<String> {
    let (bytes, _, is_lost) = encoding.encode(run);
    if is_lost {
        return None;
    }
    String::from_utf8(bytes.into_owned()).ok()
}

/// Whether words are written with a letter: of European scripts, or a mark such as a dash, a
/// quotation mark, a note or a sign of money, or what these are mistaken for.
fn is_written(letter: char) -> bool {
    matches!(u32::from(letter), 0x80..=0x17F | 0x192 | 0x218..=0x21B | 0x2C6 | 0x2DC | 0x370..=0x5FF | 0x2010..=0x2044 | 0x20AC | 0x2116 | 0x2122 | 0x266A..=0x266B)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistaken(text: &str, encoding: &'static Encoding) -> String {
        encoding
            .decode_without_bom_handling(text.as_bytes())
            .0
            .into_owned()
    }

    #[test]
    fn mistaken_letters_become_what_they_were() {
        assert_eq!(
            surely_mended("OÃ¹ Ã©tais-tu Ã\u{a0} NoÃ«l ?").as_deref(),
            Some("Où étais-tu à Noël ?")
        );
        for (words, encoding) in [
            ("C’était déjà très tard… “là”, 20 €", WINDOWS_1252),
            ("Größe, Straße – schön", WINDOWS_1252),
            ("Zażółć gęślą jaźń", WINDOWS_1252),
            ("Привет, как дела?", WINDOWS_1251),
        ] {
            let once = mistaken(words, encoding);
            assert_eq!(surely_mended(&once).as_deref(), Some(words), "{once}");
            let twice = mistaken(&once, encoding);
            assert_eq!(surely_mended(&twice).as_deref(), Some(words), "{twice}");
        }
    }

    #[test]
    fn right_letters_stay() {
        for right in [
            "Où étais-tu ?",
            "SÃO PAULO",
            "Привет",
            "Ça coûte 20 €…",
            "CAFÉ…",
            "plain",
            "日本語",
        ] {
            assert_eq!(surely_mended(right), None, "{right}");
        }
        let mixed = "é and Ã©";
        assert_eq!(surely_mended(mixed), None);
        assert_eq!(mended(mixed).as_deref(), Some("é and é"));
    }
}
