//! Sentences about points in time: each lies within the film, and they are read back as they are
//! written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::times::said_moments;
use patchbay_values::times::Moments;

fuzz_target!(|input: (u16, &str)| {
    let (length, text) = (f64::from(input.0) / 10.0 + 0.1, input.1);
    for moments in [Moments::read(text), said_moments(text)]
        .into_iter()
        .flatten()
    {
        assert!(!moments.0.is_empty());
        assert!(
            moments
                .0
                .iter()
                .all(|moment| moment.share.is_finite() && moment.seconds.is_finite())
        );
        if let Ok(times) = moments.on(length, "video") {
            assert!(
                times.iter().all(|time| (0.0..=length).contains(time)),
                "{times:?}"
            );
        }
        let written = moments.to_string();
        assert_eq!(
            Moments::read(&written).map(|read| read.to_string()),
            Some(written)
        );
    }
});
