//! Description of a file being written and of its tracks, and tracks that are taken over with it.

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::Parameters;
use ffmpeg_next::format::stream::Disposition;
use ffmpeg_next::{Rational, Stream};

use super::super::chapters::Chapter;
use super::super::geometry::{matrix_of, turn_of};
use super::super::source::{Source, parameters_of, untagged};
use super::Muxer;
use crate::MediaError;

impl Muxer {
    /// A track for the packets of a stream, with what it says of itself; answers its number for
    /// [`Self::copy`]. `is_tagged`: whether the container names its codec by the same four letters.
    pub(in super::super) fn take_over(
        &mut self,
        stream: &Stream<'_>,
        is_tagged: bool,
    ) -> Result<usize, MediaError> {
        let parameters = if is_tagged {
            parameters_of(stream)
        } else {
            untagged(parameters_of(stream))
        };
        let copy = self.add_copy(parameters, stream.time_base())?;
        let said = stream.metadata();
        let said = said.iter().filter(|(key, _)| *key != "DURATION");
        self.describe(copy, said.collect())?;
        let number = self.copies[copy].track.stream;
        let taken = self.output.stream_mut(number).map(|mut copied| {
            copied.set_avg_frame_rate(stream.avg_frame_rate());
            // SAFETY: both streams live as long as they are borrowed here; numbers are copied.
            #[allow(unsafe_code)]
            unsafe {
                let (from, to) = (stream.as_ptr(), copied.as_mut_ptr());
                (*to).disposition = (*from).disposition;
                (*to).sample_aspect_ratio = (*from).sample_aspect_ratio;
            }
        });
        taken.ok_or_else(|| self.failed(ffmpeg::Error::StreamNotFound))?;
        if turn_of(&self.stream(copy)?) != turn_of(stream) {
            self.matrix = matrix_of(stream);
        }
        Ok(copy)
    }

    /// A track for an image that stands for the file, which has no time; answers its number for
    /// [`Self::copy`].
    pub(in super::super) fn add_cover(
        &mut self,
        parameters: Parameters,
        base: Rational,
    ) -> Result<usize, MediaError> {
        let copy = self.add_copy(parameters, base)?;
        self.dispose(self.copies[copy].track.stream, Disposition::ATTACHED_PIC)?;
        Ok(copy)
    }

    /// Sets the disposition of a stream: what it is for.
    pub(super) fn dispose(
        &mut self,
        stream: usize,
        disposition: Disposition,
    ) -> Result<(), MediaError> {
        let disposed = self.output.stream_mut(stream).map(|mut stream| {
            // SAFETY: the stream lives as long as it is borrowed here, and a number is set.
            #[allow(unsafe_code)]
            unsafe {
                (*stream.as_mut_ptr()).disposition = disposition.bits();
            }
        });
        disposed.ok_or_else(|| self.failed(ffmpeg::Error::StreamNotFound))
    }

    /// Sets the metadata of the copied track `copy`, such as its language.
    pub(in super::super) fn describe(
        &mut self,
        copy: usize,
        metadata: ffmpeg::Dictionary,
    ) -> Result<(), MediaError> {
        self.describe_stream(self.copies[copy].track.stream, metadata)
    }

    pub(super) fn describe_stream(
        &mut self,
        stream: usize,
        metadata: ffmpeg::Dictionary,
    ) -> Result<(), MediaError> {
        let described = self
            .output
            .stream_mut(stream)
            .map(|mut stream| stream.set_metadata(metadata));
        described.ok_or_else(|| self.failed(ffmpeg::Error::StreamNotFound))
    }

    /// Copies the description of the video as a whole from `source`: title, author and the like,
    /// and its chapters, on the clock of a video that begins at 0; or takes `chapters` instead of
    /// them.
    pub(in super::super) fn describe_file(
        &mut self,
        source: &Source,
        chapters: Option<&[Chapter]>,
    ) -> Result<(), MediaError> {
        // What a container says of itself is not true of another one.
        let is_said = |(key, _): &(&str, &str)| {
            ![
                "major_brand",
                "minor_version",
                "compatible_brands",
                "encoder",
            ]
            .contains(&key.to_lowercase().as_str())
        };
        let said = source.input.metadata();
        self.output
            .set_metadata(said.iter().filter(is_said).collect());
        if let Some(chapters) = chapters {
            return self.add_chapters(chapters);
        }
        for chapter in source.input.chapters() {
            let base = chapter.time_base();
            let begins = (source.begins() / f64::from(base)).round() as i64;
            let title = chapter
                .metadata()
                .get("title")
                .unwrap_or_default()
                .to_owned();
            let (start, end) = ((chapter.start() - begins).max(0), chapter.end() - begins);
            let added = self
                .output
                .add_chapter(chapter.id(), base, start, end, title)
                .map(drop);
            added.map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// Chapters, with their times in seconds.
    pub(in super::super) fn add_chapters(
        &mut self,
        chapters: &[Chapter],
    ) -> Result<(), MediaError> {
        let ticks = |seconds: f64| (seconds * 1000.0).round() as i64;
        for (id, chapter) in (0..).zip(chapters) {
            let (start, end) = (ticks(chapter.start), ticks(chapter.end));
            let title = chapter.title.as_deref().unwrap_or_default();
            let added = self
                .output
                .add_chapter(id, Rational(1, 1000), start, end, title)
                .map(drop);
            added.map_err(|error| self.failed(error))?;
        }
        Ok(())
    }
}
