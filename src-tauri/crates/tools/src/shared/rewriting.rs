//! Files that say something else of themselves: tags, a cover, chapters.

use patchbay_domain::MediaFile;
use patchbay_media::video::{
    Change, Tag, Tags, TrackContent, TrackProperties, properties, rewrite,
};
use patchbay_tool_api::watching::watched;

use crate::{Context, Inputs, ToolError};

/// The parameters that are tags.
const TAGS: [(&str, Tag); 7] = [
    ("title", Tag::Title),
    ("artist", Tag::Artist),
    ("album", Tag::Album),
    ("date", Tag::Date),
    ("genre", Tag::Genre),
    ("comment", Tag::Comment),
    ("track_number", Tag::TrackNumber),
];

/// A copy of a file that says what `change` says, named after what was done; none where its format
/// cannot say it.
pub(crate) fn rewritten(
    file: &MediaFile,
    change: &Change,
    purpose: &str,
    context: &Context,
) -> Result<Option<MediaFile>, ToolError> {
    let ending = file
        .name
        .rsplit_once('.')
        .map_or("bin", |(_, ending)| ending)
        .to_lowercase();
    let output = context.output(purpose, Some(&file.name), &ending);
    let written = watched(context, (0.0, 1.0), |watch| {
        rewrite(
            (&file.path, &file.name),
            (&output.path, &output.name),
            change,
            watch,
        )
    })?;
    if written && change.tags.cover.is_none() && covers(file) > covers(&output) {
        context.progress.say(format!(
            "The cover of “{}” is left out: it cannot be taken over.",
            file.name
        ));
    }
    Ok(written.then_some(output))
}

/// Number of covers that a file holds.
fn covers(file: &MediaFile) -> usize {
    let tracks = properties(&file.path, &file.name).map(|properties| properties.tracks);
    let is_cover = |track: &&TrackProperties| matches!(track.content, TrackContent::Cover);
    tracks.map_or(0, |tracks| tracks.iter().filter(is_cover).count())
}

/// A copy of a file with the tags that are asked for.
pub(crate) fn tagged(
    file: &MediaFile,
    inputs: &Inputs,
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let texts: Vec<(Tag, String)> = TAGS
        .iter()
        .filter_map(|(name, tag)| Some((*tag, inputs.value(name)?)))
        .collect();
    if texts.is_empty() {
        return Err(ToolError::Refused(
            "It is not said what the tags are to be. Say such as: title “Rain”, artist “Ada”, year 2024."
                .to_owned(),
        ));
    }
    let tags = Tags { texts, cover: None };
    let change = Change {
        tags: tags.clone(),
        chapters: None,
    };
    let made = rewritten(file, &change, "tagged", context)?.ok_or_else(|| {
        ToolError::Refused(format!(
            "Tags cannot be written into “{}”. Convert it to MP4, MKV, MP3, M4A, FLAC or OGG first.",
            file.name
        ))
    })?;
    let told = properties(&made.path, &made.name)?.tags;
    let title = tags.texts.iter().find(|(tag, _)| *tag == Tag::Title);
    let is_told = title.is_none_or(|(_, title)| {
        let said: Vec<&str> = title.split_whitespace().take(3).collect();
        told.iter()
            .any(|(label, text)| *label == "Title" && text.starts_with(&said.join(" ")))
    });
    if is_told {
        Ok(made)
    } else {
        Err(ToolError::Failed(format!(
            "“{}” does not say what it was to say, so it is not shown as a result.",
            made.name
        )))
    }
}

/// Chapters as lines of a time and a title.
pub(crate) fn listed(file: &MediaFile) -> Result<String, ToolError> {
    let found = patchbay_media::video::chapters(&file.path, &file.name)?;
    if found.is_empty() {
        return Err(ToolError::Refused(format!(
            "“{}” has no chapters.",
            file.name
        )));
    }
    let line = |(index, chapter): (usize, &patchbay_media::video::Chapter)| {
        let title = chapter.title.clone();
        let title = title.unwrap_or_else(|| format!("Chapter {}", index + 1));
        format!("{} {title}", on_a_clock(chapter.start))
    };
    let lines: Vec<String> = found.iter().enumerate().map(line).collect();
    Ok(lines.join("\n") + "\n")
}

/// Time that an audio encoder puts before the first sample, in seconds: chapters begin so much
/// earlier.
const ENCODER_DELAY: f64 = 0.06;

/// `1:05`, or `1:02:03`: whole seconds, as descriptions of videos have them.
fn on_a_clock(seconds: f64) -> String {
    let whole = (seconds + ENCODER_DELAY).floor() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
