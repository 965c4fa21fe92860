//! Makes a video's audio louder or softer, all of it or in parts, or brings it to a loudness.

use patchbay_media::video::Watch;

use super::shared::volume::{changed, measures, purpose};
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoVolume;
inventory::submit!(Registered(&VideoVolume));

impl VideoFilter for VideoVolume {
    fn tool(&self) -> &'static str {
        "video_volume"
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
            "It is not said how loud the sound is to be. Say “3 dB louder”, “quieter”, or “normalise it to -14 LUFS”.",
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
    use patchbay_test_support::video::{integrated_loudness, loudness, samples};

    use super::*;
    use crate::testing;
    use crate::video::shared::sounding::{TONE, run, video};

    #[test]
    fn louder_and_softer_are_measured_and_nothing_clips() {
        let (context, _folder) = testing::context();
        let video = video(&context, TONE);
        let before = loudness(&video.path, 0.5, 3.5);
        for (gain, name) in [("6", "film_louder.mp4"), ("-9.5", "film_quieter.mp4")] {
            let made = run(&VideoVolume, &video, &[("gain", gain)], &context).unwrap();
            let by = loudness(&made.path, 0.5, 3.5) - before;
            assert!(
                (by - gain.parse::<f64>().unwrap()).abs() < 0.3,
                "{gain}: {by}"
            );
            assert_eq!(made.name, name);
        }
        let made = run(&VideoVolume, &video, &[("gain", "40")], &context).unwrap();
        let peak = samples(&made.path, 0.0, 4.0)
            .iter()
            .fold(0.0_f32, |most, sample| most.max(sample.abs()));
        assert!((0.7..0.98).contains(&peak), "{peak}");
        let part = [("gain", "-12"), ("within", "last 0:02")];
        let made = run(&VideoVolume, &video, &part, &context).unwrap();
        assert!((loudness(&made.path, 0.5, 1.9) - before).abs() < 0.5);
        assert!((loudness(&made.path, 2.1, 3.9) - before + 12.0).abs() < 0.5);
    }

    #[test]
    fn a_quiet_guest_is_lifted() {
        let (context, _folder) = testing::context();
        // Host and guest two seconds each, the guest 18 dB softer.
        let turns =
            "-f lavfi -i aevalsrc=0.5*sin(2764*t)*if(lt(t\\,2)\\,1\\,0.126):s=48000:d=4 -ac 2";
        let video = video(&context, turns);
        let difference =
            |file: &std::path::Path| loudness(file, 0.5, 1.5) - loudness(file, 2.8, 3.8);
        let before = difference(&video.path);
        assert!(before > 17.0, "{before}");
        let made = run(&VideoVolume, &video, &[("lift", "20")], &context).unwrap();
        assert_eq!(made.name, "film_levelled.mp4");
        let after = difference(&made.path);
        assert!(after < 5.0, "{after}");
    }

    #[test]
    fn a_loudness_is_reached_with_and_without_the_limiter() {
        let (context, _folder) = testing::context();
        // Clicks over a soft tone need the limiter.
        let clicks = "-f lavfi -i aevalsrc=0.05*sin(2764*t)+0.8*lt(mod(t\\,0.25)\\,0.0008):s=48000:d=4 -ac 2";
        let mono = clicks.trim_end_matches("-ac 2");
        for (audio, target) in [(TONE, -14.0), (TONE, -30.0), (clicks, -16.0), (mono, -16.0)] {
            let video = video(&context, audio);
            let value = target.to_string();
            let made = run(&VideoVolume, &video, &[("loudness", &value)], &context).unwrap();
            let (integrated, peak) = integrated_loudness(&made.path);
            assert!((integrated - target).abs() < 0.8, "{audio}: {integrated}");
            assert!(peak < 0.0, "{peak}");
        }
    }
}
