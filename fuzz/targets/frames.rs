//! Sentences about frames of a film: how far apart they are is read back as it is written, and none
//! asks for no frames.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::times::{said_count, said_interval};
use patchbay_values::times::Interval;

fuzz_target!(|text: &str| {
    for interval in [Interval::read(text), said_interval(text)]
        .into_iter()
        .flatten()
    {
        match interval {
            Interval::Seconds(seconds) => {
                assert!(seconds.is_finite() && seconds > 0.0, "{seconds}")
            }
            Interval::Frames(frames) => assert!(frames > 0),
        }
        let written = interval.to_string();
        assert_eq!(
            Interval::read(&written).map(|read| read.to_string()),
            Some(written)
        );
    }
    assert_ne!(said_count(text), Some(0));
});
