//! For tests of tools that change a video's audio: short videos, and what was made of them.

use std::path::Path;
use std::process::Command;

use patchbay_domain::{MediaFile, Resource};
use patchbay_test_support::video::make;

use crate::{Context, Implementation, Inputs, ToolError};

/// A tone of 440 Hz, as arguments of ffmpeg.
pub(crate) const TONE: &str = "-f lavfi -i sine=frequency=440:duration=4:sample_rate=48000 -ac 2";

/// Four seconds of a moving frame with audio as `audio` says.
pub(crate) fn video(context: &Context, audio: &str) -> MediaFile {
    let frames = "-f lavfi -i testsrc=s=64x48:d=4:r=25";
    let encoded = "-pix_fmt yuv420p -c:v libx264 -g 25 -c:a aac -b:a 192k";
    MediaFile {
        path: make(
            &context.folder,
            "film.mp4",
            &format!("{frames} {audio} {encoded}"),
        ),
        name: "film.mp4".to_owned(),
    }
}

/// Runs a tool on a video with some values.
pub(crate) fn run(
    tool: &dyn Implementation,
    film: &MediaFile,
    values: &[(&str, &str)],
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let values = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
    let video = [("video".to_owned(), Resource::Video(film.clone()))];
    let inputs = Inputs::new(video.into_iter().chain(values).collect());
    let made = tool.run(&inputs, context)?;
    Ok(made.files()[0].clone())
}

/// A hash of the packets of a video's frames.
pub(crate) fn frames(path: &Path) -> Vec<u8> {
    let output = Command::new("ffmpeg")
        .args(["-loglevel", "error", "-i"])
        .arg(path)
        .args(["-map", "0:v", "-c", "copy", "-f", "hash", "-"])
        .output();
    output.expect("the tests need the ffmpeg program").stdout
}
