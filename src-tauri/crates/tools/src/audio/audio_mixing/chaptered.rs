//! Joined sounds as an audiobook: a chapter for each of them.

use patchbay_domain::MediaFile;
use patchbay_media::video::{AudioFormat, Chain, Change, NewChapter, Tags, properties, rewrite};
use patchbay_tool_api::watching::watched;

use crate::audio::shared::through::through;
use crate::{Context, ToolError};

/// Writes joined sounds as M4B with a chapter where each begins, called as the sound says it is called, or as its file.
/// `plain`: all of them as samples.
///
/// # Errors
/// Returns an error if reading or writing fails; nothing is left half-written.
pub(super) fn audiobook(
    plain: &MediaFile,
    (sounds, starts): (&[MediaFile], &[f64]),
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let format = (AudioFormat::M4b, &Chain::default());
    let whole = through(plain, format, "whole", (0.8, 0.95), context)?;
    let output = context.output("joined", sounds.first().map(|sound| &*sound.name), "m4b");
    let chapters = sounds.iter().zip(starts).map(|(sound, start)| NewChapter {
        start: *start,
        title: title(sound),
    });
    let change = Change {
        tags: Tags::default(),
        chapters: Some(chapters.collect()),
    };
    let (from, to) = ((&*whole.path, &*whole.name), (&*output.path, &*output.name));
    let written = watched(context, (0.95, 1.0), |watch| {
        rewrite(from, to, &change, watch)
    })?;
    for unneeded in [plain, &whole] {
        // It lies in the step's own folder, which is removed in any case.
        let _ = std::fs::remove_file(&unneeded.path);
    }
    if written {
        Ok(output)
    } else {
        Err(ToolError::Failed(
            "The chapters could not be written into the audiobook.".to_owned(),
        ))
    }
}

/// Title of a sound: its tag, else its file's name.
fn title(sound: &MediaFile) -> String {
    let tags = properties(&sound.path, &sound.name).map(|properties| properties.tags);
    let tagged = tags.ok().and_then(|tags| {
        let mut tags = tags.into_iter();
        tags.find_map(|(label, text)| (label == "Title").then_some(text))
    });
    let stem = || {
        sound
            .name
            .rsplit_once('.')
            .map_or(&*sound.name, |(stem, _)| stem)
    };
    tagged.unwrap_or_else(|| stem().to_owned())
}
