//! Shifts a video's audio against its frame, which stays untouched.

use patchbay_domain::Resource;
use patchbay_media::video::{AudioReader, AudioTrack, ShiftedAudio, probe};

use super::shared::lost::{self, Held};
use super::shared::replace_audio::ReplaceAudio;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoSoundDelay;
inventory::submit!(Registered(&VideoSoundDelay));

impl Implementation for VideoSoundDelay {
    fn tool(&self) -> &'static str {
        "video_sound_delay"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let Some(delay) = inputs.shift("delay")? else {
            return Err(ToolError::Refused(
                "It is not said by how much the sound is to be shifted. Say “the sound is 300 ms \
                 late”, or “delay the sound by 0.5 s”."
                    .to_owned(),
            ));
        };
        let facts = probe(&video.path, &video.name)?;
        if facts.audio.is_none() {
            return Err(ToolError::Refused(format!(
                "“{}” has no sound that could be shifted.",
                video.name
            )));
        }
        if delay.abs() >= facts.seconds {
            return Err(ToolError::Refused(format!(
                "Nothing of the sound would be left: “{}” is {:.1} s long. Shift it by less.",
                video.name, facts.seconds
            )));
        }
        let readers = AudioReader::open_all(&video.path, &video.name)?.into_iter();
        let tracks = readers
            .map(|(label, reader)| AudioTrack::new(label, ShiftedAudio::new(reader, delay)))
            .collect();
        let way = ReplaceAudio {
            purpose: "shifted",
            is_fitted: true,
            from: 0.0,
        };
        way.write(video, tracks, context)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::{facts, loudness, number};

    use super::*;
    use crate::testing;
    use crate::video::shared::sounding::{frames, run, video};

    /// A tone from the first to the second second.
    const BEEP: &str =
        "-f lavfi -i aevalsrc=0.3*sin(880*PI*t)*between(t\\,1\\,2):s=48000:d=4 -ac 2";

    #[test]
    fn the_audio_is_later_or_earlier_and_the_frames_stay() {
        let (context, _folder) = testing::context();
        let video = video(&context, BEEP);
        for (delay, begins) in [("0.3", 1.3), ("-0.25", 0.75)] {
            let made = run(&VideoSoundDelay, &video, &[("delay", delay)], &context).unwrap();
            assert_eq!(made.name, "film_shifted.mp4");
            let level = |from: f64, to: f64| loudness(&made.path, from, to);
            assert!(level(begins - 0.2, begins - 0.03) < -50.0, "{delay}");
            assert!(level(begins + 0.03, begins + 0.97) > -20.0, "{delay}");
            assert!(level(begins + 1.03, begins + 1.3) < -50.0, "{delay}");
            assert_eq!(frames(&made.path), frames(&video.path));
            let length = number(&facts(&made.path)["format"], "duration");
            assert!((length - 4.0).abs() < 0.05, "{length}");
        }
    }

    #[test]
    fn what_is_not_said_or_too_much_is_told() {
        let (context, _folder) = testing::context();
        let video = video(&context, BEEP);
        let error = |values: &[(&str, &str)]| {
            let made = run(&VideoSoundDelay, &video, values, &context);
            made.unwrap_err().to_string()
        };
        assert!(error(&[]).contains("300 ms late"));
        assert!(error(&[("delay", "5")]).contains("4.0 s long"));
    }
}
