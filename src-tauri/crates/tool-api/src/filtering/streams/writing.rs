//! Streams into a file.

use patchbay_domain::Resource;
use patchbay_media::video::{
    AudioTrack, Container, FrameReader, FrameSource, OutputFormat, PacketReader, Retimed,
    VideoInput, VideoStream, write_joined_as, write_video_as,
};

use super::VideoStreams;
use crate::converting::video_container;
use crate::watching::watched;
use crate::{Context, ToolError, losses, naming};

impl VideoStreams {
    /// Writes them as a file named after what was done one after the other. `ending`: the one that is
    /// set, such as `mkv`; else it is that of what [`written_as`](Self::written_as) says, else MP4. Frames that nobody changed are taken over as they are packed where its container can
    /// hold them.
    ///
    /// # Errors
    /// No video is written so, and what reading, filtering and writing say; nothing is left
    /// half-written.
    pub fn write(
        self,
        purposes: &[String],
        ending: Option<&str>,
        context: &Context,
    ) -> Result<Resource, ToolError> {
        let form = match (ending.map(video_container).transpose()?, self.form) {
            (Some(container), form) if form.is_none_or(|form| form.container != container) => {
                OutputFormat::of(container)
            }
            (_, form) => form.unwrap_or_default(),
        };
        let (container, ending) = (form.container, form.container.extension());
        // An AVI counts frames and knows no times.
        let steady = match container {
            Container::Avi => Some(self.constant_rate()?),
            _ => None,
        };
        let Self {
            file,
            facts,
            frames,
            audio,
            is_fitted,
            measured,
            ..
        } = self;
        let (last, before) = purposes
            .split_last()
            .map_or(("", &[][..]), |(last, before)| (last.as_str(), before));
        let origin = before.iter().fold(file.name.clone(), |origin, purpose| {
            naming::chained(purpose, Some(&origin), ending)
        });
        let output = context.output(last, Some(&origin), ending);
        watched(context, (measured, 1.0), |watch| {
            let audio_tracks = match audio {
                Some(tracks) => tracks,
                None => AudioTrack::all_of(&file.path, &file.name)?,
            };
            let to = (&*output.path, &*output.name);
            let write = |video| {
                let input = VideoInput {
                    video,
                    audio_tracks,
                };
                if is_fitted {
                    write_joined_as(to, vec![input], &form, watch).map(drop)
                } else {
                    write_video_as(to, input, &form, None, watch).map(drop)
                }
            };
            let packets = if frames.is_none() && container.holds_mp4() {
                PacketReader::video(&file.path, &file.name)?
            } else {
                None
            };
            if let Some(mut packets) = packets {
                return write(VideoStream::Packets(&mut packets));
            }
            let mut frames: Box<dyn FrameSource> = match frames {
                Some(frames) => frames,
                None => Box::new(FrameReader::open(&file.path, &file.name, u32::MAX)?),
            };
            if let Some(rate) = steady {
                frames = Box::new(Retimed::new(frames, 1.0, rate));
            }
            write(VideoStream::Frames(&mut *frames))
        })?;
        losses::say(&file, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}
