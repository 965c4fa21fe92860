use super::*;

fn tool(parameters: &str) -> Tool {
    let json = format!(
        r#"{{"name": "t", "args": [], "returns": "image", "formats": ["jpg", "png"], "parameters": [{parameters}]}}"#
    );
    serde_json::from_str(&json).expect("a tool")
}

#[test]
fn values_are_read_or_refused_with_their_name_and_range() {
    let tool = tool(
        r#"{"name": "angle", "kind": "angle", "label": "Angle", "range": [-360, 360]},
           {"name": "parts", "kind": "time_ranges", "label": "Parts"}, {"name": "format", "kind": "file_format", "label": "Format"},
           {"name": "speed", "kind": "speed", "label": "Speed", "range": [0.05, 2000]},
           {"name": "length", "kind": "duration", "label": "Length"}, {"name": "fill", "kind": "color", "label": "Fill"},
           {"name": "delay", "kind": "duration", "label": "Delay", "range": [-60, 60]},
           {"name": "pace", "kind": "factor", "label": "Pace"}, {"name": "number", "kind": "number", "label": "Number"},
           {"name": "side", "kind": "choice", "label": "Side", "choices": ["Left", "Right"]},
           {"name": "resolution", "kind": "size", "label": "Size"}, {"name": "ratio", "kind": "ratio", "label": "Ratio"},
           {"name": "region", "kind": "box", "label": "Place"}, {"name": "target", "kind": "bytes", "label": "File size"}"#,
    );
    let of = |name: &str, text: &str| read(&tool, tool.parameter(name).expect("declared"), text);
    for (name, text, value) in [
        ("angle", "45°", "45"),
        ("parts", "first 10 s", "0:00 to 0:10"),
        ("format", ".JPEG", "jpg"),
        ("speed", "2x", "2"),
        ("speed", "50 %", "0.5"),
        ("resolution", "800 x 600", "800x600"),
        ("ratio", "16 : 9", "16:9"),
        ("region", "top half", "100%x50% at 0%,0%"),
        ("target", "25mb", "25 MB"),
        ("length", "1:30", "90"),
        ("fill", "White", "#ffffff"),
        ("fill", "#FF8800", "#ff8800"),
        ("side", "left", "Left"),
        ("delay", "-0.3", "-0.3"),
        ("delay", "−300 ms", "-0.3"),
        ("delay", "1.5 s", "1.5"),
        ("number", "-0.00001", "0"),
    ] {
        assert_eq!(of(name, text).as_deref(), Ok(value), "{name}: {text}");
    }
    for (name, text, said) in [
        ("angle", "400", "from -360 to 360"),
        ("angle", "steep", "“angle” cannot be “steep”"),
        ("parts", "nicer", "such as 0:02 to 0:05"),
        ("parts", "cut out the first ten seconds", "such as 0:02"),
        ("format", "gif", "one of jpg, png"),
        ("speed", "0", "“speed”"),
        ("speed", "twice as fast", "a multiple, such as 2"),
        ("resolution", "half the size", "such as 1200 wide"),
        ("region", "left", "such as 120x40 at 300,200"),
        ("target", "small", "such as 8 MB"),
        ("delay", "-90", "from -60 to 60"),
        ("length", "-3", "a time"),
        ("side", "up", "one of Left, Right"),
        ("length", "0.01 ms", "a time"),
        ("pace", "0.00001", "a multiple"),
        ("number", "1e305", "a number"),
        ("fill", "loud", "such as red or #ff8800"),
    ] {
        let error = of(name, text).expect_err(text);
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn parameters_of_one_name_are_read_as_their_tool_reads_them() {
    let effects = tool(
        r#"{"name": "parts", "kind": "time_ranges", "label": "Parts"},
           {"name": "gain", "kind": "decibel", "label": "Volume", "range": [-60, 60]},
           {"name": "fade_out", "kind": "duration", "label": "Fade out"}"#,
    );
    let of =
        |name: &str, text: &str| read(&effects, effects.parameter(name).expect("declared"), text);
    assert_eq!(of("gain", "-3 dB").as_deref(), Ok("-3"));
    assert_eq!(of("fade_out", "1:30").as_deref(), Ok("90"));
    let error = of("gain", "loud").expect_err("no gain");
    assert!(
        error.contains("“gain” cannot be “loud”") && error.contains("from -60 to 60"),
        "{error}"
    );
    let looping =
        tool(r#"{"name": "repeats", "kind": "count", "label": "Times", "range": [2, 1000]}"#);
    assert!(read(&looping, &looping.parameters[0], "1").is_err());
    let stills =
        tool(r#"{"name": "count", "kind": "count", "label": "How many", "range": [1, 100]}"#);
    for text in ["2.5", "0", "three"] {
        assert!(
            read(&stills, &stills.parameters[0], text).is_err(),
            "{text}"
        );
    }
}
