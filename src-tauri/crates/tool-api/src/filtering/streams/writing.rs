//! Streams into a file.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::video::{
    AudioTrack, Container, FrameReader, FrameSource, Likeness, OutputFormat, OwnContainer,
    PacketReader, Retimed, VideoInput, VideoStream, resound, write_joined_as, write_video_as,
};

use super::VideoStreams;
use crate::converting::video_container;
use crate::watching::watched;
use crate::{Context, ToolError, losses, naming};

impl VideoStreams {
    /// Writes them as a file named after what was done one after the other. `ending`: the one that is
    /// set, such as `mkv`; else it is that of what [`written_as`](Self::written_as) says, else that of
    /// the file. Frames that nobody changed are taken over as they are packed where its container can
    /// hold them, and so is audio.
    ///
    /// # Errors
    /// No video is written so, and what reading, filtering and writing say; nothing is left
    /// half-written.
    pub fn write(
        mut self,
        purposes: &[String],
        ending: Option<&str>,
        context: &Context,
    ) -> Result<Resource, ToolError> {
        let own = OwnContainer::of(&self.file.path, &self.file.name)?;
        let asked = ending.map(video_container).transpose()?;
        let is_own = asked.is_none_or(|asked| own.encoded() == Some(asked));
        if self.frames.is_none()
            && self.form.is_none()
            && is_own
            && let Some(made) = self.resounded(own, purposes, context)?
        {
            return Ok(made);
        }
        let form = match (asked, self.form) {
            (Some(container), form) if form.is_none_or(|form| form.container != container) => {
                OutputFormat::of(container)
            }
            (None, None) => OutputFormat::of(own.encoded().unwrap_or_default()),
            (_, form) => form.unwrap_or_default(),
        };
        if asked.is_none() && self.form.is_none() && own.encoded().is_none() {
            losses::say_other(&self.file, form.container, context);
        }
        self.encoded(form, purposes, context)
    }

    /// Writes the file's own packets with other audio; none where its container cannot hold them, as
    /// it is written here.
    fn resounded(
        &mut self,
        own: OwnContainer,
        purposes: &[String],
        context: &Context,
    ) -> Result<Option<Resource>, ToolError> {
        let output = output(&self.file, purposes, own.extension(), context);
        let mut audio_tracks = match self.audio.take() {
            Some(tracks) => tracks,
            None => AudioTrack::all_of(&self.file.path, &self.file.name)?,
        };
        let (from, to) = (
            (&*self.file.path, &*self.file.name),
            (&*output.path, &*output.name),
        );
        let left_out = watched(context, (self.measured, 1.0), |watch| {
            let sound = (own, &mut audio_tracks);
            resound(from, to, sound, self.is_fitted, watch)
        })?;
        let Some(left_out) = left_out else {
            self.audio = Some(audio_tracks);
            return Ok(None);
        };
        losses::say_left_out(&self.file, own, &left_out, context);
        losses::say(&self.file, &self.facts, &output, context)?;
        Ok(Some(Resource::Video(output)))
    }

    fn encoded(
        self,
        form: OutputFormat,
        purposes: &[String],
        context: &Context,
    ) -> Result<Resource, ToolError> {
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
            chapters,
            ..
        } = self;
        let output = output(&file, purposes, ending, context);
        watched(context, (measured, 1.0), |watch| {
            let audio_tracks = match audio {
                Some(tracks) => tracks,
                None => AudioTrack::all_of(&file.path, &file.name)?,
            };
            let to = (&*output.path, &*output.name);
            let like = Some(Likeness {
                file: (&file.path, &file.name),
                chapters,
            });
            let write = |video| {
                let input = VideoInput {
                    video,
                    audio_tracks,
                };
                if is_fitted {
                    write_joined_as(to, vec![input], &form, like, watch).map(drop)
                } else {
                    write_video_as(to, input, &form, like, watch).map(drop)
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

/// A file named after what was done to another one.
fn output(file: &MediaFile, purposes: &[String], ending: &str, context: &Context) -> MediaFile {
    let (last, before) = purposes
        .split_last()
        .map_or(("", &[][..]), |(last, before)| (last.as_str(), before));
    let origin = before.iter().fold(file.name.clone(), |origin, purpose| {
        naming::chained(purpose, Some(&origin), ending)
    });
    context.output(last, Some(&origin), ending)
}
