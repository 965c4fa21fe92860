//! Says what of a video its result does not hold: audio tracks, and an alpha channel.

use patchbay_domain::MediaFile;
use patchbay_media::video::{Container, OwnContainer, TrackLabel, VideoFacts, probe};

use crate::{Context, Inputs, ToolError};

/// Parts of its video that the result of a tool can hold.
#[derive(Debug, Clone, Copy)]
pub enum Held {
    /// All but an alpha channel.
    AllAudio,
    /// No alpha channel, and one audio track: nobody knows before whether it still speaks the
    /// video's language.
    OneAudioTrack,
}

/// Sentences about the parts of each video among the inputs that a result of kind `held` does not
/// keep, as headers tell before the tool runs.
pub fn foreseen(inputs: &Inputs, held: Held) -> Vec<String> {
    let videos = inputs
        .videos()
        .filter_map(|video| Some((video, probe(&video.path, &video.name).ok()?)));
    videos
        .flat_map(|(video, facts)| of_video(video, &facts, held))
        .collect()
}

/// Sentences about the parts of a video that a result of kind `held` does not keep.
fn of_video(video: &MediaFile, facts: &VideoFacts, held: Held) -> Vec<String> {
    let had = &facts.audio_tracks;
    let tracks = match held {
        Held::OneAudioTrack if had.len() > 1 => of_tracks(video, had, &[TrackLabel::default()]),
        Held::AllAudio | Held::OneAudioTrack => Vec::new(),
    };
    tracks
        .into_iter()
        .chain(facts.has_alpha.then(|| of_alpha(video)))
        .collect()
}

/// Says what of the video `video` the video `made` does not hold, as both files tell.
///
/// # Errors
/// The result cannot be read.
pub fn say(
    video: &MediaFile,
    facts: &VideoFacts,
    made: &MediaFile,
    context: &Context,
) -> Result<(), ToolError> {
    let made = probe(&made.path, &made.name)?;
    // A video without any audio is only made where that is asked for.
    let kept = if made.audio_tracks.is_empty() {
        &facts.audio_tracks
    } else {
        &made.audio_tracks
    };
    let alpha = (facts.has_alpha && !made.has_alpha).then(|| of_alpha(video));
    of_tracks(video, &facts.audio_tracks, kept)
        .into_iter()
        .chain(alpha)
        .for_each(|told| context.progress.say(told));
    Ok(())
}

/// Says what of the video `video` a result in `container`, into which its packets were taken over, does
/// not hold, and that it is another container where it is.
pub fn say_left_out(
    video: &MediaFile,
    container: OwnContainer,
    left_out: &[&str],
    context: &Context,
) {
    let name = &video.name;
    if !container.is_kept {
        let ending = container.extension().to_uppercase();
        context.progress.say(format!(
            "“{name}” is of a kind that is not written here, so the result is {ending}; its frames are as they were."
        ));
    }
    if !left_out.is_empty() {
        let left_out = left_out.join(", ");
        context.progress.say(format!(
            "The {left_out} of “{name}” could not be taken over into the result."
        ));
    }
}

/// Says that a video is of a kind that is not written here, so that its result is in `container`.
pub fn say_other(video: &MediaFile, container: Container, context: &Context) {
    let (name, ending) = (&video.name, container.extension().to_uppercase());
    context.progress.say(format!(
        "“{name}” is of a kind that is not written here, so the result is {ending}."
    ));
}

fn of_alpha(video: &MediaFile) -> String {
    format!(
        "The result holds no alpha channel: where “{}” is clear, it is white.",
        video.name
    )
}

/// Sentences to tell when only the audio tracks `kept` are left of the tracks `had` of a video, or
/// do not say their languages any more.
pub fn of_tracks(video: &MediaFile, had: &[TrackLabel], kept: &[TrackLabel]) -> Vec<String> {
    let name = &video.name;
    if kept.len() >= had.len() {
        let is_said = |language: &&str| {
            kept.iter()
                .any(|label| label.language.as_deref() == Some(language))
        };
        let languages = had
            .iter()
            .filter_map(|label| label.language.as_deref())
            .filter(|said| !is_said(said));
        return languages
            .map(|language| {
                format!("The result does not say that a sound of “{name}” is in “{language}”.")
            })
            .collect();
    }
    let languages: Vec<&str> = kept
        .iter()
        .filter_map(|label| label.language.as_deref())
        .collect();
    let languages = if languages.is_empty() {
        String::new()
    } else {
        format!(" ({})", languages.join(", "))
    };
    vec![format!(
        "Of the {} sound tracks of “{name}” the result has only {}{languages}.",
        had.len(),
        kept.len()
    )]
}
