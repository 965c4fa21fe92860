//! Adjustments as values of parameters: `angle` 90, `brightness` 20, `size` 1200 wide. A sentence
//! gives the order in which they are done; a value that is set gives the amount.

use std::collections::BTreeMap;

use super::adjustment::{Adjustment, Caption, Length, Shape, Size, Tone};
use super::{Wishes, values, wishes};

/// Places on a picture by their names, as shares across and down.
const PLACES: [(&str, f32, f32); 9] = [
    ("top left", 0.0, 0.0),
    ("top", 0.5, 0.0),
    ("top right", 1.0, 0.0),
    ("left", 0.0, 0.5),
    ("middle", 0.5, 0.5),
    ("right", 1.0, 0.5),
    ("bottom left", 0.0, 1.0),
    ("bottom", 0.5, 1.0),
    ("bottom right", 1.0, 1.0),
];

/// The parameters that adjustments are values of.
pub const NAMES: [&str; 14] = [
    "brightness",
    "exposure",
    "contrast",
    "warmth",
    "saturation",
    "sharpness",
    "vignette",
    "look",
    "angle",
    "mirror",
    "size",
    "aspect",
    "caption",
    "position",
];

/// The values that a sentence's adjustments have, by the names of their parameters. One that it
/// says twice is left out.
pub fn said(wishes: &Wishes) -> BTreeMap<&'static str, String> {
    let mut found: BTreeMap<&'static str, Option<String>> = BTreeMap::new();
    for (name, value) in wishes.adjustments.iter().flat_map(named) {
        found
            .entry(name)
            .and_modify(|twice| *twice = None)
            .or_insert(Some(value));
    }
    found
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// A value in the one way of writing it; none where the parameter of that name cannot be that.
pub fn read(name: &str, text: &str) -> Option<String> {
    let made = made(name, text.trim(), None)?;
    named(&made)
        .into_iter()
        .find(|(other, _)| *other == name)
        .map(|(_, value)| value)
}

/// Gives the adjustment that the parameter `name` is of another value; adds it where there is none,
/// and takes it out where the value is empty. None where it cannot be that.
#[must_use]
pub fn set(adjustments: &mut Vec<Adjustment>, name: &str, value: &str) -> Option<()> {
    let place = adjustments
        .iter()
        .position(|one| named(one).iter().any(|(other, _)| *other == name));
    if value.trim().is_empty() {
        if let Some(place) = place.filter(|_| name != "position") {
            adjustments.remove(place);
        }
        return Some(());
    }
    let changed = made(name, value.trim(), place.map(|place| &adjustments[place]))?;
    match place {
        Some(place) => adjustments[place] = changed,
        None if name == "position" => return None,
        None => adjustments.push(changed),
    }
    Some(())
}

/// An adjustment as values of its parameters; none where no parameter is of it.
fn named(adjustment: &Adjustment) -> Vec<(&'static str, String)> {
    let percent = |amount: f32| rounded(amount * 100.0);
    let one = |name: &'static str, value: String| vec![(name, value)];
    match adjustment {
        Adjustment::Tone(tone) => match tone {
            Tone::Brightness(amount) => one("brightness", percent(*amount)),
            Tone::Exposure(stops) => one("exposure", rounded(*stops)),
            Tone::Contrast(amount) => one("contrast", percent(*amount)),
            Tone::Warmth(amount) => one("warmth", percent(*amount)),
            Tone::Saturation(amount) => one("saturation", percent(*amount)),
            Tone::Monochrome => one("look", "black and white".to_owned()),
            Tone::Sepia => one("look", "sepia".to_owned()),
            Tone::Invert => one("look", "negative".to_owned()),
            Tone::Posterise(_) => Vec::new(),
        },
        Adjustment::Sketch => one("look", "pencil sketch".to_owned()),
        Adjustment::Sharpen(amount) => one("sharpness", percent(*amount)),
        Adjustment::Vignette(amount) => one("vignette", percent(*amount)),
        Adjustment::Rotate(degrees) => one("angle", rounded(*degrees)),
        Adjustment::FlipHorizontally => one("mirror", "left to right".to_owned()),
        Adjustment::FlipVertically => one("mirror", "top to bottom".to_owned()),
        Adjustment::Resize(size) => one("size", written_size(*size)),
        Adjustment::Crop(Shape::Aspect(aspect)) => one("aspect", written_aspect(*aspect)),
        Adjustment::Write(caption) => {
            let near = |(_, across, down): &&(&str, f32, f32)| {
                (across - caption.across).abs() + (down - caption.down).abs() < 0.1
            };
            let place = PLACES
                .iter()
                .find(near)
                .map(|(place, ..)| ("position", (*place).to_owned()));
            std::iter::once(("caption", caption.words.clone()))
                .chain(place)
                .collect()
        }
        Adjustment::Blur(_)
        | Adjustment::Pixelate(_)
        | Adjustment::Crop(Shape::Pixels(..))
        | Adjustment::Border(..) => Vec::new(),
    }
}

/// The adjustment of a value. `before`: what it takes the place of.
fn made(name: &str, value: &str, before: Option<&Adjustment>) -> Option<Adjustment> {
    let below_a_million = |text: &str| text.parse::<f32>().ok().filter(|number| number.abs() < 1e6);
    let number = || below_a_million(value.trim_end_matches(['%', '°']).trim());
    let share = || Some(number()? / 100.0);
    Some(match name {
        "brightness" => Adjustment::Tone(Tone::Brightness(share()?)),
        "exposure" => Adjustment::Tone(Tone::Exposure(number()?)),
        "contrast" => Adjustment::Tone(Tone::Contrast(share()?)),
        "warmth" => Adjustment::Tone(Tone::Warmth(share()?)),
        "saturation" => Adjustment::Tone(Tone::Saturation(share()?)),
        "sharpness" => Adjustment::Sharpen(share()?),
        "vignette" => Adjustment::Vignette(share()?),
        "look" => match value {
            "black and white" => Adjustment::Tone(Tone::Monochrome),
            "sepia" => Adjustment::Tone(Tone::Sepia),
            "negative" => Adjustment::Tone(Tone::Invert),
            "pencil sketch" => Adjustment::Sketch,
            _ => return None,
        },
        "angle" => Adjustment::Rotate(below_a_million(
            value
                .trim_end_matches("degrees")
                .trim_end_matches(['°', ' ']),
        )?),
        "mirror" => match value {
            "left to right" => Adjustment::FlipHorizontally,
            "top to bottom" => Adjustment::FlipVertically,
            _ => return None,
        },
        "size" => match wishes(&format!("resize it to {value}"))
            .ok()?
            .adjustments
            .as_slice()
        {
            [size @ Adjustment::Resize(_)] => size.clone(),
            _ => return None,
        },
        "aspect" => Adjustment::Crop(Shape::Aspect(values::ratio(&value.replace(' ', ""))?)),
        "caption" | "position" => {
            let before = if let Some(Adjustment::Write(caption)) = before {
                Some(caption.clone())
            } else {
                None
            };
            let fresh = Caption {
                words: String::new(),
                across: 0.5,
                down: 1.0,
                color: None,
                size: Length::Share(0.1),
            };
            let caption = before.unwrap_or(fresh);
            Adjustment::Write(if name == "caption" {
                Caption {
                    words: value.to_owned(),
                    ..caption
                }
            } else {
                let wanted = value.to_lowercase().replace('-', " ");
                let wanted = wanted
                    .trim_end_matches(" corner")
                    .trim_end_matches(" hand")
                    .trim_start_matches("the ");
                let wanted = wanted.replace("upper", "top").replace("lower", "bottom");
                let (_, across, down) = PLACES.iter().find(|(place, ..)| *place == wanted)?;
                Caption {
                    across: *across,
                    down: *down,
                    ..caption
                }
            })
        }
        _ => return None,
    })
}

/// To two places behind the point, and no more than needed.
fn rounded(number: f32) -> String {
    let rounded = (f64::from(number) * 100.0).round() / 100.0;
    // No minus before nothing.
    (rounded + 0.0).to_string()
}

fn written_size(size: Size) -> String {
    match size {
        Size::Width(pixels) => format!("{pixels} wide"),
        Size::Height(pixels) => format!("{pixels} high"),
        Size::Longer(pixels) => pixels.to_string(),
        Size::Within(across, down) => format!("{across}x{down}"),
        Size::Times(factor) => format!("{}%", rounded(factor * 100.0)),
    }
}

/// `16:9` where whole numbers up to 32 say it, else `2.39:1`.
fn written_aspect(aspect: f32) -> String {
    let whole = |aspect: f32| {
        (1..=32u8).find_map(|high| {
            let wide = aspect * f32::from(high);
            ((wide - wide.round()).abs() < 0.002 && wide.round() >= 1.0)
                .then(|| format!("{}:{high}", wide.round()))
        })
    };
    let places = rounded(aspect);
    // What is rounded can be whole numbers again: 1.504 is 1.5, which is 3:2.
    whole(aspect)
        .or_else(|| whole(places.parse().ok()?))
        .unwrap_or_else(|| format!("{places}:1"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
                text(&[("caption", "Sale"), ("position", "top left")]),
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
        for (name, wrong) in [
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
            name in prop::sample::select(vec!["brightness", "exposure", "contrast", "warmth", "angle", "vignette"]),
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
            let value = rounded(number as f32 / 100.0);
            prop_assert_eq!(read(name, &value), Some(value));
            let aspect = written_aspect(f32::from(wide) / f32::from(high));
            prop_assert_eq!(read("aspect", &aspect), Some(aspect));
            let size = written_size(size);
            prop_assert_eq!(read("size", &size), Some(size));
        }
    }
}
