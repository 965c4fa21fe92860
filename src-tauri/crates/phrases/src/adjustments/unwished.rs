//! What a sentence says is not to be done to an image, and no adjustment does unless it is asked for.

use std::sync::LazyLock;

use regex::Regex;

/// What no adjustment does unless it is asked for: “no bars”; and how far none is to go.
pub(super) static UNWISHED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)\b(?:no|without)\s+(?:(?:black|white|blurred|blurry|any)\s+)*(?:bars?|borders?)\b
        # How far it is not to go: “but don’t make it all white”, “without overdoing it”, “not too much”.
        |[\s,]*(?:\b(?:but|and)\s+)?\b(?:do\s?n['’o]?t|never|without|not)\s+(?:
            (?:overdo(?:ing)?|exaggerat(?:e|ing))(?:\s+(?:it|that))?
            |(?:make|making|let|have)\s+(?:it|that|them|everything)\s+(?:look\s+|be\s+|get\s+)?(?:too|all|completely|totally|so|overly)\s+\w+
            |(?:too|that|so)\s+(?:much|strong(?:ly)?|heav(?:y|ily)|extreme|hard))\b",
    )
    .expect("the expression is well formed")
});

#[cfg(test)]
mod tests {
    use patchbay_values::adjustments::Adjustment;

    use crate::adjustments::wishes;

    #[test]
    fn how_far_nothing_is_to_go_asks_for_nothing() {
        for (sentence, plain) in [
            (
                "brighten it up but dont make it all white",
                "brighten it up",
            ),
            ("more contrast, but not too much", "more contrast"),
            ("sharpen it without overdoing it", "sharpen it"),
            ("flip it back", "flip it"),
            ("flip it left-right back to normal", "flip it"),
            (
                "black and white + a vignette around the edges",
                "black and white, vignette",
            ),
        ] {
            let read = |sentence: &str| wishes(sentence).map(|wishes| wishes.adjustments);
            assert!(read(plain).is_ok(), "{plain}");
            assert_eq!(read(sentence), read(plain), "{sentence}");
        }
    }

    #[test]
    fn what_is_restricted_is_not_left_out() {
        assert!(wishes("brighten it but don't make the sky white").is_err());
        assert!(wishes("blur it but not the face").is_err());
    }

    #[test]
    fn a_side_is_brought_down() {
        let read = |sentence: &str| wishes(sentence).map(|wishes| wishes.adjustments);
        assert_eq!(
            read("sharpen it and also bring it down to 1000 px width"),
            read("sharpen it and resize it to 1000 px wide")
        );
        let warm = read("More saturation please, and warm it up a bit").unwrap();
        assert!(warm.len() == 2 && !matches!(warm[1], Adjustment::Blur(_)));
    }
}
