//! Takes the audio of a video away or covers it with a tone, all of it or in parts.

use patchbay_media::video::Watch;

use super::shared::volume::{changed, measures, purpose};
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoMuting;
inventory::submit!(Registered(&VideoMuting));

impl VideoFilter for VideoMuting {
    fn tool(&self) -> &'static str {
        "video_muting"
    }

    fn purpose(&self, inputs: &Inputs) -> String {
        purpose(inputs)
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        changed(
            video,
            inputs,
            "It is not said whether the sound is to be muted or bleeped. Say “mute it”, or “bleep out 0:02 to 0:04”.",
            context,
            watch,
        )
    }

    fn changes_frames(&self) -> bool {
        false
    }

    fn measures(&self, inputs: &Inputs) -> bool {
        measures(inputs)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{facts, frequency, loudness, make, number, stream};

    use super::*;
    use crate::testing;
    use crate::video::shared::sounding::{TONE, frames, run, video};

    #[test]
    fn a_muted_video_has_no_audio_and_the_same_frames() {
        let (context, _folder) = testing::context();
        let video = video(&context, TONE);
        let made = run(&VideoMuting, &video, &[("mute", "muted")], &context).unwrap();
        assert_eq!(made.name, "film_muted.mp4");
        let said = facts(&made.path);
        assert!(stream(&said, "audio").is_none() && stream(&said, "video").is_some());
        assert_eq!(frames(&made.path), frames(&video.path));
        assert!((number(&said["format"], "duration") - 4.0).abs() < 0.05);
    }

    #[test]
    fn only_what_lies_within_is_muted_or_bleeped() {
        let (context, _folder) = testing::context();
        let video = video(&context, TONE);
        let within = ("within", "0:01 to 0:02");
        let made = run(&VideoMuting, &video, &[("mute", "muted"), within], &context).unwrap();
        let level = |from, to| loudness(&made.path, from, to);
        assert!(level(1.05, 1.95) < -70.0, "{}", level(1.05, 1.95));
        let before = loudness(&video.path, 2.2, 3.8);
        assert!((level(2.2, 3.8) - before).abs() < 0.5 && (level(0.1, 0.9) - before).abs() < 0.5);
        assert_eq!(frames(&made.path), frames(&video.path));
        let made = run(&VideoMuting, &video, &[("mute", "beep"), within], &context).unwrap();
        assert_eq!(made.name, "film_bleeped.mp4");
        let hertz = |from, to| frequency(&made.path, from, to);
        assert!(
            (hertz(1.1, 1.9) - 1_000.0).abs() < 5.0,
            "{}",
            hertz(1.1, 1.9)
        );
        assert!((hertz(2.2, 3.8) - 440.0).abs() < 5.0);
        let rest = [("mute", "muted"), ("within", "without 0:01 to 0:02")];
        let made = run(&VideoMuting, &video, &rest, &context).unwrap();
        assert!(loudness(&made.path, 0.1, 0.9) < -70.0 && loudness(&made.path, 1.1, 1.9) > -30.0);
    }

    #[test]
    fn what_is_not_said_or_not_there_is_told() {
        let (context, _folder) = testing::context();
        let video = video(&context, TONE);
        let error = run(&VideoMuting, &video, &[], &context)
            .unwrap_err()
            .to_string();
        assert!(error.contains("mute it"), "{error}");
        let late = [("mute", "muted"), ("within", "0:10 to 0:12")];
        let error = run(&VideoMuting, &video, &late, &context)
            .unwrap_err()
            .to_string();
        assert!(error.contains("4 s long"), "{error}");
        let silent = MediaFile {
            path: make(
                &context.folder,
                "silent.mp4",
                "-f lavfi -i testsrc=s=64x48:d=1:r=25 -pix_fmt yuv420p",
            ),
            name: "silent.mp4".to_owned(),
        };
        let error = run(&VideoMuting, &silent, &[("mute", "muted")], &context)
            .unwrap_err()
            .to_string();
        assert!(error.contains("has no sound"), "{error}");
    }
}
