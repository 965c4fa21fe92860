//! Values of kinds that have a grammar of their own.

use super::*;

#[test]
fn a_number_with_its_unit_is_the_value_of_the_one_field_of_its_kind() {
    let one = tool(
        r#"{"name": "share", "kind": "percent", "label": "Share", "range": [1, 40]},
           {"name": "cutoff", "kind": "frequency", "label": "Cutoff"}, {"name": "drop", "kind": "decibel", "label": "Drop"}"#,
    );
    let values = |words: &str| {
        said_of(&one, words)
            .into_iter()
            .map(|(_, value)| value)
            .collect::<Vec<_>>()
    };
    assert_eq!(values("bars of 15 % on photo.jpg"), ["15"]);
    assert_eq!(
        values("bars of 12,5 per cent, 2.5 kHz and -3 dB"),
        ["2500", "-3", "12.5"]
    );
    assert_eq!(values("bars of 90 %"), [""; 0], "out of range");
    assert_eq!(values("bars of 10 % and 20 %"), [""; 0], "which of them?");
    let takes =
        |tool: &Tool, words| takes(tool, &tool.parameters[0], ParameterKind::Percent, words);
    assert!(takes(&one, "15 %") && !takes(&one, "90 %"));
    let two = tool(
        r#"{"name": "share", "kind": "percent", "label": "Share"}, {"name": "grain", "kind": "percent", "label": "Grain"}"#,
    );
    assert!(
        said_of(&two, "15 %").is_empty() && !takes(&two, "15 %"),
        "it would be lost"
    );
}

#[test]
fn how_often_something_plays_is_said_as_a_multiple() {
    let looping = tool(
        r#"{"name": "repeats", "kind": "count", "label": "Times", "range": [2, 1000]},
           {"name": "length", "kind": "duration", "label": "Length"}"#,
    );
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        said_of(&looping, "loop it three times"),
        [pair("repeats", "3")]
    );
    assert_eq!(
        said_of(&looping, "loop it for a minute"),
        [pair("length", "60")]
    );
    let takes = |words| {
        takes(
            &looping,
            &looping.parameters[0],
            ParameterKind::Factor,
            words,
        )
    };
    assert!(takes("three times") && takes("twice") && !takes("half speed"));
    assert!(read(&looping, &looping.parameters[0], "1").is_err());
}

#[test]
fn what_a_tool_does_is_limited_to_parts_of_a_time_line() {
    let editing = tool(
        r#"{"name": "blur", "kind": "percent", "label": "Blur"}, {"name": "size", "kind": "size", "label": "Size"},
           {"name": "within", "kind": "time_ranges", "label": "Between"}"#,
    );
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        said_of(&editing, "blur the video between 2 and 5 seconds"),
        [pair("blur", "100"), pair("within", "0:02 to 0:05")]
    );
    assert_eq!(
        said_of(&editing, "resize the clip to 1200 wide"),
        [pair("size", "1200 wide")],
        "no part"
    );
    assert_eq!(said_of(&editing, "blur it at 0:05"), [], "no part either");
}

#[test]
fn words_give_boxes_shapes_and_what_covers_them() {
    let hiding = tool(
        r#"{"name": "region", "kind": "box", "label": "Place"}, {"name": "color", "kind": "color", "label": "Colour"},
           {"name": "within", "kind": "time_ranges", "label": "Between"}"#,
    );
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        said_of(&hiding, "cover 300,200,120,40 with red in the first 3 s"),
        [
            pair("color", "#c81e1e"),
            pair("region", "120x40 at 300,200"),
            pair("within", "0:00 to 0:03")
        ]
    );
    assert_eq!(
        said_of(&hiding, "put a white box over 120x40 at 300,200"),
        [
            pair("color", "#ffffff"),
            pair("region", "120x40 at 300,200")
        ]
    );
    assert_eq!(
        said_of(&hiding, "blur the top 20% of it"),
        [pair("region", "100%x20% at 0%,0%")]
    );
    let region = hiding.parameter("region").expect("declared");
    assert!(takes(&hiding, region, ParameterKind::Box, "300,200,120,40"));
    let corner = |words: &str| takes(&hiding, region, ParameterKind::Position, words);
    assert!(corner("top left corner") && !corner("at 300,200") && !corner("top left"));
    let error = read(&hiding, region, "left").expect_err("no box");
    assert!(error.contains("such as 120x40 at 300,200"), "{error}");
    let fitting = tool(
        r#"{"name": "ratio", "kind": "ratio", "label": "Ratio"}, {"name": "resolution", "kind": "size", "label": "Size"}"#,
    );
    assert_eq!(
        said_of(&fitting, "fit it into 9:16"),
        [pair("ratio", "9:16")]
    );
    assert_eq!(
        said_of(&fitting, "exactly 1080 by 1920"),
        [pair("resolution", "1080x1920")]
    );
    assert_eq!(said_of(&fitting, "16:9 or 4:3"), [], "which of them?");
}

#[test]
fn words_give_the_colour_of_a_background() {
    let replacing = tool(
        r#"{"name": "background_color", "kind": "color", "label": "Colour"}, {"name": "format", "kind": "file_format", "label": "Format"}"#,
    );
    for (words, color) in [
        ("make the background of car.jpg white", Some("#ffffff")),
        ("white background for car.jpg", Some("#ffffff")),
        ("put the red car on black and sharpen it", Some("#000000")),
        ("the red car without its background", None),
    ] {
        let said = said_of(&replacing, words);
        let found = said.first().map(|(_, value)| value.as_str());
        assert_eq!(found, color, "{words}");
    }
}

#[test]
fn a_size_alone_and_amounts_of_data_are_read_by_their_kind() {
    let tool = tool(
        r#"{"name": "size", "kind": "size", "label": "Size"}, {"name": "target", "kind": "bytes", "label": "File size"},
           {"name": "bitrate", "kind": "bitrate", "label": "Bit rate"}"#,
    );
    for (words, said) in [
        ("a 400 pixel wide gif of clip.mp4", [("size", "400 wide")]),
        ("a gif, 320px wide", [("size", "320 wide")]),
        ("a gif at 640x360", [("size", "640x360")]),
        ("a gif 240 pixels high", [("size", "240 high")]),
        ("a gif at half the size", [("size", "50%")]),
        ("compress it to under 8 MB", [("target", "8 MB")]),
        ("at 96 kbps", [("bitrate", "96 kbps")]),
    ] {
        let pairs = said.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(said_of(&tool, words), pairs, "{words}");
    }
    assert!(said_of(&tool, "make a gif of clip.mp4").is_empty());
    let target = tool.parameter("target").expect("declared");
    assert_eq!(read(&tool, target, "25mb").as_deref(), Ok("25 MB"));
    let error = read(&tool, target, "small").expect_err("no size");
    assert!(error.contains("such as 8 MB"), "{error}");
    assert!(takes(&tool, target, ParameterKind::Bytes, "8 MB"));
}
