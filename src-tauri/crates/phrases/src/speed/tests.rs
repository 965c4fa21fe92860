use patchbay_values::speeds::{LIMITS, Pace};
use proptest::prelude::*;

use super::*;

fn pace(text: &str, length: f64) -> Result<Pace, SpeedError> {
    Ok(speed(text)?.pace(length)?)
}

#[track_caller]
fn check(text: &str, factor: f64) {
    let found = pace(text, 60.0)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .factor;
    assert!((found / factor - 1.0).abs() < 1e-6, "{text}: {found}");
}

#[test]
fn speeds_are_found() {
    check("play clip.mp4 twice as fast", 2.0);
    check("slow clip.mp4 down to half speed", 0.5);
    check("speed up clip.mp4 2x", 2.0);
    check("speed it up by a factor of 1.5", 1.5);
    check("3 times faster", 3.0);
    check("three times slower", 1.0 / 3.0);
    check("slow it down 4x", 0.25);
    check("0.5x", 0.5);
    check("×2 please", 2.0);
    check("set the speed to 0.75", 0.75);
    check("double the speed", 2.0);
    check("triple speed", 3.0);
    check("at a quarter of the speed", 0.25);
    check("three quarters speed", 0.75);
    check("1/4 speed", 0.25);
    check("half as fast", 0.5);
    check("twice as slow", 0.5);
    check("make it twice as long", 0.5);
    check("half the length", 2.0);
}

#[test]
fn both_directions_are_no_speed() {
    assert!(
        pace(
            "speed up or slow down the film so that the hand ticks once a second",
            60.0
        )
        .is_err()
    );
}

#[test]
fn percents_are_shares_or_changes() {
    check("150 %", 1.5);
    check("slow it down to 50 percent", 0.5);
    check("at 80% speed", 0.8);
    check("slow it down by 20 %", 0.8);
    check("20% slower", 0.8);
    check("speed up by 25%", 1.25);
    check("50 % faster", 1.5);
    check("slow down 30%", 0.7);
    check("50 % shorter", 2.0);
    check("100 % longer", 0.5);
}

#[test]
fn lengths_and_manners_are_found() {
    check("speed it up to 30 seconds", 2.0);
    check("make it last two minutes", 0.5);
    check("slow clip.mp4 down to last 2 minutes", 0.5);
    check("make holiday.mov last 0:30", 2.0);
    check("slow motion of clip.mp4", 0.5);
    check("super slow motion", 0.25);
    check("a bit faster", 1.25);
    check("much slower", 0.25);
    check("speed it up", 1.5);
    check("slow it down", 1.0 / 1.5);
    check("make clip.mp4 a time lapse", 4.0);
    assert_eq!(
        pace("a timelapse", 3000.0),
        Ok(Pace {
            factor: 200.0,
            silent: true
        })
    );
    assert!(!pace("2x", 60.0).unwrap().silent && pace("2x without sound", 60.0).unwrap().silent);
    assert!(pace("10x", 60.0).unwrap().silent, "nobody follows that");
}

#[test]
fn what_cannot_be_is_said() {
    let said = |text| pace(text, 60.0).expect_err(text).to_string();
    assert!(said("make it nicer").contains("“make it nicer” does not say how fast"));
    for mixed in [
        "from 0:02 to 0:05 2x and from 0:06 to 0:08 4x",
        "slow the first 5 seconds down to 10 seconds",
        "normal until 0:10 and then twice as fast",
    ] {
        assert!(said(mixed).contains("one speed"), "{mixed}");
    }
    assert!(said("0.001x").contains("0.001 times") && said("at 0 %").contains("Choose"));
    assert!(said("to 0.01 seconds").contains("Choose"));
}

#[test]
fn a_part_has_a_speed_of_its_own() {
    for (text, parts, factor) in [
        ("slow down from 0:02 to 0:05", "0:02 to 0:05", 1.0 / 1.5),
        ("play the last 5 seconds twice as fast", "last 0:05", 2.0),
        ("play the second half faster", "middle to end", 1.5),
        ("the first ten seconds in slow motion", "0:00 to 0:10", 0.5),
        ("between 2 and 4 seconds at half speed", "0:02 to 0:04", 0.5),
        ("everything after 0:30 at 200 %", "0:30 to end", 2.0),
        ("speed up 0:10-0:20 by 4x", "0:10 to 0:20", 4.0),
        ("2x from 0:10 to the end", "0:10 to end", 2.0),
    ] {
        let ranges = within(text).map(|ranges| ranges.to_string());
        assert_eq!(ranges.as_deref(), Some(parts), "{text}");
        check(text, factor);
    }
    for whole in ["speed it up to 30 seconds", "make it last 2 minutes", "2x"] {
        assert_eq!(within(whole), None, "{whole}");
    }
}

proptest! {
    #![proptest_config(crate::testing::cases())]

    #[test]
    fn anything_can_be_asked(text in ".{0,80}|[0-9x%/. ]{0,12}(times|speed|slower|faster|half|to|s)?") {
        if let Ok(pace) = pace(&text, 10.0) {
            prop_assert!(LIMITS.contains(&pace.factor));
        }
    }
}

#[test]
fn words_say_a_factor() {
    for (words, times) in [
        ("50 %", Some(0.5)),
        ("twice as fast", Some(2.0)),
        ("half speed", Some(0.5)),
        ("to 30 seconds", None),
        ("fastish?", None),
    ] {
        assert_eq!(worded(words), times, "{words}");
    }
}

#[test]
fn speeds_are_numbers() {
    let nines = "9".repeat(400);
    for text in [
        format!("{nines}x"),
        format!("{nines} % slower"),
        format!("{nines}/1 speed"),
        "0/5 as long".to_owned(),
    ] {
        let Ok(Speed {
            rate: Rate::Times(factor),
            ..
        }) = speed(&text)
        else {
            panic!("{text}")
        };
        assert!(factor.is_finite() && factor >= 0.0, "{text}: {factor}");
    }
}
