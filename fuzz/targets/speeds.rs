//! Sentences about how fast a film is to play: what they say is a number, and what a film can have
//! is within the limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::speed::speed;
use patchbay_values::speeds::{Rate, factor};

fuzz_target!(|input: (u16, &str)| {
    let (length, text) = (f64::from(input.0) / 10.0 + 0.1, input.1);
    if let Ok(speed) = speed(text) {
        match speed.rate {
            Rate::Times(factor) => assert!(factor.is_finite() && factor >= 0.0, "{factor}"),
            Rate::Lasting(seconds) => assert!(seconds.is_finite() && seconds > 0.0, "{seconds}"),
            Rate::TimeLapse => {}
        }
        if let Ok(pace) = speed.pace(length) {
            assert!((0.05..=2000.0).contains(&pace.factor), "{pace:?}");
        }
    }
    if let Some(times) = factor(text) {
        assert!(times.is_finite() && times > 0.0, "{times}");
        assert_eq!(factor(&times.to_string()), Some(times));
    }
});
