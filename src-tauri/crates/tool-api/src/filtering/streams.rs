//! A video's frames and audio on their way through tools.

mod writing;

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, Blended, Chapter, CutAudio, CutFrames, FrameFormat, FrameReader,
    FrameSource, GraphAudio, GraphFrames, OutputFormat, Retimed, Span, VideoFacts, Watch, chapters,
    probe,
};
use patchbay_values::times::{Counting, Timecode};

use super::Filters;
use crate::ToolError;

/// Start of the first kept part, in seconds, after which the video is not decoded from its
/// beginning.
const WORTH_SEEKING: f64 = 3.0;
/// Seconds that audio is decoded before it is wanted: decoders need a moment to settle.
const RUN_IN: f64 = 2.0;

/// A video's frames and audio on their way through tools: nothing is decoded before they are
/// written.
pub struct VideoStreams {
    file: MediaFile,
    facts: VideoFacts,
    /// None: those of the file, as they are packed.
    frames: Option<Box<dyn FrameSource>>,
    /// None: those of the file.
    audio: Option<Vec<AudioTrack<'static>>>,
    seconds: f64,
    /// Frames a second, as a fraction, where something set them.
    rate: Option<(i32, i32)>,
    /// Whether times in it are other ones than in the file.
    is_retimed: bool,
    /// Whether audio ends with the frames; otherwise what goes on after them is kept.
    is_fitted: bool,
    /// The share of the work that is done before anything is written.
    measured: f64,
    /// How they are to be written, where something says it.
    form: Option<OutputFormat>,
    /// Their chapters, where times are other ones than in the file; none: those of the file.
    chapters: Option<Vec<Chapter>>,
}

impl VideoStreams {
    /// The streams of a file, as they are.
    ///
    /// # Errors
    /// It is no video.
    pub fn open(file: &MediaFile) -> Result<Self, ToolError> {
        let facts = probe(&file.path, &file.name)?;
        Ok(Self {
            file: file.clone(),
            seconds: facts.seconds,
            facts,
            frames: None,
            audio: None,
            rate: None,
            is_retimed: false,
            is_fitted: false,
            measured: 0.0,
            form: None,
            chapters: None,
        })
    }

    /// Name that people know the video by.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// The file that the streams began as: what it holds may be changed by now, but for a tool that
    /// [`measures`](super::VideoFilter::measures), which comes first.
    pub fn file(&self) -> &MediaFile {
        &self.file
    }

    /// Facts about the file that the streams began as.
    pub fn facts(&self) -> &VideoFacts {
        &self.facts
    }

    /// Length in seconds.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Whether anything is heard in them.
    pub fn has_audio(&self) -> bool {
        match &self.audio {
            Some(tracks) => !tracks.is_empty(),
            None => self.facts.audio.is_some(),
        }
    }

    /// Format of the frames: upright, with even sides.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn format(&self) -> Result<FrameFormat, MediaError> {
        Ok(match &self.frames {
            Some(frames) => frames.format(),
            None => FrameReader::open(&self.file.path, &self.file.name, u32::MAX)?.format(),
        })
    }

    /// A constant rate at which none of their frames is left out, as well as that can be: see
    /// [`FrameReader::constant_rate`].
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn constant_rate(&self) -> Result<(i32, i32), MediaError> {
        match self.rate {
            Some(rate) => Ok(rate),
            None => {
                Ok(FrameReader::open(&self.file.path, &self.file.name, u32::MAX)?.constant_rate())
            }
        }
    }

    /// Their chapters, in their times.
    fn chapters(&self) -> Result<Vec<Chapter>, MediaError> {
        match &self.chapters {
            Some(chapters) => Ok(chapters.clone()),
            None => chapters(&self.file.path, &self.file.name),
        }
    }

    /// How timecodes in them are counted: by their frame rate, from the timecode that the file says
    /// of its first frame as long as that is the first.
    pub fn counting(&self) -> Counting {
        let rate = self.frames.as_ref().map(|frames| {
            let (frames, seconds) = frames.format().rate;
            f64::from(frames) / f64::from(seconds.max(1))
        });
        let start = self.facts.timecode.as_deref().and_then(Timecode::read);
        Counting {
            rate: rate.unwrap_or(self.facts.frames_per_second),
            start: start.filter(|_| !self.is_retimed),
        }
    }

    /// The same after graphs of libav's filters.
    ///
    /// # Errors
    /// A graph that libav does not take, and what reading says.
    pub fn filtered(mut self, filters: &Filters, watch: &Watch) -> Result<Self, MediaError> {
        if let Some(graph) = &filters.video {
            let seconds = filters.seconds.unwrap_or(self.seconds);
            let rate = filters.rate;
            self = self.with_frames(|frames| {
                let filtered = GraphFrames::open(vec![frames], graph, rate, seconds, watch)?;
                Ok::<_, MediaError>(Box::new(filtered))
            })?;
            self.rate = rate.or(self.rate);
        }
        if filters.is_silent {
            self.audio = Some(Vec::new());
        } else if let Some(graph) = &filters.audio {
            self = self.with_audio(|track| {
                let (label, source) = track.into_parts();
                let filtered = GraphAudio::open(vec![source], graph)?;
                Ok(AudioTrack::new(label, filtered))
            })?;
        }
        Ok(match filters.seconds {
            Some(seconds) => self.lasting(seconds),
            None => self,
        })
    }

    /// Only parts of them, one after the other.
    ///
    /// # Errors
    /// Returns an error if the video cannot be read.
    pub fn cut(mut self, spans: &[Span]) -> Result<Self, MediaError> {
        let first = spans.first().map_or(0.0, |span| span.start);
        let is_whole = self.frames.is_none() && self.audio.is_none();
        if is_whole && first > WORTH_SEEKING {
            let (path, name) = (&self.file.path, &self.file.name);
            let mut frames = FrameReader::open(path, name, u32::MAX)?;
            frames.seek(first)?;
            self.frames = Some(Box::new(frames));
            let readers = AudioReader::open_all(path, name)?;
            let sought = readers.into_iter().map(|(label, mut reader)| {
                reader.seek(first - RUN_IN)?;
                Ok(AudioTrack::new(label, reader))
            });
            self.audio = Some(sought.collect::<Result<_, MediaError>>()?);
        }
        let cut = self
            .with_frames(|frames| Ok::<_, MediaError>(Box::new(CutFrames::new(frames, spans))))?
            .with_audio(|track| {
                let (label, source) = track.into_parts();
                Ok(AudioTrack::new(label, CutAudio::new(source, spans)))
            })?;
        let kept = spans.iter().map(|span| span.end - span.start).sum();
        let chapters = chapters::within(&cut.chapters()?, spans);
        Ok(Self {
            is_retimed: true,
            seconds: kept,
            chapters: Some(chapters),
            ..cut
        })
    }

    /// Other frames made of theirs.
    ///
    /// # Errors
    /// Returns an error if reading or `change` fails.
    pub fn with_frames<E: From<MediaError>>(
        mut self,
        change: impl FnOnce(Box<dyn FrameSource>) -> Result<Box<dyn FrameSource>, E>,
    ) -> Result<Self, E> {
        let frames = match self.frames.take() {
            Some(frames) => frames,
            None => Box::new(FrameReader::open(
                &self.file.path,
                &self.file.name,
                u32::MAX,
            )?),
        };
        self.frames = Some(change(frames)?);
        Ok(self)
    }

    /// Other audio made of each of their tracks.
    ///
    /// # Errors
    /// Returns an error if reading or `change` fails.
    pub fn with_audio(
        mut self,
        change: impl FnMut(AudioTrack<'static>) -> Result<AudioTrack<'static>, MediaError>,
    ) -> Result<Self, MediaError> {
        let tracks = match self.audio.take() {
            Some(tracks) => tracks,
            None => AudioTrack::all_of(&self.file.path, &self.file.name)?,
        };
        self.audio = Some(tracks.into_iter().map(change).collect::<Result<_, _>>()?);
        Ok(self)
    }

    /// The same, lasting so many seconds now: audio is cut, or filled up with silence, to the length
    /// of the frames.
    #[must_use]
    pub fn lasting(self, seconds: f64) -> Self {
        let whole = Span {
            start: 0.0,
            end: seconds,
        };
        // A file whose chapters cannot be read has none.
        let chapters = self.chapters().unwrap_or_default();
        Self {
            chapters: Some(chapters::within(&chapters, &[whole])),
            seconds,
            is_retimed: true,
            is_fitted: true,
            ..self
        }
    }

    /// The same at a constant rate, a fraction of frames a second.
    ///
    /// # Errors
    /// Returns an error if the video cannot be read.
    pub fn at_rate(self, rate: (i32, i32)) -> Result<Self, MediaError> {
        let steady = self
            .with_frames(|frames| Ok::<_, MediaError>(Box::new(Retimed::new(frames, 1.0, rate))))?;
        Ok(Self {
            rate: Some(rate),
            ..steady
        })
    }

    /// The same at another speed: `factor` times as fast, `rate` (a fraction) frames a second,
    /// which are blended or left out and repeated; audio at its own pitch or none.
    ///
    /// # Errors
    /// Returns an error if the video cannot be read.
    pub fn at_speed(
        self,
        factor: f64,
        rate: (i32, i32),
        is_blended: bool,
        is_silent: bool,
    ) -> Result<Self, MediaError> {
        let seconds = self.seconds / factor;
        let faster = self.with_frames(|frames| {
            let retimed: Box<dyn FrameSource> = if is_blended {
                Box::new(Blended::new(frames, factor, rate))
            } else {
                Box::new(Retimed::new(frames, factor, rate))
            };
            Ok::<_, MediaError>(retimed)
        })?;
        let mut faster = if is_silent {
            Self {
                audio: Some(Vec::new()),
                ..faster
            }
        } else {
            faster.with_audio(|track| {
                let (label, source) = track.into_parts();
                Ok(AudioTrack::new(
                    label,
                    GraphAudio::at_tempo(source, factor)?,
                ))
            })?
        };
        faster.rate = Some(rate);
        faster.chapters = Some(chapters::at_speed(faster.chapters()?, factor));
        Ok(faster.lasting(seconds))
    }

    /// The same, where a share of the work, from 0 to 1, was measuring.
    #[must_use]
    pub fn measured(self, share: f64) -> Self {
        Self {
            measured: share,
            ..self
        }
    }

    /// The same, which are to be written in a way.
    #[must_use]
    pub fn written_as(self, form: OutputFormat) -> Self {
        Self {
            form: Some(form),
            ..self
        }
    }
}
