//! Lengths of time: each is more than nothing, and is read back to a tenth of a second as it is
//! shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::times::{names_a_part, said_seconds, wanted_length};
use patchbay_values::times::{clock, duration};

fuzz_target!(|text: &str| {
    for seconds in [duration(text), wanted_length(text), said_seconds(text)]
        .into_iter()
        .flatten()
    {
        assert!(seconds.is_finite() && seconds > 0.0, "{seconds}");
        if seconds >= 0.05 {
            let shown = clock(seconds);
            assert!(
                duration(&shown).is_some_and(|read| (read - seconds).abs() < 0.051),
                "{seconds}: {shown}"
            );
        }
    }
    names_a_part(text);
});
