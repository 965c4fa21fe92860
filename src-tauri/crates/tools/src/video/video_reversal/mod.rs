//! Plays a video from its end to its start, its audio with it, or forwards and then backwards.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, BackwardAudio, BackwardFrames, FrameReader, VideoInput, VideoStream,
    Watch, probe, write_joined,
};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoReversal;
inventory::submit!(Registered(&VideoReversal));

impl Implementation for VideoReversal {
    fn tool(&self) -> &'static str {
        "video_reversal"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let is_boomerang = inputs.value("mode").as_deref() == Some("boomerang");
        let purpose = if is_boomerang {
            "boomerang"
        } else {
            "reversed"
        };
        let output = context.output(purpose, Some(&video.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            write(video, is_boomerang, &output, watch)
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

fn write(
    video: &MediaFile,
    is_boomerang: bool,
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut forwards = FrameReader::open(&video.path, &video.name, u32::MAX)?;
    let mut backwards = BackwardFrames::open(&video.path, &video.name, watch)?;
    let seconds = backwards.seconds();
    let readers = AudioReader::open_all(&video.path, &video.name)?.into_iter();
    let turned = readers
        .map(|(label, reader)| AudioTrack::new(label, BackwardAudio::new(reader, seconds)))
        .collect();
    let backwards = VideoInput {
        video: VideoStream::Frames(&mut backwards),
        audio_tracks: turned,
    };
    let mut parts = Vec::new();
    if is_boomerang {
        parts.push(VideoInput {
            video: VideoStream::Frames(&mut forwards),
            audio_tracks: AudioTrack::all_of(&video.path, &video.name)?,
        });
    }
    parts.push(backwards);
    write_joined(&output.path, &output.name, parts, watch).map(drop)
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::{facts, frame_at, frequency, make, number, stream};

    use super::*;
    use crate::testing;

    /// A video that turns from dark to light, its tone from 300 to 900 Hz, and what is made of it.
    fn made(mode: &str) -> (std::path::PathBuf, tempfile::TempDir) {
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
            ("mode", Resource::Text(mode.to_owned())),
        ];
        let made = VideoReversal
            .run(&testing::inputs(values), &context)
            .unwrap();
        (made.files()[0].path.clone(), folder)
    }

    #[test]
    fn the_end_comes_first_and_is_heard_first() {
        let (path, _folder) = made("backwards");
        let grey = |seconds| frame_at(&path, seconds).get_pixel(30, 20).0[1];
        assert!(grey(0.0) > grey(1.9) + 60 && grey(1.9) > grey(3.9) + 60);
        assert!((frequency(&path, 0.3, 1.7) - 900.0).abs() < 20.0);
        assert!((frequency(&path, 2.3, 3.7) - 300.0).abs() < 20.0);
        let facts = facts(&path);
        let video = stream(&facts, "video").unwrap();
        assert!((number(video, "duration") - 4.0).abs() < 0.01);
        assert_eq!(video["nb_read_packets"], "40");
    }

    #[test]
    fn a_boomerang_goes_forwards_and_comes_back() {
        let (path, _folder) = made("boomerang");
        let grey = |seconds| frame_at(&path, seconds).get_pixel(30, 20).0[1];
        assert!(grey(3.9) > grey(0.0) + 120 && grey(4.1) > grey(7.9) + 120);
        for (from, hertz) in [(0.3, 300.0), (2.3, 900.0), (4.3, 900.0), (6.3, 300.0)] {
            assert!((frequency(&path, from, from + 1.4) - hertz).abs() < 20.0);
        }
        assert!((probe(&path, "made").unwrap().seconds - 8.0).abs() < 0.01);
    }
}
