//! Sounds from files, and into them.

use patchbay_domain::MediaFile;
use patchbay_media::audio::{self, SampleFormat, WavFile};

use super::spool::{BLOCK, Spool};
use crate::{Context, ToolError};

/// Decodes a sound onto the disk: `share` of the work, from 0 to 1.
pub(crate) fn read(source: &MediaFile, share: f64, context: &Context) -> Result<Spool, ToolError> {
    let mut sound: Option<Spool> = None;
    let mut failure = None;
    let decoded = audio::stream(&source.path, &source.name, &mut |done, block| {
        context.progress.set(done * share);
        let pushed = match &mut sound {
            Some(sound) => sound.push(block),
            None => Spool::new(&context.folder, block.sample_rate)
                .and_then(|new| sound.insert(new).push(block)),
        };
        failure = pushed.err();
        failure.is_none() && !context.progress.is_cancelled()
    });
    match (failure, decoded, sound) {
        (Some(failure), ..) => Err(failure),
        (None, Err(error), _) => Err(error.into()),
        (None, Ok(_), Some(sound)) => Ok(sound),
        (None, Ok(_), None) => Err(ToolError::Input(format!(
            "“{}” holds no sound.",
            source.name
        ))),
    }
}

/// Writes a sound as a WAV file: the rest of the work, of which `from` is done.
pub(crate) fn write(
    sound: &mut Spool,
    file: &MediaFile,
    from: f64,
    context: &Context,
) -> Result<(), ToolError> {
    let form = (sound.sample_rate, sound.channels);
    let mut out = WavFile::create(&file.path, &file.name, form, SampleFormat::Pcm16)?;
    for start in (0..sound.frames).step_by(BLOCK) {
        let done = start as f64 / sound.frames as f64;
        context.progress.set(from + (1.0 - from) * done);
        context.check()?;
        out.write(&sound.block(start, BLOCK.min(sound.frames - start))?)?;
    }
    Ok(out.finish()?)
}
