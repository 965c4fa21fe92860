//! Values of parameters of every kind, typed or said: each is within its range, and is read back as
//! it is written.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use patchbay_domain::{ParameterKind, Tool};
use patchbay_phrases::values::{read, said, takes};

const KINDS: &str = "flag count interval percent factor duration time times time_ranges ratio angle size bytes bitrate \
    decibel loudness frequency frame_rate color position choice file_format number speed text";

/// A tool with a parameter of each kind, and with one that has a range.
static TOOL: LazyLock<Tool> = LazyLock::new(|| {
    let one =
        |kind: &str| format!(r#"{{"name": "any_{kind}", "kind": "{kind}", "label": "Any"}},"#);
    let parameters: String = KINDS.split(' ').map(one).collect();
    let json = format!(
        r#"{{"name": "any", "args": [], "returns": "image", "formats": ["jpg", "png"], "parameters": [{parameters}
        {{"name": "some", "kind": "factor", "label": "Some", "range": [0.05, 20]}},
        {{"name": "one", "kind": "choice", "label": "One", "choices": ["Left", "Right"], "words": {{"Left": ["left"]}}}}]}}"#
    );
    serde_json::from_str(&json).expect("the tool is valid")
});

fuzz_target!(|input: (u8, &str)| {
    let (parameter, text) = (
        &TOOL.parameters[usize::from(input.0) % TOOL.parameters.len()],
        input.1,
    );
    let read_back = |name: &str, value: String| {
        let parameter = TOOL.parameter(name).expect("only parameters that it has");
        assert_eq!(
            patchbay_values::read(&TOOL, parameter, &value),
            Ok(value),
            "{name}"
        );
    };
    takes(&TOOL, parameter, ParameterKind::Factor, text);
    if let Ok(value) = read(&TOOL, parameter, text) {
        let number: Option<f64> = parameter.range.and_then(|_| value.parse().ok());
        assert!(
            number.is_none_or(|number| (0.05..=20.0).contains(&number)),
            "{value}"
        );
        read_back(&parameter.name, value);
    }
    said(&TOOL, text)
        .into_iter()
        .for_each(|(name, value)| read_back(&name, value));
});
