use proptest::prelude::*;

use super::written::rounded;
use super::*;
use crate::adjustments::{Caption, Tone};
use crate::colors::hex;
use crate::sizes::{Length, Size, written_ratio};

#[test]
fn a_value_takes_the_place_of_another() {
    let with = |before: &[Adjustment], name: &str, value: &str| {
        let mut adjustments = before.to_vec();
        set(&mut adjustments, name, value).map(|()| adjustments)
    };
    let tone = Adjustment::Tone(Tone::Monochrome);
    let turned = [Adjustment::Rotate(90.0), tone.clone()];
    assert_eq!(
        with(&turned, "angle", "45"),
        Some(vec![Adjustment::Rotate(45.0), tone.clone()])
    );
    assert_eq!(with(&turned, "angle", ""), Some(vec![tone.clone()]));
    let warmer = Adjustment::Tone(Tone::Warmth(0.1));
    assert_eq!(
        with(&turned, "warmth", "10"),
        Some(vec![Adjustment::Rotate(90.0), tone, warmer])
    );
    assert_eq!(
        with(&turned, "position", "top"),
        None,
        "there is nothing to be put there"
    );
    let border = |color| Adjustment::Border(Length::Pixels(20.0), color);
    assert_eq!(
        with(&[border([255; 3])], "border_color", "Black"),
        Some(vec![border([0; 3])]),
        "as wide as before"
    );
    let sale = Caption {
        words: "Sale".to_owned(),
        across: 0.5,
        down: 1.0,
        color: None,
        size: Length::Share(0.1),
    };
    let red = with(&[Adjustment::Write(sale)], "text_color", "red").unwrap();
    let [Adjustment::Write(caption)] = &red[..] else {
        panic!("{red:?}")
    };
    assert_eq!(
        (&*caption.words, caption.color),
        ("Sale", Some([200, 30, 30]))
    );
    let blur = |length| [Adjustment::Blur(length)];
    assert_eq!(
        with(&blur(Length::Pixels(12.0)), "blur", "100"),
        Some(blur(Length::Share(0.006)).to_vec()),
        "instead of the radius"
    );
    assert_eq!(
        with(&blur(Length::Share(0.006)), "border_color", "red"),
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
        let aspect = written_ratio(f32::from(wide) / f32::from(high));
        prop_assert_eq!(read("aspect", &aspect), Some(aspect));
        let color = hex([wide, high, wide ^ high]);
        prop_assert_eq!(read("border_color", &color), Some(color));
        let size = size.to_string();
        prop_assert_eq!(read("size", &size), Some(size));
    }
}
