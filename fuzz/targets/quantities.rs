//! Quantities in any text: each stands in it, in order, and none overlaps another.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::quantities;

fuzz_target!(|text: &str| {
    let found = quantities(text);
    assert!(found.iter().all(|quantity| {
        text.get(quantity.bytes.clone())
            .is_some_and(|words| !words.is_empty())
    }));
    assert!(
        found
            .windows(2)
            .all(|pair| pair[0].bytes.end <= pair[1].bytes.start)
    );
});
