//! Subtitles in any form: cues lie within the film, in order, and have words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_tools::video::subtitles::cues;

fuzz_target!(|input: (&str, u16)| {
    let length = f64::from(input.1) / 10.0 + 0.1;
    if let Ok(cues) = cues(input.0, length) {
        assert!(!cues.is_empty());
        assert!(
            cues.iter()
                .all(|cue| cue.start < cue.end && cue.end <= length + 1e-6 && !cue.runs.is_empty())
        );
        assert!(cues.windows(2).all(|pair| pair[0].start <= pair[1].start));
    }
});
