//! What an image is to be cut to: a region, taken out of a sentence before its commas part it.

use std::sync::LazyLock;

use patchbay_values::regions::Region;
use regex::Regex;

use crate::regions::only;

/// The word that stands in a sentence for the region, with a letter in it that nobody types.
pub(super) const MARK: &str = "region\u{e000}q";

/// Words that go with cutting to a region and say nothing by themselves.
pub(super) const AROUND: &[&str] = &[
    "crop",
    "cropped",
    "cut",
    "trim",
    "trimmed",
    "keep",
    "leave",
    "only",
    "just",
    "out",
    "off",
    "away",
    "remove",
    "area",
    "region",
    "box",
    "part",
    "rectangle",
    "section",
    "in",
];

/// What begins another wish.
const JOINTS: [&str; 6] = [" and ", " then ", ", ", "; ", ". ", "! "];

/// The sentence with a mark for the one region that an image is to be cut to, and that region. A
/// strip that is to be cut off leaves the rest.
pub(super) fn taken_out(sentence: &str) -> (String, Option<Region>) {
    let found = only(sentence).and_then(|(bytes, region)| {
        let (before, after) = (&sentence[..bytes.start], &sentence[bytes.end..]);
        Some((before, after, left(before, region, after)?))
    });
    match found {
        Some((before, after, region)) => (format!("{before} {MARK} {after}"), Some(region)),
        None => (sentence.to_owned(), None),
    }
}

/// What is left of an image where words before and after a region have it cut; none where they say
/// something else of it.
fn left(before: &str, region: Region, after: &str) -> Option<Region> {
    static CUTS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:crop|cropped|cut|trim|trimmed)\b").expect("the pattern is valid")
    });
    // “Keep only the …”, “crop it to the …”, “just the …”.
    static KEEPS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?ix) (?: \b(?:crop|cropped|cut|trim|trimmed)\b .* \bto | \bkeep
              | ^\W* (?:please\s|(?:i\s)?(?:want|need)\s|give\sme\s|show\s(?:me\s)?)? (?:only|just) ) \b
              (?:\s | \b(?:only|just|the|a|its|box|area|region|part|rectangle)\b)* $",
        )
        .expect("the pattern is valid")
    });
    static ENDS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s*(?:$|[,.;:!?]|(?:of|out|in|from|and|then|please|part)\b)")
            .expect("the pattern is valid")
    });
    static OFF: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:(?:crop|cut|trim)\b.*\b(?:off|away)|remove)\b")
            .expect("the pattern is valid")
    });
    let begins = JOINTS
        .iter()
        .filter_map(|joint| Some(before.rfind(joint)? + joint.len()));
    let before = &before[begins.max().unwrap_or(0)..];
    let ends = JOINTS.iter().filter_map(|joint| after.find(joint));
    let rest = &after[..ends.min().unwrap_or(after.len())];
    if OFF.is_match(&format!("{before} {rest}")) {
        return region
            .rest()
            .or(Some(region).filter(|region| region.is_rest()));
    }
    let is_meant = region.is_rest() || matches!(region, Region::Pixels(_));
    let is_kept = KEEPS.is_match(before) || (is_meant && CUTS.is_match(before));
    (is_kept && ENDS.is_match(after)).then_some(region)
}

/// A marked text as it was meant.
pub(super) fn put_back(marked: &str, region: Region) -> String {
    marked.replace(MARK, &region.to_string())
}

#[cfg(test)]
mod tests {
    use patchbay_values::adjustments::{Adjustment, Tone};
    use patchbay_values::sizes::Shape;

    use super::*;
    use crate::adjustments::wishes;

    #[track_caller]
    fn check(sentence: &str, region: &str) {
        let wished = wishes(sentence).unwrap_or_else(|error| panic!("{sentence}: {error}"));
        let cut = Adjustment::Crop(Shape::Region(Region::read(region).unwrap()));
        assert_eq!(wished.adjustments, [cut], "{sentence}");
    }

    #[test]
    fn an_image_is_cut_to_a_region() {
        for sentence in [
            "crop it to 400x300 at 100,50",
            "crop photo.jpg to 400x300 at 100, 50",
            "crop 100,50,400,300 out of photo.jpg",
            "cut the area 400x300 at 100,50 out of photo.jpg",
            "keep only the box from 100,50 to 500,350",
            "crop the image to x=100 y=50 w=400 h=300",
        ] {
            check(sentence, "400x300 at 100,50");
        }
        check(
            "keep only the top left quarter of photo.jpg",
            "50%x50% at 0%,0%",
        );
        check("crop photo.jpg to the left half", "50%x100% at 0%,0%");
        check("just the lower third of it", "bottom third");
        check("crop it to the middle 50%", "50%x50% at 25%,25%");
        check("crop the top 10% off", "100%x90% at 0%,10%");
        check("cut off the bottom 20 % of photo.jpg", "100%x80% at 0%,0%");
        check("remove the left quarter of photo.jpg", "75%x100% at 25%,0%");
        check("cut off the bottom 40 pixels", "all but the bottom 40 px");
        check(
            "crop 100px off the top of photo.jpg",
            "all but the top 100 px",
        );
        check("trim 20 pixels from the left", "all but the left 20 px");
    }

    #[test]
    fn a_region_is_one_of_several_wishes() {
        let wished = wishes("crop it to 400x300 at 100,50 and make it black and white").unwrap();
        assert_eq!(wished.adjustments.len(), 2);
        assert_eq!(wished.adjustments[1], Adjustment::Tone(Tone::Monochrome));
        let wished = wishes("rotate it 90 degrees, then keep only the left half").unwrap();
        assert!(matches!(
            wished.adjustments[..],
            [Adjustment::Rotate(_), Adjustment::Crop(Shape::Region(_))]
        ));
    }

    #[test]
    fn what_is_not_cut_to_a_region_is_not_understood() {
        for sentence in [
            "blur 400x300 at 100,50",
            "crop the top half",
            "make the left half brighter",
            "remove the middle 20%",
            "blur only the left half",
            "keep the top half sharp",
        ] {
            assert!(wishes(sentence).is_err(), "{sentence}");
        }
    }
}
