use proptest::prelude::*;

use super::written::{rounded, written_aspect, written_size};
use super::*;
use crate::adjustments::{Length, Size, Tone, wishes};

fn said_of(sentence: &str) -> Vec<(&'static str, String)> {
    said(&wishes(sentence).unwrap_or_else(|error| panic!("{sentence}: {error}")))
        .into_iter()
        .collect()
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
    }
}

#[test]
fn a_value_takes_the_place_of_the_sentences() {
    let with = |sentence: &str, name: &str, value: &str| {
        let mut adjustments = wishes(sentence).unwrap().adjustments;
        set(&mut adjustments, name, value).map(|()| adjustments)
    };
    let tone = Adjustment::Tone(Tone::Monochrome);
    let sentence = "rotate it 90 degrees and make it black and white";
    assert_eq!(
        with(sentence, "angle", "45"),
        Some(vec![Adjustment::Rotate(45.0), tone.clone()])
    );
    assert_eq!(with(sentence, "angle", ""), Some(vec![tone.clone()]));
    let warmer = Adjustment::Tone(Tone::Warmth(0.1));
    assert_eq!(
        with(sentence, "warmth", "10"),
        Some(vec![Adjustment::Rotate(90.0), tone, warmer])
    );
    assert_eq!(
        with(sentence, "position", "top"),
        None,
        "there is nothing to be put there"
    );
    let border = |color| Some(vec![Adjustment::Border(Length::Pixels(20.0), color)]);
    assert_eq!(
        with("add a white border of 20 pixels", "border_color", "Black"),
        border([0; 3]),
        "as wide as before"
    );
    let red = with("write 'Sale'", "text_color", "red").unwrap();
    let [Adjustment::Write(caption)] = &red[..] else {
        panic!("{red:?}")
    };
    assert_eq!(
        (&*caption.words, caption.color),
        ("Sale", Some([200, 30, 30]))
    );
    let radius = "blur it with a radius of 12 px";
    assert_eq!(
        with(radius, "blur", "100"),
        with("blur it", "blur", "100"),
        "instead of the radius"
    );
    assert_eq!(
        with("blur it", "border_color", "red"),
        None,
        "there is no border"
    );
    for (name, wrong) in [
        ("blur", "-5"),
        ("levels", "1"),
        ("crop_size", "wide"),
        ("border", "-1"),
        ("text_color", "loud"),
        ("angle", "steep"),
        ("look", "nice"),
        ("aspect", "wide"),
        ("size", "-3"),
        ("warmth", "NaN"),
    ] {
        assert_eq!(read(name, wrong), None, "{name}: {wrong}");
    }
}

#[test]
fn values_are_numbers_in_one_way() {
    for (name, text) in [("angle", "NaN"), ("angle", "-inf°"), ("exposure", "1e9")] {
        assert_eq!(read(name, text), None, "{name}: {text}");
    }
    for (name, text, value) in [
        ("aspect", "1.504:1", "3:2"),
        ("size", "0.001%", "1%"),
        ("size", "999999%", "10000%"),
        ("size", "larger by 99.999%", "200%"),
    ] {
        assert_eq!(read(name, text).as_deref(), Some(value), "{name}: {text}");
        assert_eq!(read(name, value).as_deref(), Some(value), "{name}: {value}");
    }
}

proptest! {
    #![proptest_config(crate::testing::cases())]

    #[test]
    fn what_is_written_is_read_back(
        name in prop::sample::select(vec!["brightness", "exposure", "contrast", "warmth", "angle", "vignette", "grain", "blur", "pixelate", "border", "text_size"]),
        number in -9999i32..9999,
        (wide, high) in (1u8..=32, 1u8..=32),
        size in prop_oneof![
            (1u32..20_000).prop_map(Size::Width),
            (1u32..20_000).prop_map(Size::Height),
            (1u32..20_000).prop_map(Size::Longer),
            (1u32..20_000, 1u32..20_000).prop_map(|(across, down)| Size::Within(across, down)),
            (1u16..2000).prop_map(|percent| Size::Times(f32::from(percent) / 100.0)),
        ],
    ) {
        let is_length = ["blur", "pixelate", "border", "text_size"].contains(&name);
        let value = rounded(if is_length { number.abs() } else { number } as f32 / 100.0);
        prop_assert_eq!(read(name, &value), Some(value));
        let aspect = written_aspect(f32::from(wide) / f32::from(high));
        prop_assert_eq!(read("aspect", &aspect), Some(aspect));
        let color = crate::adjustments::hex([wide, high, wide ^ high]);
        prop_assert_eq!(read("border_color", &color), Some(color));
        let size = written_size(size);
        prop_assert_eq!(read("size", &size), Some(size));
    }
}
