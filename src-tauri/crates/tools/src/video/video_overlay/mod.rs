//! Lays a video over another one: frame in frame, mirrored or cropped where that is asked for.

mod shown;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{FrameReader, FrameSource, probe};

use self::shown::Shown;
use super::shared::composing::{Composed, Heard, heard, parts, write};
use super::shared::lost;
use super::shared::overlaying::Overlay;
use crate::shared::placing::{Placing, is_ground_first};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoOverlay;
inventory::submit!(Registered(&VideoOverlay));

impl Implementation for VideoOverlay {
    fn tool(&self) -> &'static str {
        "video_overlay"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (mut overlay, mut video) = (inputs.video("overlay")?, inputs.video("video")?);
        if is_ground_first(inputs) {
            (overlay, video) = (video, overlay);
        }
        let facts = probe(&video.path, &video.name)?;
        let parts = parts(inputs, facts.seconds)?;
        let sound = match inputs.value("sound").as_deref() {
            Some("of the overlay") => Heard::Second,
            Some("both") => Heard::Both,
            Some("none") => Heard::Neither,
            _ => Heard::First,
        };
        let over_facts = probe(&overlay.path, &overlay.name)?;
        let shown = Shown::of(inputs, (over_facts.width & !1, over_facts.height & !1))?;
        let open = |file: &MediaFile| FrameReader::open(&file.path, &file.name, u32::MAX);
        let (ground, over) = (open(video)?, open(overlay)?.staying_clear());
        let (below, above) = (ground.format(), over.format());
        let placing = Placing::of(inputs, (below.width, below.height), shown.size)?.even();
        let output = context.output("overlaid", Some(&video.name), "mp4");
        let made = write(output.clone(), context, |_| {
            let laid = Overlay {
                placing,
                ground_matrix: below.matrix(),
                matrix: Some(above.matrix()),
                parts,
                prepared: shown.filters,
                moves: true,
            };
            let audio = laid.audio_filters();
            Ok::<_, MediaError>(Composed {
                graph: laid.graph(),
                rate: None,
                seconds: ground.expected_seconds(),
                sources: vec![Box::new(ground), Box::new(over)],
                audio_tracks: heard([video, overlay], sound, audio.as_deref())?,
                is_cut: sound != Heard::First,
            })
        })?;
        if sound == Heard::First {
            lost::say(video, &facts, &output, context)?;
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use patchbay_test_support::video::{frame_at, frequency, loudness, make};

    use super::*;
    use crate::testing;

    fn video(folder: &Path, name: &str, arguments: &str) -> Resource {
        Resource::Video(MediaFile {
            path: make(folder, name, arguments),
            name: name.to_owned(),
        })
    }

    /// A grey video of 4 s at 440 Hz, and a red one of 2 s at 880 Hz with other colours and rate.
    fn videos(folder: &Path) -> [Resource; 2] {
        let of = |color: &str, seconds: u32, hertz: u32| {
            format!(
                "-f lavfi -i color={color}:d={seconds} -f lavfi -i \
                 sine=frequency={hertz}:duration={seconds} -pix_fmt yuv420p"
            )
        };
        [
            video(folder, "ground.mp4", &of("gray:s=320x180:r=25", 4, 440)),
            video(folder, "over.mp4", &of("red:s=100x80:r=10", 2, 880)),
        ]
    }

    fn run(values: &[(&str, &str)]) -> (MediaFile, (Context, tempfile::TempDir)) {
        let (context, folder) = testing::context();
        let [ground, over] = videos(&context.folder);
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let media = [("overlay", over), ("video", ground)];
        let media = media.map(|(name, value)| (name.to_owned(), value));
        let inputs = Inputs::new(media.into_iter().chain(values).collect());
        let made = VideoOverlay.run(&inputs, &context).unwrap();
        (made.files()[0].clone(), (context, folder))
    }

    fn is_red(file: &MediaFile, seconds: f64, (x, y): (u32, u32)) -> bool {
        let [red, green, _] = frame_at(&file.path, seconds).get_pixel(x, y).0;
        red > 200 && green < 60
    }

    #[test]
    fn a_video_lies_in_the_corner_until_it_ends() {
        let (made, _kept) = run(&[]);
        assert_eq!(made.name, "ground_overlaid.mp4");
        let facts = probe(&made.path, &made.name).unwrap();
        assert_eq!((facts.width, facts.height), (320, 180));
        assert!((facts.seconds - 4.0).abs() < 0.05, "{}", facts.seconds);
        assert!((facts.frames_per_second - 25.0).abs() < 0.1);
        // A quarter of the width, 2 % of the shorter side from the edges.
        assert!(is_red(&made, 1.0, (260, 140)) && is_red(&made, 1.0, (312, 172)));
        assert!(!is_red(&made, 1.0, (225, 140)) && !is_red(&made, 1.0, (318, 178)));
        assert!(!is_red(&made, 3.0, (260, 140)), "it is over");
        let grey = frame_at(&made.path, 1.0).get_pixel(20, 20).0[1];
        assert!((120..136).contains(&grey), "{grey}");
        assert!((frequency(&made.path, 0.5, 1.5) - 440.0).abs() < 5.0);
    }

    #[test]
    fn it_lies_elsewhere_for_a_while_and_is_heard_alone() {
        let (made, _kept) = run(&[
            ("overlay_position", "top left"),
            ("overlay_size", "50%"),
            ("within", "0:01 to 0:02"),
            ("sound", "of the overlay"),
        ]);
        assert!(!is_red(&made, 0.5, (40, 40)) && !is_red(&made, 2.5, (40, 40)));
        assert!(is_red(&made, 1.5, (40, 40)) && is_red(&made, 1.5, (150, 100)));
        assert!((frequency(&made.path, 1.2, 1.8) - 880.0).abs() < 10.0);
        assert!(loudness(&made.path, 0.1, 0.8) < -60.0);
        assert!(loudness(&made.path, 2.2, 3.5) < -60.0);
        assert!((probe(&made.path, "made").unwrap().seconds - 4.0).abs() < 0.05);
    }

    #[test]
    fn one_is_seen_through_and_both_are_heard() {
        let (made, _kept) = run(&[("overlay_opacity", "50"), ("sound", "both")]);
        let [red, green, _] = frame_at(&made.path, 1.0).get_pixel(280, 150).0;
        assert!(
            (170..215).contains(&red) && (45..85).contains(&green),
            "{red} {green}"
        );
        let louder = loudness(&made.path, 0.5, 1.5) - loudness(&made.path, 2.5, 3.5);
        assert!((2.0..4.0).contains(&louder), "{louder}");
    }

    #[test]
    fn it_is_mirrored_and_cropped_and_only_one_is_heard() {
        let (context, _folder) = testing::context();
        let [ground, _] = videos(&context.folder);
        let halves = "-f lavfi -i color=red:s=160x90:d=4:r=25 -f lavfi -i color=blue:s=80x90:d=4:r=25 -f lavfi -i \
                      sine=frequency=880:duration=4 -filter_complex [0][1]overlay=x=80 -pix_fmt yuv420p";
        let rear = video(&context.folder, "rear.mp4", halves);
        let made = |values: &[(&str, &str)]| {
            let values = values
                .iter()
                .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
            let media = [("overlay", rear.clone()), ("video", ground.clone())];
            let media = media.map(|(name, value)| (name.to_owned(), value));
            let made = VideoOverlay.run(
                &Inputs::new(media.into_iter().chain(values).collect()),
                &context,
            );
            made.map(|made| made.files()[0].clone())
        };
        let place = [("overlay_position", "top right"), ("overlay_margin", "0%")];
        let mirrored = made(&[place[0], place[1], ("overlay_mirror", "left to right")]).unwrap();
        // A quarter of 320: from 240 on, the left half is the right one of before.
        assert!(!is_red(&mirrored, 1.0, (250, 20)) && is_red(&mirrored, 1.0, (310, 20)));
        assert!((frequency(&mirrored.path, 0.5, 1.5) - 440.0).abs() < 5.0);
        let cropped = [place[0], place[1], ("overlay_crop", "left half")];
        let cropped = made(&cropped).unwrap();
        assert!(is_red(&cropped, 1.0, (250, 20)) && is_red(&cropped, 1.0, (310, 20)));
        let [.., blue] = frame_at(&cropped.path, 1.0).get_pixel(300, 60).0;
        assert!(blue < 90, "a half is twice as high as it is wide");
        let silent = made(&[("sound", "none")]).unwrap();
        assert!(probe(&silent.path, "silent").unwrap().audio.is_none());
        let error = made(&[("overlay_crop", "somewhere")])
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("somewhere") && error.contains("top half"),
            "{error}"
        );
    }

    #[test]
    fn the_other_way_round_the_first_is_the_ground() {
        let (made, _kept) = run(&[("overlay_order", "the other way round")]);
        let facts = probe(&made.path, &made.name).unwrap();
        assert_eq!((facts.width, facts.height), (100, 80));
        assert!(is_red(&made, 0.5, (20, 20)) && !is_red(&made, 0.5, (90, 72)));
    }

    #[test]
    fn a_time_after_the_end_is_told() {
        let (context, _folder) = testing::context();
        let [ground, over] = videos(&context.folder);
        let within = Resource::Text("0:08 to 0:09".to_owned());
        let inputs = testing::inputs([("overlay", over), ("video", ground), ("within", within)]);
        let error = VideoOverlay.run(&inputs, &context).unwrap_err();
        assert!(error.to_string().contains("4 s long"), "{error}");
    }
}
