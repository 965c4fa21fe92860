//! Audio clips from files, and into them.

use patchbay_domain::MediaFile;
use patchbay_media::audio::{self, SampleFormat, WavFile};

use super::spool::{BLOCK, Spool};
use crate::{Context, ToolError};

/// Decodes an audio clip onto the disk: `share` of the work, from 0 to 1.
pub(crate) fn read(source: &MediaFile, share: f64, context: &Context) -> Result<Spool, ToolError> {
    let mut audio: Option<Spool> = None;
    let mut failure = None;
    let decoded = audio::stream(&source.path, &source.name, &mut |done, block| {
        context.progress.set(done * share);
        let pushed = match &mut audio {
            Some(audio) => audio.push(block),
            None => Spool::new(&context.folder, block.sample_rate)
                .and_then(|new| audio.insert(new).push(block)),
        };
        failure = pushed.err();
        failure.is_none() && !context.progress.is_cancelled()
    });
    match (failure, decoded, audio) {
        (Some(failure), ..) => Err(failure),
        (None, Err(error), _) => Err(error.into()),
        (None, Ok(_), Some(audio)) => Ok(audio),
        (None, Ok(_), None) => Err(ToolError::Input(format!(
            "“{}” holds no sound.",
            source.name
        ))),
    }
}

/// Writes an audio clip as a WAV file: the rest of the work, of which `from` is done.
pub(crate) fn write(
    audio: &mut Spool,
    file: &MediaFile,
    from: f64,
    context: &Context,
) -> Result<(), ToolError> {
    let form = (audio.sample_rate, audio.channels);
    let mut out = WavFile::create(&file.path, &file.name, form, SampleFormat::Pcm16)?;
    for start in (0..audio.frames).step_by(BLOCK) {
        let done = start as f64 / audio.frames as f64;
        context.progress.set(from + (1.0 - from) * done);
        context.check()?;
        out.write(&audio.block(start, BLOCK.min(audio.frames - start))?)?;
    }
    Ok(out.finish()?)
}
