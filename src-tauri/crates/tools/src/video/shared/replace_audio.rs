//! Videos with other audio, their frames as they are.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioTrack, FrameReader, OwnContainer, PacketReader, VideoInput, VideoStream, Watch, probe,
    resound, write_joined, write_video,
};
use patchbay_tool_api::losses;
use patchbay_tool_api::watching::watched;

use super::lost;
use crate::{Context, ToolError};

/// Parameters for writing a video with other audio.
pub(crate) struct ReplaceAudio<'a> {
    /// Word for what was done to it, such as `muted`.
    pub(crate) purpose: &'a str,
    /// Whether its audio is cut, or filled up with silence, to the length of its frames; otherwise
    /// what goes on after the last frame is kept.
    pub(crate) is_fitted: bool,
    /// Share of the work that was done before, from 0 to 1.
    pub(crate) from: f64,
}

impl ReplaceAudio<'_> {
    /// Writes `video` with these audio tracks. All else in it is taken over as it is packed, in its own
    /// container; where that cannot be, it is an MP4.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails; nothing is left half-written.
    pub(crate) fn write(
        &self,
        video: &MediaFile,
        mut audio_tracks: Vec<AudioTrack>,
        context: &Context,
    ) -> Result<Resource, ToolError> {
        let facts = probe(&video.path, &video.name)?;
        let own = OwnContainer::of(&video.path, &video.name)?;
        let output = context.output(self.purpose, Some(&video.name), own.extension());
        let left_out = watched(context, (self.from, 1.0), |watch| {
            let (from, to) = ((&*video.path, &*video.name), (&*output.path, &*output.name));
            resound(from, to, (own, &mut audio_tracks), self.is_fitted, watch)
        })?;
        if let Some(left_out) = left_out {
            losses::say_left_out(video, own, &left_out, context);
            lost::say(video, &facts, &output, context)?;
            return Ok(Resource::Video(output));
        }
        let output = context.output(self.purpose, Some(&video.name), "mp4");
        watched(context, (self.from, 1.0), |watch| {
            let write = |video| {
                let input = VideoInput {
                    video,
                    audio_tracks,
                };
                self.put(&output, input, watch)
            };
            if let Some(mut packets) = PacketReader::video(&video.path, &video.name)? {
                return write(VideoStream::Packets(&mut packets));
            }
            let mut frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
            write(VideoStream::Frames(&mut frames))
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }

    fn put(&self, output: &MediaFile, input: VideoInput, watch: &Watch) -> Result<(), MediaError> {
        if self.is_fitted {
            write_joined(&output.path, &output.name, vec![input], watch)?;
        } else {
            write_video(&output.path, &output.name, input, watch)?;
        }
        Ok(())
    }
}
