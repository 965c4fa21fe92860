//! Sentences that name sound tracks, and values as they are typed: each is read back as it is
//! written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::tracks::said_track;
use patchbay_values::tracks::Track;

fuzz_target!(|text: &str| {
    for track in [Track::read(text), said_track(text)].into_iter().flatten() {
        assert_eq!(Track::read(&track.to_string()), Some(track));
    }
});
