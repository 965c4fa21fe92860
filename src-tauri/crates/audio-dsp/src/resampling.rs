//! Audio at another sample rate, in work that can be stopped.

use patchbay_domain::Cancelled;
use patchbay_media::audio::{AudioBuffer, resample_with};

use crate::Report;

/// The audio at another sample rate. `progress` is told how far it is, from 0 to 1, and stops it.
pub fn resampled(
    audio: &AudioBuffer,
    sample_rate: u32,
    progress: &Report,
) -> Result<AudioBuffer, Cancelled> {
    // Resampling ends early only where it is stopped.
    resample_with(audio, sample_rate, &mut |done| progress(done).is_ok()).map_err(|_| Cancelled)
}
