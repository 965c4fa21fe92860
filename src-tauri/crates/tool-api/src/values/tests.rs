use patchbay_domain::{Resource, Tool};

use super::*;
use crate::testing::inputs;

fn with(value: &str) -> Inputs {
    inputs([("gain", Resource::Text(value.to_owned()))])
}

#[test]
fn numbers_are_read_with_their_signs_and_units() {
    for (text, number) in [
        ("6", 6.0),
        (" -3 ", -3.0),
        ("+2.5", 2.5),
        ("−3 dB", -3.0),
        ("-16 lufs", -16.0),
        ("45°", 45.0),
        ("25 fps", 25.0),
    ] {
        assert_eq!(with(text).number("gain"), Ok(Some(number)), "{text}");
    }
    for none in ["", " "] {
        assert_eq!(with(none).number("gain"), Ok(None), "{none}");
    }
    assert_eq!(with("6").number("other"), Ok(None));
    for bad in [
        "abc",
        "1,5",
        "inf",
        "-infinity",
        "NaN",
        "1e999",
        "6 apples",
        "dB",
    ] {
        let error = with(bad).number("gain").expect_err(bad);
        let sentence =
            format!("The value “{bad}” of “gain” is no number. Give a number such as 6.");
        assert_eq!(error, ToolError::Input(sentence));
    }
}

#[test]
fn counts_are_whole_and_at_least_one() {
    for (text, count) in [("3", 3), ("+3", 3), ("3x", 3), ("2 ×", 2)] {
        assert_eq!(with(text).count("gain"), Ok(Some(count)), "{text}");
    }
    assert_eq!(with("").count("gain"), Ok(None));
    for bad in ["0", "-3", "2.5", "2,5", "many", "4294967296", "NaN"] {
        let error = with(bad).count("gain").expect_err(bad).to_string();
        let named = format!("“{bad}” of “gain” is no whole number");
        assert!(error.contains(&named), "{error}");
    }
}

#[test]
fn lengths_of_time_may_be_nothing_and_shifts_negative() {
    for (text, seconds) in [
        ("0", 0.0),
        ("1.5", 1.5),
        ("1,5 s", 1.5),
        ("1:30", 90.0),
        ("300 ms", 0.3),
    ] {
        assert_eq!(with(text).seconds("gain"), Ok(Some(seconds)), "{text}");
        assert_eq!(with(text).shift("gain"), Ok(Some(seconds)), "{text}");
        let back = with(&format!("-{text}"));
        assert_eq!(back.shift("gain"), Ok(Some(-seconds)), "-{text}");
    }
    assert_eq!(with("").seconds("gain"), Ok(None));
    for bad in ["soon", "inf", "NaN", "--3", "5 to 6 s"] {
        assert!(with(bad).seconds("gain").is_err(), "{bad}");
        assert!(with(bad).shift("gain").is_err(), "{bad}");
    }
    assert!(with("-3").seconds("gain").is_err());
}

#[test]
fn values_that_do_not_hold_are_refused_by_name() {
    let bad = with("loud");
    let errors = [
        bad.factor("gain").map(drop),
        bad.color("gain").map(drop),
        bad.time_ranges("gain").map(drop),
        bad.moments("gain").map(drop),
        bad.interval("gain").map(drop),
        bad.region("gain").map(drop),
        bad.size("gain").map(drop),
        bad.bytes("gain").map(drop),
        bad.bit_rate("gain").map(drop),
    ];
    for error in errors {
        let error = error.expect_err("no value").to_string();
        assert!(
            error.starts_with("The value “loud” of “gain” is no "),
            "{error}"
        );
    }
    assert_eq!(with("Red").color("gain"), Ok(Some([200, 30, 30])));
    assert_eq!(with("50 %").factor("gain"), Ok(Some(0.5)));
    assert_eq!(with("8 MB").bytes("gain"), Ok(Some(8_000_000)));
    assert_eq!(with("192k").bit_rate("gain"), Ok(Some(192_000)));
}

#[test]
fn what_a_field_takes_holds_here() {
    type Shown = fn(&Inputs) -> String;
    let cases: [(&[&str], &[&str], Shown); 12] = [
        (
            &[
                "number",
                "decibel",
                "percent",
                "angle",
                "loudness",
                "frequency",
                "frame_rate",
            ],
            &["6", "-0.5", "1e3"],
            |of| format!("{:?}", of.number("gain")),
        ),
        (&["decibel"], &["-3 dB", "3dB"], |of| {
            format!("{:?}", of.number("gain"))
        }),
        (&["percent"], &["50 %"], |of| {
            format!("{:?}", of.number("gain"))
        }),
        (&["count"], &["3"], |of| format!("{:?}", of.count("gain"))),
        (
            &["duration", "time"],
            &["1:30", "1,5 s", "2 min", "300ms", "7"],
            |of| format!("{:?}", of.seconds("gain")),
        ),
        (&["factor", "speed"], &["2x", "0.5", "50 %"], |of| {
            format!("{:?}", of.factor("gain"))
        }),
        (&["color"], &["White", "#FF8800"], |of| {
            format!("{:?}", of.color("gain"))
        }),
        (&["time_ranges"], &["first 10 s", "0:02 to 0:05"], |of| {
            format!("{:?}", of.time_ranges("gain"))
        }),
        (&["times"], &["0:05, middle", "end - 0:01"], |of| {
            format!("{:?}", of.moments("gain"))
        }),
        (&["interval"], &["10 frames", "2.5"], |of| {
            format!("{:?}", of.interval("gain"))
        }),
        (&["box"], &["top half", "120x40 at 300,200"], |of| {
            format!("{:?}", of.region("gain"))
        }),
        (&["size"], &["1080p", "800 x 600", "50%"], |of| {
            format!("{:?}", of.size("gain"))
        }),
    ];
    for (kinds, texts, shown) in cases {
        for (kind, text) in kinds
            .iter()
            .flat_map(|kind| texts.iter().map(move |text| (kind, text)))
        {
            let tool = format!(
                r#"{{"name": "t", "args": [], "returns": "image", "parameters": [{{"name": "gain", "kind": "{kind}"}}]}}"#
            );
            let tool: Tool = serde_json::from_str(&tool).expect("a tool");
            let written = patchbay_values::read(&tool, &tool.parameters[0], text).expect("a value");
            let here = shown(&with(text));
            assert!(here.starts_with("Ok(Some("), "{kind}: {text}: {here}");
            assert_eq!(here, shown(&with(&written)), "{kind}: {text}");
        }
    }
}
