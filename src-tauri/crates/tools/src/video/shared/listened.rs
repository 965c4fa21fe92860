//! Filters that a video's audio needs, as what is heard in it tells.

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{AudioReader, AudioSource, Watch, has_opposite_sides};
use patchbay_tool_api::watching::watched;

use crate::audio::shared::one_channel::turned;
use crate::shared::levelling::Leveller;
use crate::{Context, Inputs, ToolError};

/// libav's filters for a video's audio: where both sides become one and are the same turned over, one that turns the right
/// side, which is told; where soft voices are lifted (the values `lift` and `pace`), one that does.
///
/// # Errors
/// A value is no number, the audio cannot be read, or a stop.
pub(crate) fn filters_for(
    video: &MediaFile,
    (becomes_one, is_levelled): (bool, bool),
    inputs: &Inputs,
    context: &Context,
) -> Result<Vec<String>, ToolError> {
    let mut filters = Vec::new();
    let done = context.progress.get();
    let range = (done, done);
    if becomes_one {
        let is_opposite = watched(context, range, |watch| {
            has_opposite_sides((&video.path, &video.name), 0, watch)
        })?;
        if is_opposite {
            context.progress.say(turned(&video.name));
            filters.push("pan=stereo|c0=c0|c1=-1*c1".to_owned());
        }
    }
    if is_levelled {
        let peak = watched(context, range, |watch| peak(video, watch))?;
        filters.extend(Leveller::of(inputs)?.filter(peak));
    }
    Ok(filters)
}

/// The largest absolute sample of what is heard of a video.
fn peak(video: &MediaFile, watch: &Watch) -> Result<f32, MediaError> {
    let mut reader = AudioReader::open(&video.path, &video.name)?;
    let mut peak = 0.0_f32;
    while let Some(block) = reader.next_block(watch)? {
        let samples = block.channels.iter().flatten();
        peak = samples.fold(peak, |most, sample| most.max(sample.abs()));
    }
    Ok(peak)
}
