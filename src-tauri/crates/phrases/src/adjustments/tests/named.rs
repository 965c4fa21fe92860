//! The values that sentences about images give, and how they are read back.

use patchbay_values::adjustments::named::{read, set, values};
use patchbay_values::adjustments::{self, Adjustment};
use patchbay_values::sizes::Length;

use crate::adjustments::{size_of, wishes};

fn said_of(sentence: &str) -> Vec<(&'static str, String)> {
    let wished = wishes(sentence).unwrap_or_else(|error| panic!("{sentence}: {error}"));
    values(&wished.adjustments).into_iter().collect()
}

#[test]
fn a_sentence_says_values() {
    let text = |values: &[(&'static str, &str)]| {
        values
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect::<Vec<_>>()
    };
    for (sentence, values) in [
        (
            "make photo.jpg black and white and rotate it 90 degrees",
            text(&[("angle", "90"), ("look", "black and white")]),
        ),
        (
            "20% brighter and crop to 16:9",
            text(&[("aspect", "16:9"), ("brightness", "20")]),
        ),
        ("make it half the size", text(&[("size", "50%")])),
        (
            "add text 'Sale' in the top left corner",
            text(&[
                ("caption", "Sale"),
                ("position", "top left"),
                ("text_size", "10"),
            ]),
        ),
        (
            "write 'Sale' in big red letters in the middle",
            text(&[
                ("caption", "Sale"),
                ("position", "middle"),
                ("text_color", "#c81e1e"),
                ("text_size", "16"),
            ]),
        ),
        (
            "blur it by 50 % and posterise it to 6 levels",
            text(&[("blur", "50"), ("levels", "6")]),
        ),
        ("less sharp", text(&[("blur", "50")])),
        ("blur it with a radius of 12 px", text(&[])),
        (
            "pixelate it a lot and crop it to 800x600",
            text(&[("crop_size", "800x600"), ("pixelate", "180")]),
        ),
        (
            "add a black border of 5 %",
            text(&[("border", "5"), ("border_color", "#000000")]),
        ),
        ("invert it and invert it again", text(&[])),
    ] {
        assert_eq!(said_of(sentence), values, "{sentence}");
        for (name, value) in said_of(sentence) {
            let is_free = ["caption", "position", "text_size"].contains(&name);
            assert!(
                is_free || read(name, &value).as_ref() == Some(&value),
                "{name}"
            );
        }
    }
}

#[test]
fn a_value_takes_the_place_of_the_sentences() {
    let with = |sentence: &str, name: &str, value: &str| {
        let mut adjustments = wishes(sentence).unwrap().adjustments;
        set(&mut adjustments, name, value).map(|()| adjustments)
    };
    let sentence = "rotate it 90 degrees and make it black and white";
    assert_eq!(
        with(sentence, "angle", "45"),
        Some(vec![
            Adjustment::Rotate(45.0),
            Adjustment::Tone(adjustments::Tone::Monochrome)
        ])
    );
    assert_eq!(
        with("add a white border of 20 pixels", "border_color", "Black"),
        Some(vec![Adjustment::Border(Length::Pixels(20.0), [0; 3])]),
        "as wide as before"
    );
    let radius = "blur it with a radius of 12 px";
    assert_eq!(
        with(radius, "blur", "100"),
        with("blur it", "blur", "100"),
        "instead of the radius"
    );
}

#[test]
fn words_give_a_size() {
    for (words, size) in [
        ("half the size", Some("50%")),
        ("larger by 99.999%", Some("200%")),
        ("300 px", Some("300")),
        ("steep", None),
    ] {
        assert_eq!(
            size_of(words).map(|size| size.to_string()).as_deref(),
            size,
            "{words}"
        );
    }
}
