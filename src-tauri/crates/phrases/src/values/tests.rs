mod kinds;

use super::*;

fn tool(parameters: &str) -> Tool {
    let json = format!(
        r#"{{"name": "t", "args": [], "returns": "image", "formats": ["jpg", "png"], "parameters": [{parameters}]}}"#
    );
    serde_json::from_str(&json).expect("a tool")
}

fn said_of(tool: &Tool, words: &str) -> Vec<(String, String)> {
    said(tool, words).into_iter().collect()
}

#[test]
fn a_tool_takes_places_and_sizes_that_it_can_do_and_no_others() {
    let tool: Tool = serde_json::from_str(
        r#"{"name": "lay", "args": [], "returns": "video", "parameters": [
            {"name": "overlay_position", "kind": "position", "label": "Place", "choices": ["top left", "bottom right"]},
            {"name": "overlay_size", "kind": "size", "label": "Size"},
            {"name": "overlay_opacity", "kind": "percent", "label": "Opacity", "range": [0, 100]}]}"#,
    )
    .unwrap();
    let takes_it = |kind: ParameterKind, words: &str| {
        let mut parameters = tool.parameters.iter();
        parameters.any(|parameter| takes(&tool, parameter, kind, words))
    };
    assert!(takes_it(ParameterKind::Position, "top left corner"));
    assert!(!takes_it(ParameterKind::Position, "at 300,200"));
    assert!(takes_it(ParameterKind::Size, "300 px"));
    assert!(!takes_it(ParameterKind::Size, "1080p"));
    assert!(takes_it(ParameterKind::Percent, "50%"));
    let said = said(&tool, "put it in the lower right at 20 % with 50% opacity");
    let said: Vec<(&str, &str)> = said
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(
        said,
        [
            ("overlay_opacity", "50"),
            ("overlay_position", "bottom right"),
            ("overlay_size", "20%"),
        ]
    );
}

#[test]
fn words_that_say_a_value_are_read_as_it() {
    let tool = tool(
        r#"{"name": "parts", "kind": "time_ranges", "label": "Parts"}, {"name": "at", "kind": "times", "label": "At"},
           {"name": "every", "kind": "interval", "label": "Every"},
           {"name": "pace", "kind": "speed", "label": "Pace", "range": [0.05, 2000]},
           {"name": "length", "kind": "duration", "label": "Length"}, {"name": "resolution", "kind": "size", "label": "Size"},
           {"name": "delay", "kind": "duration", "label": "Delay", "range": [-60, 60]},
           {"name": "target", "kind": "bytes", "label": "File size"}, {"name": "spot", "kind": "box", "label": "Place"}"#,
    );
    let of = |name: &str, text: &str| read(&tool, tool.parameter(name).expect("declared"), text);
    for (name, words, value) in [
        ("parts", "the first ten seconds", "0:00 to 0:10"),
        ("parts", "0:02 to 0:05", "0:02 to 0:05"),
        ("at", "The last frame", "end"),
        ("at", "half a minute", "0:30"),
        ("every", "10th frame", "10 frames"),
        ("every", "two seconds", "2 s"),
        ("pace", "twice as fast", "2"),
        ("length", "two minutes", "120"),
        ("delay", "−300 ms", "-0.3"),
        ("resolution", "half the size", "50%"),
        ("target", "ten megabytes", "10 MB"),
        ("spot", "the lower right quadrant", "50%x50% at 50%,50%"),
    ] {
        assert_eq!(of(name, words).as_deref(), Ok(value), "{name}: {words}");
    }
    for (name, words, said) in [
        ("parts", "nicer", "such as 0:02 to 0:05"),
        ("pace", "0", "“pace” cannot be “0”"),
        ("length", "a while", "a time"),
    ] {
        let error = of(name, words).expect_err(words);
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn words_give_choices_and_frames() {
    let tool = tool(
        r#"{"name": "own_sound", "kind": "choice", "label": "Its own sound", "choices": ["kept", "replaced"],
            "words": {"kept": ["under", "still hear"], "replaced": ["instead", "under no"]}},
           {"name": "times", "kind": "times", "label": "At"}, {"name": "every", "kind": "interval", "label": "Every"},
           {"name": "count", "kind": "count", "label": "How many", "range": [1, 100]},
           {"name": "color", "kind": "color", "label": "Colour"}, {"name": "repeats", "kind": "factor", "label": "Times"},
           {"name": "within", "kind": "time_ranges", "label": "Within"}"#,
    );
    for (words, name, value) in [
        ("write it in yellow at the top", "color", Some("#f0cd32")),
        ("big red letters please", "color", Some("#c81e1e")),
        ("the red car", "color", None),
        ("put music under it", "own_sound", Some("kept")),
        ("thunder instead", "own_sound", Some("replaced")),
        ("under no music", "own_sound", Some("replaced")),
        ("thunder", "own_sound", None),
        ("a frame at 0:05", "times", Some("0:05")),
        ("a frame every 2 seconds", "every", Some("2 s")),
        ("five stills", "count", Some("5")),
        ("loop it four times", "repeats", Some("4")),
        (
            "remove the sound from 0:02 to 0:04",
            "within",
            Some("0:02 to 0:04"),
        ),
    ] {
        assert_eq!(
            said(&tool, words).get(name).map(String::as_str),
            value,
            "{words}"
        );
    }
    assert!(takes(
        &tool,
        &tool.parameters[1],
        ParameterKind::Time,
        "0:05"
    ));
    assert!(
        read(&tool, &tool.parameters[3], "2.5").is_err()
            && read(&tool, &tool.parameters[3], "0").is_err()
    );
}

#[test]
fn words_give_values() {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let trimming = tool(r#"{"name": "parts", "kind": "time_ranges", "label": "Parts"}"#);
    assert_eq!(
        said_of(&trimming, "cut it from 0:02 to 0:05"),
        [pair("parts", "0:02 to 0:05")]
    );
    let pace = tool(
        r#"{"name": "speed", "kind": "speed", "label": "Speed"}, {"name": "length", "kind": "duration", "label": "Length"}"#,
    );
    assert_eq!(
        said_of(&pace, "play it twice as fast"),
        [pair("speed", "2")]
    );
    assert_eq!(
        said_of(&pace, "speed it up to 30 seconds"),
        [pair("length", "30")]
    );
    assert_eq!(said_of(&pace, "play it at 0 %"), [], "no value is nothing");
    let editing = tool(
        r#"{"name": "angle", "kind": "angle", "label": "Angle"}, {"name": "format", "kind": "file_format", "label": "Format"},
           {"name": "percent", "kind": "percent"}"#,
    );
    let sentence = "rotate it 90 degrees, 20% brighter, and save it as jpeg";
    assert_eq!(
        said_of(&editing, sentence),
        [pair("angle", "90"), pair("format", "jpg")]
    );
    assert!(takes(
        &editing,
        &editing.parameters[2],
        ParameterKind::Percent,
        "20%"
    ));
}

#[test]
fn parameters_of_one_name_are_read_as_their_tool_reads_them() {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let effects = tool(
        r#"{"name": "parts", "kind": "time_ranges", "label": "Parts"}, {"name": "speed", "kind": "speed", "label": "Speed"},
           {"name": "gain", "kind": "decibel", "label": "Volume", "range": [-60, 60]},
           {"name": "fade_out", "kind": "duration", "label": "Fade out"}, {"name": "frequency", "kind": "frequency"}"#,
    );
    let said = |words: &str| said_of(&effects, words);
    assert_eq!(
        said("fade out over the last 3 seconds"),
        [pair("fade_out", "3")],
        "no part is cut out"
    );
    let sentence = "keep the first 10 seconds, slow it down by 20 % and make it 3 dB louder";
    assert_eq!(
        said(sentence),
        [
            pair("gain", "3"),
            pair("parts", "0:00 to 0:10"),
            pair("speed", "0.8")
        ]
    );
    let trimming = tool(r#"{"name": "parts", "kind": "time_ranges", "label": "Parts"}"#);
    assert_eq!(
        said_of(&trimming, "the last 3 seconds"),
        [pair("parts", "last 0:03")],
        "by their kind alone"
    );
    let pace = tool(r#"{"name": "speed", "kind": "speed", "label": "Speed"}"#);
    assert_eq!(
        said_of(&pace, "make it faster"),
        [pair("speed", "1.5")],
        "as of a film"
    );
}

#[test]
fn a_ramp_has_a_speed_at_each_of_its_ends() {
    let tool = tool(
        r#"{"name": "speed", "kind": "speed", "label": "Speed", "range": [0.05, 2000]},
           {"name": "ramp", "kind": "speed", "label": "Speed at the end", "range": [0.05, 20]},
           {"name": "within", "kind": "time_ranges", "label": "Part"}"#,
    );
    for (words, expected) in [
        (
            "ramp it from 1x to 3x",
            &[("ramp", "3"), ("speed", "1")][..],
        ),
        (
            "gradually slow down to half speed",
            &[("ramp", "0.5"), ("speed", "1")],
        ),
        ("twice as fast", &[("speed", "2")]),
    ] {
        let found = said_of(&tool, words);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(found, expected, "{words}");
    }
}
