//! Sentences about times: the parts that are kept lie within the film, in order, and are read back
//! as they are written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::times::{names_a_part, said_ranges, wanted_length};
use patchbay_values::times::TimeRanges;

fuzz_target!(|input: (&str, u32)| {
    let (text, length) = (input.0, f64::from(input.1 % 20_000) / 10.0 + 0.1);
    if let Some(Ok(parts)) = said_ranges(text).map(|ranges| ranges.kept(length, "video")) {
        assert!(!parts.is_empty());
        assert!(
            parts.iter().all(|part| 0.0 <= part.start
                && part.start < part.end
                && part.end <= length + 1e-6)
        );
        assert!(parts.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }
    if let Some(ranges) = TimeRanges::read(text) {
        let written = ranges.to_string();
        assert_eq!(
            TimeRanges::read(&written).map(|read| read.to_string()),
            Some(written)
        );
    }
    names_a_part(text);
    assert!(wanted_length(text).is_none_or(f64::is_finite));
});
