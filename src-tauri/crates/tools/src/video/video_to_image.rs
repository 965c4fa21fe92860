//! Takes the key frames of a film: one for each shot, labelled with its time.

use patchbay_domain::{Label, LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_media::image::write_png;
use patchbay_media::video::{Scene, find_scenes, frame_at};

use super::watching::watched;
use patchbay_phrases::times::clock;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// At most so many key frames.
const MOST: usize = 12;
/// A film of fewer shots gives so many frames, its longest shot more than one.
const FEW: usize = 3;
/// A shot that is shorter than this gives one frame, in seconds.
const LONG_SHOT: f64 = 2.0;

struct VideoToImage;
inventory::submit!(Registered(&VideoToImage));

impl Implementation for VideoToImage {
    fn tool(&self) -> &'static str {
        "video_to_image"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let scenes = watched(context, (0.0, 0.7), |watch| find_scenes(&video.path, &video.name, watch))?;
        let times = key_times(scenes, MOST);
        let mut items = Vec::with_capacity(times.len());
        for (index, seconds) in times.iter().enumerate() {
            context.check()?;
            items.push(still(video, *seconds, context)?);
            context.progress.set(0.7 + 0.3 * (index + 1) as f64 / times.len() as f64);
        }
        Ok(Resource::Images { kind: ResourceType::IMAGE, items })
    }
}

fn still(video: &MediaFile, seconds: f64, context: &Context) -> Result<LabelledImage, ToolError> {
    let picture = frame_at(&video.path, &video.name, seconds)?;
    let time = clock(seconds);
    let file = context.output(&format!("at-{}", time.replace(':', "m").replace(" s", "s")), Some(&video.name), "png");
    write_png(&file.path, &picture.into(), &file.name)?;
    Ok(LabelledImage { file, label: Some(Label { name: time, score: None }) })
}

/// The times of at most `most` frames: the middle of each shot, of the shots with the hardest cuts where there are many; a film
/// of few shots gives three where its longest is long enough.
pub(crate) fn key_times(mut scenes: Vec<Scene>, most: usize) -> Vec<f64> {
    let longest = (0..scenes.len()).max_by(|a, b| length(scenes[*a]).total_cmp(&length(scenes[*b])));
    if let Some(longest) = longest.filter(|longest| scenes.len() < FEW && length(scenes[*longest]) >= LONG_SHOT) {
        let (scene, parts) = (scenes[longest], FEW + 1 - scenes.len());
        let edge = |part: usize| scene.start + length(scene) * part as f64 / parts as f64;
        let split = (0..parts).map(|part| Scene { start: edge(part), end: edge(part + 1), ..scene });
        scenes.splice(longest..=longest, split.collect::<Vec<_>>());
    }
    scenes.sort_by(|a, b| b.score.total_cmp(&a.score));
    scenes.truncate(most);
    let mut times: Vec<f64> = scenes.iter().map(|scene| f64::midpoint(scene.start, scene.end)).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn length(scene: Scene) -> f64 {
    scene.end - scene.start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(start: f64, end: f64, score: f64) -> Scene {
        Scene { start, end, score }
    }

    #[test]
    fn each_shot_gives_its_middle() {
        let times = key_times(vec![scene(0.0, 1.0, 100.0), scene(1.0, 3.0, 20.0), scene(3.0, 4.0, 15.0)], MOST);
        assert_eq!(times, [0.5, 2.0, 3.5]);
    }

    #[test]
    fn one_long_shot_gives_a_few_and_many_shots_the_hardest_cuts() {
        assert_eq!(key_times(vec![scene(0.0, 12.0, 100.0)], MOST), [2.0, 6.0, 10.0]);
        assert_eq!(key_times(vec![scene(0.0, 1.0, 100.0)], MOST), [0.5]);
        let many = (0..40).map(|n| scene(f64::from(n), f64::from(n) + 1.0, 10.0 + f64::from(n))).collect();
        assert_eq!(key_times(many, MOST).len(), MOST);
    }
}
