//! Holds frames of a video for a while, silent meanwhile, and goes on.

use patchbay_domain::Resource;
use patchbay_media::video::{
    AudioReader, AudioTrack, FrameReader, HeldAudio, HeldFrames, VideoFacts, VideoInput,
    VideoStream, probe, write_joined,
};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use super::shared::timecodes::counting;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Default time for which a frame is held, in seconds.
const USUAL: f64 = 2.0;

struct FreezeFrame;
inventory::submit!(Registered(&FreezeFrame));

impl Implementation for FreezeFrame {
    fn tool(&self) -> &'static str {
        "freeze_frame"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let moments = moments(inputs, &facts)?;
        let hold = inputs.seconds("hold")?.unwrap_or(USUAL);
        let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let mut frames = HeldFrames::new(reader, &moments, hold);
        let readers = AudioReader::open_all(&video.path, &video.name)?.into_iter();
        let audio_tracks = readers
            .map(|(label, reader)| AudioTrack::new(label, HeldAudio::new(reader, &moments, hold)))
            .collect();
        let output = context.output("frozen", Some(&video.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks,
            };
            write_joined(&output.path, &output.name, vec![input], watch)
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// Times at which frames of a video are held, in order: at its end where nobody says.
fn moments(inputs: &Inputs, facts: &VideoFacts) -> Result<Vec<f64>, ToolError> {
    let length = facts.seconds;
    let Some(said) = inputs.moments("times")? else {
        return Ok(vec![length]);
    };
    let mut moments = said
        .counted(&counting(facts))
        .and_then(|said| said.on(length, "video"))
        .map_err(|error| ToolError::Refused(error.to_string()))?;
    moments.sort_by(f64::total_cmp);
    Ok(moments)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{facts, frame_at, frequency, loudness, make, stream};

    use super::*;
    use crate::testing;

    /// Four seconds from dark to light, first with a tone of 300 Hz and from the middle on with one
    /// of 900 Hz, held at some times.
    fn made(times: &str, hold: &str) -> Result<(PathBuf, tempfile::TempDir), String> {
        let (context, folder) = testing::context();
        let arguments = "-f lavfi -i color=black:s=64x48:d=4:r=10,geq=lum=N*5+20:cb=128:cr=128 \
                         -f lavfi -i aevalsrc=0.5*sin(2*PI*t*if(lt(t\\,2)\\,300\\,900)):d=4 \
                         -pix_fmt yuv420p";
        let film = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let values = [
            ("video", Resource::Video(film)),
            ("times", Resource::Text(times.to_owned())),
            ("hold", Resource::Text(hold.to_owned())),
        ];
        let made = FreezeFrame
            .run(&testing::inputs(values), &context)
            .map_err(|error| error.to_string())?;
        Ok((made.files()[0].path.clone(), folder))
    }

    #[test]
    fn a_frame_stands_in_silence_and_what_follows_comes_later() {
        let (path, _folder) = made("0:02", "1.5").unwrap();
        let grey = |seconds| i32::from(frame_at(&path, seconds).get_pixel(30, 20).0[1]);
        assert!((probe(&path, "made").unwrap().seconds - 5.5).abs() < 0.01);
        let held = grey(2.0);
        for seconds in [2.5, 3.0, 3.4] {
            assert!((grey(seconds) - held).abs() < 4, "at {seconds}");
        }
        assert!(grey(1.0) < held - 30 && grey(4.5) > held + 30);
        assert!((frequency(&path, 0.3, 1.8) - 300.0).abs() < 20.0);
        assert!(loudness(&path, 2.1, 3.4) < -60.0);
        assert!((frequency(&path, 3.7, 5.3) - 900.0).abs() < 20.0);
        let facts = facts(&path);
        let video = stream(&facts, "video").unwrap();
        assert_eq!(video["nb_read_packets"], "55", "at the rate that it had");
    }

    #[test]
    fn the_last_frame_is_held_where_nothing_is_said() {
        let (path, _folder) = made("", "").unwrap();
        let grey = |seconds| i32::from(frame_at(&path, seconds).get_pixel(30, 20).0[1]);
        assert!((probe(&path, "made").unwrap().seconds - 6.0).abs() < 0.01);
        assert!((grey(5.9) - grey(3.9)).abs() < 4);
        assert!((frequency(&path, 2.3, 3.8) - 900.0).abs() < 20.0);
        assert!(loudness(&path, 4.1, 5.9) < -60.0);
        let (path, _folder) = made("end, 0:01", "1").unwrap();
        assert!((probe(&path, "made").unwrap().seconds - 6.0).abs() < 0.01);
        let error = made("0:09", "1").err().unwrap();
        assert!(error.contains("4 s long"), "{error}");
    }
}
