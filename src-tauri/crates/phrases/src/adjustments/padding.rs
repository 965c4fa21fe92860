//! A canvas that an image is put on whole, taken out of a sentence before its commas part it:
//! “square with white bars, nothing cut off”.

use std::sync::LazyLock;

use patchbay_values::colors::color;
use patchbay_values::sizes::{Shape, shape};
use regex::Regex;

/// The word that stands in a sentence for the canvas, with a letter in it that nobody types.
pub(super) const MARK: &str = "whole\u{e000}q";

/// The shape of a canvas and its colour.
pub(super) type Canvas = (Shape, [u8; 3]);

/// What is around an image, with its colour where one is said: “white bars left and right”, “pad it with black”, “fill
/// the rest with white”, “on a white canvas”.
static AROUND: LazyLock<Regex> = LazyLock::new(|| {
    let color = r"(\#[0-9a-f]{6}|[a-z]+)";
    let sides = r"(?:\s+(?:all\s+)?(?:around|round|(?:at|on|to|along)\s+(?:the\s+|both\s+|its\s+)?sides?|left\s+and\s+right|above\s+and\s+below|(?:at\s+(?:the\s+)?)?top\s+and\s+bottom)(?:\s+(?:it|mine|this|that|the\s+\w+|my\s+\w+))?)";
    let bars = r"(?:bars?|margins?|padding|stripes?|space|canvas|background|backdrop)";
    let rest = r"(?:it|them|in|up|what(?:\s+is|'s|’s)\s+(?:left|missing|empty)(?:\s+over)?|the\s+(?:rest|remainder|gaps?|sides|(?:empty|remaining|missing|leftover)\s+\w+))";
    Regex::new(&format!(
        r"(?ix)
        (?:\b(?:with|using|and|then|please|put|add|adding|place|get|it|gets|has|have|having)\s+)*
        (?: \bfill(?:ed|ing)?\s+(?:{rest}\s+)*(?:with|in)\s+{color}
          | \bpad(?:ded|ding)?(?:\s+(?:it|them|out|this))*\s+to\s+{MARK}\s+(?:with|in)\s+{color}
          | \bpad(?:ded|ding)?(?:\s+(?:it|them|out|this|the\s+(?:image|picture|photo)))*(?:\s+(?:with|in)\s+{color}(?:\s+{bars})?)?{sides}?
          | \bletterbox(?:ed)?
          | \b(?:on|onto)\s+an?\s+{color}\s+(?:{bars}|{MARK})
          | \b{color}\s+{bars}{sides}?
          | \b{color}{sides}
        )\b"
    ))
    .expect("the pattern is valid")
});

/// That all of an image is to stay as it is: “without cropping it”, “the mug must not be cut off or stretched”.
static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    let loss = r"(?:cropp?(?:ed|ing)?|cut(?:ting)?|stretch(?:ed|ing)?|distort(?:ed|ing|ion)?|squash(?:ed|ing)?|squeez(?:ed|ing|e)|deform(?:ed|ing)?|lost?|losing|missing|chopped)";
    Regex::new(&format!(
        r"(?ix)
        (?:\b(?:and|but|so|that|please)\s+|[,;]\s*)*
        (?:\b(?:the|my|it|its|this)\s+(?:\w+\s+)?(?:must|should|may|can|is|has|to)\s+|\b(?:i|we)\s+)*
        (?:\b(?:nothing|no)\s+(?:(?:is|be|gets|should|must|may|to|of|it)\s+)*{loss}
          | \b(?:not|never|without|don['’]?t|do\s+not|no)\s+(?:(?:be|get|being|getting|the|it|any|want\s+it)\s+)*{loss})
        (?:\s+(?:off|it|anything|away|the\s+\w+|or|nor|and|not|be|being|without|{loss}))*
        \b"
    ))
    .expect("the pattern is valid")
});

/// What is cut to a shape is put on no canvas, whatever is around it.
static CUTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:crop|cropped|trim|trimmed|cut)\b").expect("the pattern is valid")
});

/// The shape: “a square of 1000 x 1000”, “exactly 600x600”, “1:1”.
static SHAPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        (?:\b(?:exactly|precisely|an?|perfect)\s+)* (?:\bsquares?\s+(?:of\s+|with\s+)?)?
        (?:\b(\d{2,5})\s*(?:px\s*)?(?:x|×|by)\s*(\d{2,5})(?:\s*(?:px|pixels?))? | \b(\d{1,2})\s?:\s?(\d{1,2})\b)
        (?:\s+squares?\b)? (?:\s+(?:canvas|ratio|aspect))? | (?:\b(?:an?|perfect)\s+)* \bsquares?\b",
    )
    .expect("the pattern is valid")
});

/// The sentence with a mark for the canvas that an image is to be put on whole, and that canvas: where a shape and what
/// is around are said. One whose colour is not said is black where bars or a letterbox are spoken of, else white.
pub(super) fn taken_out(sentence: &str) -> (String, Option<Canvas>) {
    let unchanged = || (sentence.to_owned(), None);
    let whole = WHOLE.replace_all(sentence, " ").into_owned();
    let is_whole = whole != *sentence;
    if CUTS.is_match(&whole) {
        return unchanged();
    }
    let Some(found) = SHAPE.captures(&whole) else {
        return unchanged();
    };
    let shape = match (found.get(1), found.get(3)) {
        (Some(wide), _) => shape(&format!("{}x{}", wide.as_str(), &found[2])),
        (None, Some(wide)) => shape(&format!("{}:{}", wide.as_str(), &found[4])),
        (None, None) => Some(Shape::Aspect(1.0)),
    };
    let Some(shape) = shape else {
        return unchanged();
    };
    let marked = SHAPE.replace(&whole, MARK);
    let is_padded = |words: &str| words.to_lowercase().contains("pad");
    let around = AROUND.captures_iter(&marked).find_map(|found| {
        let all = found.get(0)?;
        let Some(said) = found.iter().skip(1).flatten().next() else {
            let white = is_whole || is_padded(all.as_str());
            return Some((all.range(), if white { [255; 3] } else { [0; 3] }));
        };
        // A word that is no colour says nothing of what is around: “a nice background”.
        Some((all.range(), color(&said.as_str().to_lowercase())?))
    });
    let Some((around, color)) = around else {
        return unchanged();
    };
    let (before, after) = (&marked[..around.start], &marked[around.end..]);
    let mark = if marked[around].contains(MARK) {
        MARK
    } else {
        ""
    };
    (format!("{before} {mark} {after}"), Some((shape, color)))
}

#[cfg(test)]
mod tests {
    use patchbay_values::adjustments::Adjustment;

    use super::*;
    use crate::adjustments::wishes;

    #[track_caller]
    fn check(sentence: &str, shape: Shape, color: [u8; 3]) {
        let wished = wishes(sentence).unwrap_or_else(|error| panic!("{sentence}: {error}"));
        assert_eq!(
            wished.adjustments,
            [Adjustment::Pad(shape, color)],
            "{sentence}"
        );
    }

    #[test]
    fn an_image_is_put_on_a_canvas_whole() {
        let white = [255; 3];
        let square = Shape::Aspect(1.0);
        check(
            "make it square with white bars, don't crop it",
            square,
            white,
        );
        check("pad it to 1:1 with black", square, [0; 3]);
        check(
            "make the picture square, black bars at the top and bottom",
            square,
            [0; 3],
        );
        check(
            "Resize this photo to exactly 600x600 without stretching or cropping it; fill what is left with white.",
            Shape::Pixels(600, 600),
            white,
        );
        check(
            "a square of 1000 x 1000. Put white around mine, the mug must not be cut off and not be stretched.",
            Shape::Pixels(1000, 1000),
            white,
        );
        check(
            "put it on a white 800x800 canvas without cropping it",
            Shape::Pixels(800, 800),
            white,
        );
        check(
            "make it 16:9 with white left and right",
            Shape::Aspect(16.0 / 9.0),
            white,
        );
    }

    #[test]
    fn what_is_cropped_or_framed_is_put_on_no_canvas() {
        for sentence in [
            "crop it square",
            "crop it to 1:1 and add a white border",
            "make it black and white, 800x600",
            "resize it to 800x600",
            "crop my photo with the white background square",
            "crop it to 16:9, the white house stays",
        ] {
            assert_eq!(taken_out(sentence).1, None, "{sentence}");
        }
    }
}
