//! Amounts of data in sentences: sizes of files and bits in a second.

use patchbay_domain::ParameterKind;
use patchbay_values::data::read;

use crate::quantities::quantities;
use crate::times::digits;

/// The amount of the kind [`ParameterKind::Bytes`] or [`ParameterKind::Bitrate`] that words speak
/// of, in the one way of writing it; none where it is none or more than one.
pub(crate) fn said(kind: ParameterKind, words: &str) -> Option<String> {
    let mut all = quantities(words)
        .into_iter()
        .filter(|quantity| quantity.kind == kind);
    let one = all.next().filter(|_| all.next().is_none())?;
    read(kind, &digits(&words[one.bytes].to_lowercase()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_say_one_amount() {
        let of_file = |words| said(ParameterKind::Bytes, words);
        assert_eq!(of_file("compress it to under 8MB").as_deref(), Some("8 MB"));
        assert_eq!(of_file("max ten megs please").as_deref(), Some("10 MB"));
        assert_eq!(of_file("ten megabytes").as_deref(), Some("10 MB"));
        assert_eq!(of_file("from 50 MB to 8 MB"), None, "which of them?");
        assert_eq!(of_file("at 128 kbps"), None, "a rate is no size");
        let rate = said(ParameterKind::Bitrate, "as mp3 at 320 kbps");
        assert_eq!(rate.as_deref(), Some("320 kbps"));
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn nothing_makes_it_fail(text in "[0-9a-zA-Z., /]{0,16}") {
            let _ = (said(ParameterKind::Bytes, &text), said(ParameterKind::Bitrate, &text));
        }
    }
}
