use patchbay_values::families::Family;
use proptest::prelude::*;

use super::*;
use crate::testing::cases;

fn read(name: &str, text: &str) -> Option<String> {
    Family::Overlays.read(name, text)
}

fn values(words: &str) -> Vec<(&'static str, String)> {
    said(words).into_iter().collect()
}

#[test]
fn places_are_read_from_words() {
    for (words, place) in [
        ("put it in the top left corner", "top left"),
        ("in the upper right-hand corner", "top right"),
        ("lower-left", "bottom left"),
        ("into the right bottom", "bottom right"),
        ("in the corner of trip.mp4", "bottom right"),
        ("at the bottom", "bottom"),
        ("along the top edge", "top"),
        ("at the top center", "top"),
        ("on the left side", "left"),
        ("in the bottom corner", "bottom right"),
        ("centred over the picture", "middle"),
        ("in the middle", "middle"),
    ] {
        let said = said(words);
        assert_eq!(
            said.get("overlay_position").map(String::as_str),
            Some(place),
            "{words}"
        );
        assert_eq!(read("overlay_position", place).as_deref(), Some(place));
    }
    for none in [
        "put a.mp4 on top of b.mp4",
        "on the top of it",
        "overlay top-left.png on b.mp4",
        "right now",
    ] {
        assert_eq!(said(none).get("overlay_position"), None, "{none}");
    }
    assert_eq!(worded("overlay_position", "at 300,200"), None);
    assert_eq!(
        worded("overlay_position", "top left corner").as_deref(),
        Some("top left")
    );
}

#[test]
fn a_measure_is_of_what_the_nearest_word_says() {
    let expected = [
        ("overlay_margin", "5%"),
        ("overlay_opacity", "50"),
        ("overlay_size", "20%"),
    ]
    .map(|(name, value)| (name, value.to_owned()));
    for words in [
        "20% of the width with 50% opacity and a 5% margin",
        "at 20 %, opacity 50 %, margin 5 %",
        "scaled to 20 percent at 50% opacity, 5% from the edge",
        "20% wide, 50 % transparent, and 5% padding",
    ] {
        assert_eq!(values(words), expected, "{words}");
    }
    for (words, name, value) in [
        ("70 % transparent", "overlay_opacity", "30"),
        ("a semi-transparent logo", "overlay_opacity", "50"),
        ("a quarter of the width", "overlay_size", "25%"),
        ("at half the size", "overlay_size", "50%"),
        ("a tenth of the height", "overlay_size", "10% high"),
        ("make it 300 pixels wide", "overlay_size", "300 wide"),
        ("120 high", "overlay_size", "120 high"),
        ("at 320x180", "overlay_size", "320x180"),
        ("small in the corner", "overlay_size", "15%"),
        ("20 px from the edge", "overlay_margin", "20 px"),
        ("without margin", "overlay_margin", "0 px"),
    ] {
        let said = said(words);
        assert_eq!(said.get(name).map(String::as_str), Some(value), "{words}");
    }
    for words in ["the third video", "put small.mp4 on big.mp4", "at 1080p"] {
        assert_eq!(said(words).get("overlay_size"), None, "{words}");
    }
    assert_eq!(worded("overlay_size", "1080p"), None);
    assert_eq!(
        worded("overlay_size", "half the width").as_deref(),
        Some("50%")
    );
}

#[test]
fn what_lies_below_is_told_by_the_words_around_it() {
    for first in [
        "watermark a.jpg with logo.png",
        "overlay a.mp4 with b.mp4",
        "a.mp4 overlaid by b.mp4",
        "put a.mp4 under b.mp4",
        "picture in picture of a.mp4 and b.mp4",
        "in the corner of a.mp4 show b.mp4",
        "use a.mp4 as the background and b.mp4 small in the corner",
    ] {
        let said = said(first);
        assert_eq!(
            said.get("overlay_order").map(String::as_str),
            Some("the other way round"),
            "{first}"
        );
    }
    for last in [
        "put a.mp4 on top of b.mp4",
        "overlay a.png on b.png with 50% opacity",
        "add logo.png as a watermark to a.jpg",
        "watermark a.jpg with 50% opacity",
        "in the corner put a.mp4 over b.mp4",
        "picture in picture: a.mp4 in the corner of b.mp4",
    ] {
        assert_eq!(said(last).get("overlay_order"), None, "{last}");
    }
}

proptest! {
    #![proptest_config(cases())]
    #[test]
    fn what_is_said_is_read_back(
        words in "((at|in the|top|left|middle|corner|of|half|the width|opacity|margin|wide|and|,|[0-9]{1,5}|%|px|x|small) ){0,12}"
    ) {
        for (name, value) in said(&words) {
            prop_assert_eq!(read(name, &value), Some(value));
        }
    }

    #[test]
    fn any_text_is_read(words in any::<String>()) {
        for (name, value) in said(&words) {
            prop_assert_eq!(read(name, &value), Some(value));
        }
    }
}
