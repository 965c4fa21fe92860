//! Time for which subtitles are shown: long enough to be read, and gone before the next one.

use super::super::shared::subtitle_limits::{Limits, letters};
use crate::shared::subtitles::Cue;

/// Subtitles (in the order of their starts) that stay as long as they take to read, as far as the next
/// one leaves time, and end before it.
pub(super) fn paced(mut cues: Vec<Cue>, limits: &Limits) -> Vec<Cue> {
    if limits
        .letters_per_second
        .or(limits.shortest)
        .or(limits.gap)
        .is_none()
    {
        return cues;
    }
    let gap = limits.gap.unwrap_or(0.0);
    for place in 0..cues.len() {
        let last = cues.get(place + 1).map(|next| next.start - gap);
        let cue = &mut cues[place];
        let read = limits
            .letters_per_second
            .map_or(0.0, |speed| letters(&cue.text()) as f64 / speed);
        let wanted = cue.start + read.max(limits.shortest.unwrap_or(0.0));
        let end = cue.end.max(wanted);
        // What begins together with the next one is left as it is.
        cue.end = match last {
            Some(last) if last > cue.start => end.min(last),
            Some(_) => cue.end,
            None => end,
        };
    }
    cues
}
