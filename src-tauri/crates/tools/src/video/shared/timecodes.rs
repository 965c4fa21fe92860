//! Counting of a video's timecodes.

use patchbay_media::video::VideoFacts;
use patchbay_values::times::{Counting, Timecode};

/// By its frame rate, from the timecode that its file says of its first frame.
pub(crate) fn counting(facts: &VideoFacts) -> Counting {
    Counting {
        rate: facts.frames_per_second,
        start: facts.timecode.as_deref().and_then(Timecode::read),
    }
}
