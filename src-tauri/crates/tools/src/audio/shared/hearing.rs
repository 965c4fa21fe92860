//! Audio clips as models hear them: one channel, at their rate.

use patchbay_domain::MediaFile;
use patchbay_media::audio::{AudioBuffer, Polarity, StreamResampler, stream};

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
    let (mut resampler, mut polarity) = (None, Polarity::default());
    let facts = stream(
        &audio.path,
        &audio.name,
        &mut |done, block: &AudioBuffer| {
            context.progress.set(READING * done);
            let stream = resampler
                .get_or_insert_with(|| StreamResampler::new((block.sample_rate, sample_rate), 1));
            hear(&stream.add(vec![as_one(block, &mut polarity)]).concat());
            !context.progress.is_cancelled()
        },
    )?;
    if let Some(stream) = resampler {
        hear(&stream.finish().concat());
    }
    Ok(facts.seconds)
}

/// A block as one channel. Sides that are the same turned over, as far as was heard, would be silence.
fn as_one(block: &AudioBuffer, polarity: &mut Polarity) -> Vec<f32> {
    let [left, right] = &block.channels[..] else {
        return block.to_mono();
    };
    polarity.hear(left, right);
    if !polarity.is_opposite() {
        return block.to_mono();
    }
    let pairs = left.iter().zip(right);
    pairs.map(|(left, right)| (left - right) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio::write_wav;

    use super::*;
    use crate::audio::shared::testing::tone;
    use crate::testing::context;

    #[test]
    fn opposite_sides_are_heard() {
        let (context, _folder) = context();
        let mut audio = tone(440.0, 1.0, 16_000);
        let turned = audio.channels[0].iter().map(|sample| -sample).collect();
        audio.channels.push(turned);
        let file = MediaFile {
            path: context.folder.join("wrong.wav"),
            name: "wrong.wav".to_owned(),
        };
        write_wav(&audio, &file.path, &file.name).unwrap();
        let mut loudest = 0.0_f32;
        heard(&file, 16_000, &context, &mut |samples| {
            loudest = samples
                .iter()
                .fold(loudest, |most, sample| most.max(sample.abs()));
        })
        .unwrap();
        assert!((loudest - 0.5).abs() < 0.01, "{loudest}");
    }
}
