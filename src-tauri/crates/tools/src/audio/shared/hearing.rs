//! Audio clips as models hear them: one channel, at their rate.

use patchbay_domain::MediaFile;
use patchbay_media::audio::{AudioBuffer, StreamResampler, stream};

use crate::{Context, ToolError};

/// The share of the work that reading an audio clip takes.
pub(crate) const READING: f64 = 0.1;

/// Gives a whole clip to `hear`, block by block, at so many samples a second; its length in seconds
/// comes back.
pub(crate) fn heard(
    audio: &MediaFile,
    sample_rate: u32,
    context: &Context,
    hear: &mut dyn FnMut(&[f32]),
) -> Result<f64, ToolError> {
    let mut resampler = None;
    let facts = stream(
        &audio.path,
        &audio.name,
        &mut |done, block: &AudioBuffer| {
            context.progress.set(READING * done);
            let stream = resampler
                .get_or_insert_with(|| StreamResampler::new((block.sample_rate, sample_rate), 1));
            hear(&stream.add(vec![block.to_mono()]).concat());
            !context.progress.is_cancelled()
        },
    )?;
    if let Some(stream) = resampler {
        hear(&stream.finish().concat());
    }
    Ok(facts.seconds)
}
