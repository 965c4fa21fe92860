//! A mono file of each channel of an audio clip.

use patchbay_domain::MediaFile;
use patchbay_media::audio::{AudioBuffer, Decoder, SampleFormat, WavFile};

use crate::{Context, ToolError};

/// Writes each channel as a mono WAV file as long as the audio is; those of a stereo sound are called left and right.
/// `length`: of the audio, in seconds.
///
/// # Errors
/// There is only one channel, and what reading and writing say.
pub(super) fn each_channel(
    audio: &MediaFile,
    length: f64,
    context: &Context,
) -> Result<Vec<MediaFile>, ToolError> {
    let mut decoder = Decoder::open(&audio.path, &audio.name)?;
    let (sample_rate, count) = (decoder.sample_rate(), decoder.channels());
    if count < 2 {
        return Err(ToolError::Refused(format!(
            "“{}” is mono: it has one channel alone.",
            audio.name
        )));
    }
    let files: Vec<MediaFile> = (0..count)
        .map(|channel| {
            let purpose = match (count, channel) {
                (2, 0) => "left".to_owned(),
                (2, _) => "right".to_owned(),
                _ => format!("channel-{}", channel + 1),
            };
            context.output(&purpose, Some(&audio.name), "wav")
        })
        .collect();
    let mut written = files
        .iter()
        .map(|file| {
            WavFile::create(
                &file.path,
                &file.name,
                (sample_rate, 1),
                SampleFormat::Pcm16,
            )
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut frames = 0_usize;
    while let Some(channels) = decoder.next_block()? {
        context.check()?;
        frames += channels.first().map_or(0, Vec::len);
        for (file, channel) in written.iter_mut().zip(channels) {
            file.write(&AudioBuffer {
                sample_rate,
                channels: vec![channel],
            })?;
        }
        let seconds = frames as f64 / f64::from(sample_rate);
        context
            .progress
            .set((seconds / length.max(1e-6)).min(1.0) * 0.9);
    }
    for file in written {
        file.finish()?;
    }
    Ok(files)
}
