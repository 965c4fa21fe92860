//! Says what of a film its result does not hold: sound tracks, and an alpha channel.

use patchbay_domain::MediaFile;
use patchbay_media::video::{TrackLabel, VideoFacts, probe};

use crate::{Context, ToolError};

/// Says what of the film `video` the film `made` does not hold, as both files tell.
pub(super) fn say(
    video: &MediaFile,
    facts: &VideoFacts,
    made: &MediaFile,
    context: &Context,
) -> Result<(), ToolError> {
    let made = probe(&made.path, &made.name)?;
    // A film without any sound is only made where that is asked for.
    if !made.sound_tracks.is_empty() {
        say_tracks(video, &facts.sound_tracks, &made.sound_tracks, context);
    }
    if facts.has_alpha && !made.has_alpha {
        let sentence = format!("An MP4 holds no alpha channel: where “{}” is clear, the result is white.", video.name);
        context.progress.say(sentence);
    }
    Ok(())
}

/// Says where only the sound tracks `kept` are left of the tracks `had` of a film, or do not say their languages any more.
pub(super) fn say_tracks(video: &MediaFile, had: &[TrackLabel], kept: &[TrackLabel], context: &Context) {
    if kept.len() >= had.len() {
        let is_said = |language: &str| kept.iter().any(|label| label.language.as_deref() == Some(language));
        for language in had.iter().filter_map(|label| label.language.as_deref()).filter(|said| !is_said(said)) {
            let name = &video.name;
            context.progress.say(format!("The result does not say that a sound of “{name}” is in “{language}”."));
        }
        return;
    }
    let languages: Vec<&str> = kept.iter().filter_map(|label| label.language.as_deref()).collect();
    let languages = if languages.is_empty() { String::new() } else { format!(" ({})", languages.join(", ")) };
    let (name, had, kept) = (&video.name, had.len(), kept.len());
    context.progress.say(format!("Of the {had} sound tracks of “{name}” the result has only {kept}{languages}."));
}
