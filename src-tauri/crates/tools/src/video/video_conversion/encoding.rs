//! A video's frames and audio on their way into a new file.

use std::path::Path;

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioTrack, Blended, Container, CutAudio, CutFrames, FrameReader, FrameSource, GraphFrames,
    OutputFormat, PacketReader, Retimed, Span, VideoFacts, VideoInput, VideoStream, Watch,
    write_video_as,
};

use super::wanted::{Method, Wanted};

/// A video that is encoded anew.
pub(super) struct Encoded<'a> {
    pub(super) video: &'a MediaFile,
    pub(super) facts: &'a VideoFacts,
    pub(super) wanted: &'a Wanted,
}

impl<'a> Encoded<'a> {
    pub(super) fn new(video: &'a MediaFile, facts: &'a VideoFacts, wanted: &'a Wanted) -> Self {
        Self {
            video,
            facts,
            wanted,
        }
    }

    /// The sides that are asked for, or its own.
    pub(super) fn size(&self) -> (u32, u32) {
        let own = (self.facts.width & !1, self.facts.height & !1);
        self.wanted.size.unwrap_or(own)
    }

    /// Frames a second of the result.
    pub(super) fn rate(&self) -> f64 {
        let of = |(frames, seconds): (i32, i32)| f64::from(frames) / f64::from(seconds.max(1));
        self.wanted.rate.map_or(self.facts.frames_per_second, of)
    }

    /// Writes it, its frames of a size, in a way of writing.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails.
    pub(super) fn write(
        &self,
        output: &MediaFile,
        format: &OutputFormat,
        size: (u32, u32),
        watch: &Watch,
    ) -> Result<(), MediaError> {
        let (path, name) = (&*self.video.path, &*self.video.name);
        let audio_tracks = self.audio_tracks()?;
        let mut packets = self.packets(format)?;
        let mut frames;
        let video = if let Some(packets) = &mut packets {
            VideoStream::Packets(packets)
        } else {
            frames = self.frames(format, size, watch)?;
            VideoStream::Frames(&mut *frames)
        };
        let input = VideoInput {
            video,
            audio_tracks,
        };
        let to: (&Path, &str) = (&output.path, &output.name);
        write_video_as(to, input, format, Some((path, name).into()), watch).map(drop)
    }

    /// Its frames as they are packed, where only its audio has to be encoded anew.
    fn packets(&self, format: &OutputFormat) -> Result<Option<PacketReader>, MediaError> {
        let stays = self.wanted.changes_no_frame(self.video, self.facts)
            && self.wanted.method != Some(Method::Anew)
            && format.bit_rate.is_none();
        if format.container.holds_mp4() && stays {
            PacketReader::video(&self.video.path, &self.video.name)
        } else {
            Ok(None)
        }
    }

    /// Its audio as far as it is kept.
    fn audio_tracks(&self) -> Result<Vec<AudioTrack<'static>>, MediaError> {
        if self.wanted.is_silent {
            return Ok(Vec::new());
        }
        let tracks = AudioTrack::all_of(&self.video.path, &self.video.name)?;
        let Some(end) = self.wanted.end else {
            return Ok(tracks);
        };
        let cut = |AudioTrack { label, source, .. }: AudioTrack<'static>| {
            AudioTrack::new(label, CutAudio::new(source, &[Span { start: 0.0, end }]))
        };
        Ok(tracks.into_iter().map(cut).collect())
    }

    fn frames(
        &self,
        format: &OutputFormat,
        (width, height): (u32, u32),
        watch: &Watch,
    ) -> Result<Box<dyn FrameSource>, MediaError> {
        let reader = FrameReader::open(&self.video.path, &self.video.name, u32::MAX)?;
        let reader = if format.is_clear {
            reader.staying_clear()
        } else {
            reader
        };
        let reader = if self.wanted.is_deinterlaced {
            reader.deinterlaced()
        } else {
            reader
        };
        let own = reader.format();
        // An AVI counts frames and knows no times.
        let is_steady = self.wanted.is_steady || format.container == Container::Avi;
        let constant = is_steady.then(|| reader.constant_rate());
        let mut frames: Box<dyn FrameSource> = match self.wanted.rate.or(constant) {
            Some(rate) if self.wanted.is_blended => Box::new(Blended::new(reader, 1.0, rate)),
            Some(rate) => Box::new(Retimed::new(reader, 1.0, rate)),
            None => Box::new(reader),
        };
        if let Some(end) = self.wanted.end {
            frames = Box::new(CutFrames::new(frames, &[Span { start: 0.0, end }]));
        }
        if (width, height) == (own.width, own.height) {
            return Ok(frames);
        }
        let (rate, seconds) = (frames.format().rate, frames.expected_seconds());
        let graph = format!("scale={width}:{height}:flags=bicubic");
        let open = if format.is_clear {
            GraphFrames::open_clear
        } else {
            GraphFrames::open
        };
        Ok(Box::new(open(
            vec![frames],
            &graph,
            Some(rate),
            seconds,
            watch,
        )?))
    }
}
