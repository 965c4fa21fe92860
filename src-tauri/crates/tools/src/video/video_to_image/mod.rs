//! Takes frames of a video, labelled with their times: at given times, one every so often, so many,
//! or one for each shot.

use patchbay_domain::{Label, LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_media::image::write_png;
use patchbay_media::video::{Scene, clear_frame_at, find_scenes, probe};
use patchbay_tool_api::watching::watched;
use patchbay_values::times::{Interval, clock};

use super::shared::key_frames::{key_times, length};
use crate::video::shared::timecodes::counting;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// At most so many key frames.
const MOST: usize = 12;
/// The most frames that are taken of a video at once.
const AT_ONCE: usize = 500;

struct VideoToImage;
inventory::submit!(Registered(&VideoToImage));

impl Implementation for VideoToImage {
    fn tool(&self) -> &'static str {
        "video_to_image"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let times = times(video, inputs, context)?;
        let mut items = Vec::with_capacity(times.len());
        for (index, seconds) in times.iter().enumerate() {
            context.check()?;
            items.push(still(video, *seconds, context)?);
            context
                .progress
                .set(0.7 + 0.3 * (index + 1) as f64 / times.len() as f64);
        }
        Ok(Resource::Images {
            kind: ResourceType::IMAGE,
            items,
        })
    }
}

/// The times of the frames that are wanted, in seconds.
fn times(video: &MediaFile, inputs: &Inputs, context: &Context) -> Result<Vec<f64>, ToolError> {
    if let Some(moments) = inputs.moments("times")? {
        let facts = probe(&video.path, &video.name)?;
        return moments
            .counted(&counting(&facts))
            .and_then(|moments| moments.on(facts.seconds, "video"))
            .map_err(|error| ToolError::Refused(error.to_string()));
    }
    if let Some(interval) = inputs.interval("every")? {
        let facts = probe(&video.path, &video.name)?;
        let apart = match interval {
            Interval::Seconds(seconds) => seconds,
            Interval::Frames(frames) => f64::from(frames) / facts.frames_per_second.max(1.0),
        };
        return every(apart, facts.seconds).ok_or_else(|| {
            ToolError::Refused(format!(
                "A frame every {interval} would be more than {AT_ONCE} of a video of {}. Choose a longer interval, or trim \
                 the video first.",
                clock(facts.seconds)
            ))
        });
    }
    let count = inputs.count("count")?;
    let scenes = watched(context, (0.0, 0.7), |watch| {
        find_scenes(&video.path, &video.name, watch)
    })?;
    Ok(match count {
        Some(count) => shared(&scenes, (count as usize).min(AT_ONCE)),
        None => key_times(scenes, MOST),
    })
}

/// The times from the start on, so many seconds apart; none where they are too many.
fn every(apart: f64, length: f64) -> Option<Vec<f64>> {
    let count = (length / apart.max(1e-6)).ceil().max(1.0);
    (count <= AT_ONCE as f64).then(|| {
        (0..count as usize)
            .map(|index| index as f64 * apart)
            .collect()
    })
}

/// The times of exactly `count` frames: the middles of the longest shots, or, where there are fewer
/// shots, of their parts.
fn shared(scenes: &[Scene], count: usize) -> Vec<f64> {
    let mut parts = vec![0_usize; scenes.len()];
    for _ in 0..count {
        let left = |place: &usize| length(scenes[*place]) / (parts[*place] + 1) as f64;
        // Of those that are equally long one that has none yet, and the earlier one.
        let next = (0..scenes.len()).rev().max_by(|a, b| {
            left(a)
                .total_cmp(&left(b))
                .then_with(|| parts[*b].cmp(&parts[*a]))
        });
        let Some(next) = next else { break };
        parts[next] += 1;
    }
    let middles = scenes.iter().zip(parts).flat_map(|(scene, parts)| {
        (0..parts)
            .map(move |part| scene.start + length(*scene) * (part as f64 + 0.5) / parts as f64)
    });
    middles.collect()
}

fn still(video: &MediaFile, seconds: f64, context: &Context) -> Result<LabelledImage, ToolError> {
    let frame = clear_frame_at(&video.path, &video.name, seconds)?;
    let time = clock(seconds);
    let file = context.output(
        &format!("at-{}", time.replace(':', "m").replace(" s", "s")),
        Some(&video.name),
        "png",
    );
    write_png(&file.path, &frame, &file.name)?;
    Ok(LabelledImage {
        file,
        label: Some(Label {
            name: time,
            score: None,
        }),
    })
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video;

    use super::*;
    use crate::testing;

    fn scene(start: f64, end: f64, score: f64) -> Scene {
        Scene { start, end, score }
    }

    #[test]
    fn each_shot_gives_its_middle() {
        let times = key_times(
            vec![
                scene(0.0, 1.0, 100.0),
                scene(1.0, 3.0, 20.0),
                scene(3.0, 4.0, 15.0),
            ],
            MOST,
        );
        assert_eq!(times, [0.5, 2.0, 3.5]);
    }

    #[test]
    fn a_number_of_frames_is_shared_among_shots() {
        let shots = [
            scene(0.0, 2.0, 100.0),
            scene(2.0, 8.0, 20.0),
            scene(8.0, 10.0, 30.0),
        ];
        assert_eq!(shared(&shots, 1), [5.0]);
        assert_eq!(shared(&shots, 4), [1.0, 3.5, 6.5, 9.0]);
        assert_eq!(shared(&shots, 5).len(), 5);
        assert!(shared(&[], 3).is_empty());
    }

    #[test]
    fn frames_come_so_often() {
        assert_eq!(every(2.0, 5.0), Some(vec![0.0, 2.0, 4.0]));
        assert_eq!(every(10.0, 5.0), Some(vec![0.0]));
        assert_eq!(every(0.01, 60.0), None);
    }

    #[test]
    fn frames_are_those_of_their_times() {
        let (context, _folder) = testing::context();
        // A colour a second: red, green, blue.
        let colors = ["red", "lime", "blue"]
            .map(|color| format!("-f lavfi -i color={color}:s=64x48:d=1:r=10"));
        let arguments = format!(
            "{} -filter_complex concat=n=3 -pix_fmt yuv420p",
            colors.join(" ")
        );
        let path = video::make(&context.folder, "film.mp4", &arguments);
        let video = MediaFile {
            path,
            ..context.output("film", None, "mp4")
        };
        let taken = |name: &str, value: &str| {
            let inputs = testing::inputs([
                ("video", Resource::Video(video.clone())),
                (name, Resource::Text(value.to_owned())),
            ]);
            VideoToImage.run(&inputs, &context).map(|result| {
                let strongest = |file: &MediaFile| {
                    let frame =
                        patchbay_media::image::read(&file.path, &file.name).expect("a picture");
                    let pixel = frame.pixels.to_rgb8().get_pixel(20, 20).0;
                    (0..3).max_by_key(|channel| pixel[*channel]).unwrap_or(0)
                };
                result
                    .files()
                    .into_iter()
                    .map(strongest)
                    .collect::<Vec<_>>()
            })
        };
        assert_eq!(taken("times", "0:02.5, 0:00").expect("two frames"), [2, 0]);
        assert_eq!(taken("times", "end").expect("a frame"), [2]);
        assert_eq!(taken("every", "1 s").expect("three frames"), [0, 1, 2]);
        assert_eq!(taken("count", "3").expect("three frames"), [0, 1, 2]);
        let error = taken("times", "0:09")
            .expect_err("after the end")
            .to_string();
        assert!(error.contains("3 s long"), "{error}");
    }

    #[test]
    fn one_long_shot_gives_a_few_and_many_shots_the_hardest_cuts() {
        assert_eq!(
            key_times(vec![scene(0.0, 12.0, 100.0)], MOST),
            [2.0, 6.0, 10.0]
        );
        assert_eq!(key_times(vec![scene(0.0, 1.0, 100.0)], MOST), [0.5]);
        let many = (0..40)
            .map(|n| scene(f64::from(n), f64::from(n) + 1.0, 10.0 + f64::from(n)))
            .collect();
        assert_eq!(key_times(many, MOST).len(), MOST);
    }
}
