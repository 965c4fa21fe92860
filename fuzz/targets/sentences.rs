//! Sentences, as any tool of the shipped toolbox reads them: every value that is found is one that its parameter takes,
//! and is read back as it is written. With the kinds of parameters come the grammars: boxes, overlays, titles, tags,
//! sheets, ramps, pauses, repeats, pieces, shifts, timecodes.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use patchbay_domain::Toolbox;
use patchbay_phrases::quantities;
use patchbay_phrases::values::{said, takes};
use patchbay_values::read;

static TOOLBOX: LazyLock<Toolbox> = LazyLock::new(|| {
    Toolbox::from_json(patchbay_toolbox::TOOLBOX).expect("the toolbox is valid")
});

fuzz_target!(|input: (u16, &str)| {
    let (number, text) = (usize::from(input.0), input.1);
    let tool = &TOOLBOX.tools[number % TOOLBOX.tools.len()];
    for (name, value) in said(tool, text) {
        let parameter = tool.parameter(&name).expect("a parameter that it has");
        assert_eq!(
            read(tool, parameter, &value),
            Ok(value),
            "{} {name}",
            tool.name
        );
    }
    for quantity in quantities(text) {
        let words = &text[quantity.bytes.clone()];
        for parameter in &tool.parameters {
            takes(tool, parameter, quantity.kind, words);
        }
    }
});
