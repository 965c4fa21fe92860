//! Puts the channels of a video's audio right: one side on both, left and right exchanged, mono,
//! and surround audio in stereo.

use patchbay_media::video::Watch;

use super::shared::volume::{changed, measures, purpose};
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoChannels;
inventory::submit!(Registered(&VideoChannels));

impl VideoFilter for VideoChannels {
    fn tool(&self) -> &'static str {
        "video_channels"
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
            "It is not said which channels the sound is to have. Say “the left channel on both sides”, “swap left and right”, or “mono”.",
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
    use patchbay_test_support::video::{frequency, loudness};

    use super::*;
    use crate::testing;
    use crate::video::shared::sounding::{run, video};

    /// 300 Hz left, 900 Hz right.
    const SIDES: &str = "-f lavfi -i aevalsrc=0.2*sin(600*PI*t)|0.2*sin(1800*PI*t):s=48000:d=4";
    /// Audio with speech in the centre, and something softer around it.
    const SURROUND: &str = "-f lavfi -i aevalsrc=0|0|0.2*sin(880*PI*t)|0|0.05*sin(300*PI*t)|0.05*sin(300*PI*t):c=5.1:s=48000:d=4";

    #[test]
    fn what_is_spoken_in_the_centre_stays_as_loud() {
        let (context, _folder) = testing::context();
        let video = video(&context, SURROUND);
        let made = run(&VideoChannels, &video, &[("channels", "stereo")], &context).unwrap();
        assert!((frequency(&made.path, 0.5, 3.5) - 440.0).abs() < 4.0);
        // On two sides at -3 dB each: as loud as one in the middle.
        let spoken = 20.0 * (0.2_f64 / 2.0_f64.sqrt()).log10() - 3.0;
        let level = loudness(&made.path, 0.5, 3.5);
        assert!((level - spoken).abs() < 1.0, "{level} instead of {spoken}");
    }

    #[test]
    fn opposite_sides_do_not_cancel_out_in_one_channel() {
        let (context, _folder) = testing::context();
        let wrong = "-f lavfi -i aevalsrc=0.2*sin(600*PI*t)|-0.2*sin(600*PI*t):s=48000:d=4";
        let video = video(&context, wrong);
        let made = run(&VideoChannels, &video, &[("channels", "mono")], &context).unwrap();
        let (before, after) = (
            loudness(&video.path, 0.5, 3.5),
            loudness(&made.path, 0.5, 3.5),
        );
        assert!((before - after).abs() < 1.0, "{before} became {after}");
        let said = context.progress.said();
        assert!(
            said.iter().any(|told| told.contains("opposite polarity")),
            "{said:?}"
        );
    }

    #[test]
    fn channels_go_where_they_are_wanted() {
        let (context, _folder) = testing::context();
        let video = video(&context, SIDES);
        for (channels, left) in [("left", 300.0), ("right", 900.0), ("swapped", 900.0)] {
            let made = run(&VideoChannels, &video, &[("channels", channels)], &context).unwrap();
            let hertz = frequency(&made.path, 0.5, 3.5);
            assert!((hertz - left).abs() < 4.0, "{channels}: {hertz}");
        }
    }
}
