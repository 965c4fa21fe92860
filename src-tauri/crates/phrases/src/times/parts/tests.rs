use patchbay_values::times::{Counting, Part, Timecode, TimesError};
use proptest::prelude::*;

use super::*;

/// The parts that a text names of a video of so many seconds; none where it names none.
fn kept_parts(text: &str, length: f64) -> Option<Result<Vec<Part>, TimesError>> {
    said_ranges(text).map(|ranges| ranges.kept(length, "video"))
}

#[track_caller]
fn check(text: &str, expected: &[(f64, f64)]) {
    let parts = kept_parts(text, 60.0).unwrap_or_else(|| panic!("{text}: no times"));
    let parts = parts.unwrap_or_else(|error| panic!("{text}: {error}"));
    let parts: Vec<_> = parts.iter().map(|part| (part.start, part.end)).collect();
    assert_eq!(parts.len(), expected.len(), "{text}: {parts:?}");
    for (part, expected) in parts.iter().zip(expected) {
        let close = (part.0 - expected.0).abs() < 1e-6 && (part.1 - expected.1).abs() < 1e-6;
        assert!(close, "{text}: {parts:?}");
    }
}

#[test]
fn ranges_are_kept() {
    check(
        "cut clip.mp4 from 0:02 to 0:05 and give me its sound as a file",
        &[(2.0, 5.0)],
    );
    check("from 2 to 5 seconds", &[(2.0, 5.0)]);
    check("trim it between 10s and 12.5s", &[(10.0, 12.5)]);
    check("keep only 0:10-0:20", &[(10.0, 20.0)]);
    check(
        "keep 0:01 – 0:02 and 0:04 – 0:06",
        &[(1.0, 2.0), (4.0, 6.0)],
    );
    check("from 00:00:10 to 00:00:11.5", &[(10.0, 11.5)]);
    check("0:50 to the end", &[(50.0, 60.0)]);
    check("from the beginning to 0:05", &[(0.0, 5.0)]);
    check("from 10 seconds on", &[(10.0, 60.0)]);
    check("starting at 0:30 for ten seconds", &[(30.0, 40.0)]);
    check("10 seconds starting at 0:05", &[(5.0, 15.0)]);
    check("from 0 to 1 minute", &[(0.0, 60.0)]);
    check("from halfway to the end", &[(30.0, 60.0)]);
    check("only the part from second 3 to second 8", &[(3.0, 8.0)]);
    check("from minute 0 till second 20", &[(0.0, 20.0)]);
    check("thats second 4 to second 7 of it", &[(4.0, 7.0)]);
    check(
        "make a clip of clip2.mp4 from 3 to 4 s in 720p at 30 fps",
        &[(3.0, 4.0)],
    );
}

#[test]
fn ends_and_lengths_are_kept() {
    check("the first ten seconds", &[(0.0, 10.0)]);
    check("only the last 5 s", &[(55.0, 60.0)]);
    check("trim this one to 30 seconds", &[(0.0, 30.0)]);
    check("make it half a minute long", &[(0.0, 30.0)]);
    check("shorten it by 20 seconds", &[(0.0, 40.0)]);
    check("keep the middle twenty seconds", &[(20.0, 40.0)]);
    check("up to 0:15", &[(0.0, 15.0)]);
    check("the first second", &[(0.0, 1.0)]);
    check("the first two and a half seconds", &[(0.0, 2.5)]);
    check(
        "the first twenty-five seconds of the second video",
        &[(0.0, 25.0)],
    );
}

#[test]
fn parts_are_taken_out() {
    check("cut out the first 10 seconds", &[(10.0, 60.0)]);
    check("remove 0:10-0:20", &[(0.0, 10.0), (20.0, 60.0)]);
    check("remove everything after 0:40", &[(0.0, 40.0)]);
    check("trim the last 5 seconds", &[(0.0, 55.0)]);
    check("cut 5 seconds from the start", &[(5.0, 60.0)]);
    check("take 3 seconds off the end", &[(0.0, 57.0)]);
    check(
        "2 seconds off the start and 1.5 off the end",
        &[(2.0, 58.5)],
    );
    check("delete the first and last 2 seconds", &[(2.0, 58.0)]);
    check(
        "keep everything except 0:30 to 0:31",
        &[(0.0, 30.0), (31.0, 60.0)],
    );
    check(
        "cut the part from 0:02 to 0:05 out",
        &[(0.0, 2.0), (5.0, 60.0)],
    );
    check("cut off everything before 0:50", &[(50.0, 60.0)]);
    check(
        "the first two seconds are rubbish, chop those",
        &[(2.0, 60.0)],
    );
    check(
        "throw away everything between 4s and 6.5s",
        &[(0.0, 4.0), (6.5, 60.0)],
    );
    check("leave out 0:10 to 0:20", &[(0.0, 10.0), (20.0, 60.0)]);
    check("get rid of the first 5 seconds", &[(5.0, 60.0)]);
}

#[test]
fn what_cannot_be_is_said_with_the_length() {
    let refused = |text| kept_parts(text, 12.0).unwrap().unwrap_err().to_string();
    assert_eq!(
        refused("from 0:05 to 0:20"),
        "The video is 12 s long, so 20 s lies after its end. Choose times up to 12 s."
    );
    assert!(refused("from 0:20 on").contains("12 s long"));
    assert!(refused("the last 2 minutes").contains("12 s long"));
    assert!(
        refused("from 0:05 to 0:02")
            .starts_with("The part would end at 2 s, before it begins at 5 s")
    );
    assert!(
        refused("remove the first 12 seconds").starts_with("Nothing of the video would be left")
    );
    for unknown in [
        "cut it to the most exciting 5 seconds",
        "cut out all pauses over half a second",
        "the best 5 seconds",
    ] {
        assert_eq!(kept_parts(unknown, 12.0), None, "{unknown}");
    }
    assert_eq!(kept_parts("make it nicer", 12.0), None);
}

#[test]
fn what_a_sentence_says_is_written_so() {
    for (sentence, written) in [
        ("cut it from 0:02 to 0:05.5", "0:02 to 0:05.5"),
        ("the first ten seconds", "0:00 to 0:10"),
        ("only the last 5 s", "last 0:05"),
        (
            "remove 0:10-0:20 and 1:02:03 to the end",
            "without 0:10 to 0:20, 1:02:03 to end",
        ),
        (
            "keep the middle twenty seconds",
            "middle - 0:10 to middle + 0:10",
        ),
        ("shorten it by 20 seconds", "0:00 to end - 0:20"),
    ] {
        assert_eq!(
            said_ranges(sentence)
                .map(|ranges| ranges.to_string())
                .as_deref(),
            Some(written),
            "{sentence}"
        );
    }
    assert_eq!(
        said_ranges("the last 3 seconds"),
        TimeRanges::read("last 0:03")
    );
    assert_eq!(said_ranges("nicer"), None);
}

#[test]
fn the_longest_and_the_shortest_are_read_back() {
    for (sentence, written) in [
        ("the first 99999999 seconds", "0:00 to 27777:46:39"),
        ("from 0 to 1234567", "0:00 to 342:56:07"),
        ("0:00 to 9999:999999:59", "0:00 to 26665:39:59"),
        ("the first 123456789012 hours", "0:00 to 999999:59:59"),
        ("the last 0.1 ms", "end to end"),
        ("shorten it by 0.1 ms", "0:00 to end"),
    ] {
        let said = said_ranges(sentence).map(|ranges| ranges.to_string());
        assert_eq!(said.as_deref(), Some(written), "{sentence}");
        assert_eq!(
            TimeRanges::read(written)
                .map(|read| read.to_string())
                .as_deref(),
            Some(written),
            "{sentence}"
        );
    }
}

#[test]
fn sentences_give_timecodes() {
    for (sentence, written) in [
        (
            "cut from 01:00:02;00 to 01:00:05;12",
            "01:00:02;00 to 01:00:05;12",
        ),
        (
            "keep 00:00:05:12 - 00:00:07:00",
            "00:00:05:12 to 00:00:07:00",
        ),
        (
            "remove everything after 1:00:10;00",
            "without 01:00:10;00 to end",
        ),
    ] {
        let said = said_ranges(sentence).unwrap();
        assert_eq!(said.to_string(), written, "{sentence}");
        assert_eq!(TimeRanges::read(written).unwrap(), said);
    }
    let parts = said_ranges("from 01:00:02;00 for 3 seconds").unwrap();
    let rate = 30_000.0 / 1001.0;
    let start = Timecode::read("01:00:00;00");
    let parts = parts.counted(&Counting { rate, start }).unwrap();
    let parts = parts.kept(60.0, "video").unwrap();
    assert!((parts[0].start - 2.002).abs() < 1e-9 && (parts[0].end - 5.002).abs() < 1e-9);
}

proptest! {
    #![proptest_config(crate::testing::cases())]

    #[test]
    fn parts_are_in_order_within_the_length(text in "(remove |keep )?(from|first|last|to|[0-9:. <>b-]|and|s){0,30}", length in 0.1..5000.0) {
        if let Some(Ok(parts)) = kept_parts(&text, length) {
            prop_assert!(!parts.is_empty());
            for part in &parts {
                prop_assert!(part.start >= 0.0 && part.end <= length + 1e-9 && part.end > part.start);
            }
            prop_assert!(parts.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }

    #[test]
    fn anything_can_be_asked(text in ".{0,200}") {
        let _ = kept_parts(&text, 10.0);
    }
}
