//! Cuts the parts of a video in which nothing is heard, its frames and all its audio tracks in
//! step. What counts is the track that is heard unless another is chosen.

use patchbay_audio_dsp::silence::Levels;
use patchbay_domain::Resource;
use patchbay_media::video::{AudioReader, AudioSource, SAMPLE_RATE, probe};
use patchbay_tool_api::watching::watched;

use super::shared::cutting::left_of;
use super::shared::lost::{self, Held};
use crate::shared::pauses::without_silence;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Share of the work that listening is.
const LISTENING: f64 = 0.2;

struct VideoSilenceRemoval;
inventory::submit!(Registered(&VideoSilenceRemoval));

impl Implementation for VideoSilenceRemoval {
    fn tool(&self) -> &'static str {
        "video_silence_removal"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        if facts.audio.is_none() {
            return Err(ToolError::Refused(format!(
                "“{}” has no sound, so that there is no silence to find. To cut out where nothing \
                 moves, ask for that.",
                video.name
            )));
        }
        let mut levels = Levels::new(SAMPLE_RATE);
        watched(context, (0.0, LISTENING), |watch| {
            let mut reader = AudioReader::open(&video.path, &video.name)?;
            let length = reader.seconds().max(0.001);
            while let Some(block) = reader.next_block(watch)? {
                watch.at(block.start as f64 / f64::from(SAMPLE_RATE) / length)?;
                levels.add(&block.channels);
            }
            Ok(())
        })?;
        let kept = without_silence(levels, facts.seconds, inputs, "video")?;
        left_of(
            (video, &facts),
            (&kept, facts.seconds),
            "tightened",
            LISTENING,
            context,
        )
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{frame_at, frequency, loudness, make};

    use super::*;
    use crate::shared::pauses::with;
    use crate::testing;

    /// Six seconds from dark to light: a tone of 300 Hz, silence from 2 to 4 s, one of 900 Hz.
    const ARGUMENTS: &str = "-f lavfi -i color=black:s=64x48:d=6:r=10,geq=lum=N*3+20:cb=128:cr=128 \
                             -f lavfi -i aevalsrc=if(between(t\\,2\\,4)\\,0\\,0.5*sin(2*PI*t*if(lt(t\\,3)\\,300\\,900))):d=6 \
                             -pix_fmt yuv420p";

    fn made(
        arguments: &str,
        values: &[(&str, &str)],
    ) -> (Result<Resource, ToolError>, Context, tempfile::TempDir) {
        let (context, folder) = testing::context();
        let film = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let inputs = with("video", Resource::Video(film), values);
        (VideoSilenceRemoval.run(&inputs, &context), context, folder)
    }

    #[test]
    fn a_pause_goes_and_what_is_seen_stays_with_what_is_heard() {
        let (made, context, _folder) = made(ARGUMENTS, &[]);
        let path = &made.unwrap().files()[0].path.clone();
        let seconds = probe(path, "made").unwrap().seconds;
        assert!((seconds - 4.2).abs() < 0.11, "{seconds}");
        assert!((frequency(path, 0.2, 1.8) - 300.0).abs() < 20.0);
        assert!((frequency(path, 2.3, 4.0) - 900.0).abs() < 20.0);
        let grey = |seconds| i32::from(frame_at(path, seconds).get_pixel(30, 20).0[1]);
        // Frame 19 is the last one that is heard, frame 39 the first one that is heard again.
        assert!(grey(2.5) - grey(1.5) > 60, "{} {}", grey(1.5), grey(2.5));
        assert!(loudness(path, 2.25, 4.0) > -12.0);
        assert_eq!(context.progress.said(), ["Cut out 1 part, 1.8 s in all."]);
    }

    #[test]
    fn without_a_pause_nothing_is_made() {
        for (arguments, values, said) in [
            (ARGUMENTS, &[("shortest", "3")][..], "no silence of 3 s"),
            (ARGUMENTS, &[("where", "at both ends")][..], "at both ends"),
            (
                "-f lavfi -i color=black:s=64x48:d=1:r=10 -pix_fmt yuv420p",
                &[][..],
                "has no sound",
            ),
            (
                "-f lavfi -i color=black:s=64x48:d=1:r=10 -f lavfi -i anullsrc -shortest -pix_fmt yuv420p",
                &[][..],
                "silent from its start",
            ),
        ] {
            let (made, _context, _folder) = made(arguments, values);
            let error = made.unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
