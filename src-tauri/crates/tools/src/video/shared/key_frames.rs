//! The frames that stand for a video: the middles of its shots.

use image::RgbImage;
use patchbay_domain::MediaFile;
use patchbay_media::video::{Scene, find_scenes, frame_at};
use patchbay_tool_api::watching::watched;

use crate::{Context, ToolError};

/// A video of fewer shots gives so many frames, its longest shot more than one.
const FEW: usize = 3;
/// A shot that is shorter than this gives one frame, in seconds.
const LONG_SHOT: f64 = 2.0;
/// At most so many key frames of a video are looked at: each takes about a second on two cores.
const KEY_FRAMES: usize = 6;

/// A frame of a video.
pub(crate) struct KeyFrame {
    /// Time at which it is shown, in seconds.
    pub(crate) seconds: f64,
    /// Image that it shows.
    pub(crate) image: RgbImage,
}

/// The key frames of a video, in order: the middle of each shot, a few of a single long one. Takes
/// `from` to `to` of the step.
pub(crate) fn key_frames(
    context: &Context,
    video: &MediaFile,
    (from, to): (f64, f64),
) -> Result<Vec<KeyFrame>, ToolError> {
    let found = from + (to - from) * 0.7;
    let scenes = watched(context, (from, found), |watch| {
        find_scenes(&video.path, &video.name, watch)
    })?;
    let times = key_times(scenes, KEY_FRAMES);
    let mut frames = Vec::with_capacity(times.len());
    for (index, seconds) in times.iter().copied().enumerate() {
        context.check()?;
        frames.push(KeyFrame {
            seconds,
            image: frame_at(&video.path, &video.name, seconds)?,
        });
        context
            .progress
            .set(found + (to - found) * (index + 1) as f64 / times.len() as f64);
    }
    Ok(frames)
}

/// The times of at most `most` frames: the middle of each shot, of the shots with the hardest cuts
/// where there are many; a video of few shots gives three where its longest is long enough.
pub(crate) fn key_times(mut scenes: Vec<Scene>, most: usize) -> Vec<f64> {
    let longest =
        (0..scenes.len()).max_by(|a, b| length(scenes[*a]).total_cmp(&length(scenes[*b])));
    if let Some(longest) =
        longest.filter(|longest| scenes.len() < FEW && length(scenes[*longest]) >= LONG_SHOT)
    {
        let (scene, parts) = (scenes[longest], FEW + 1 - scenes.len());
        let edge = |part: usize| scene.start + length(scene) * part as f64 / parts as f64;
        let split = (0..parts).map(|part| Scene {
            start: edge(part),
            end: edge(part + 1),
            ..scene
        });
        scenes.splice(longest..=longest, split.collect::<Vec<_>>());
    }
    scenes.sort_by(|a, b| b.score.total_cmp(&a.score));
    scenes.truncate(most);
    let mut times: Vec<f64> = scenes
        .iter()
        .map(|scene| f64::midpoint(scene.start, scene.end))
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Length of a shot, in seconds.
pub(crate) fn length(scene: Scene) -> f64 {
    scene.end - scene.start
}
