//! Parts of a video in any order, also several times: its file is read anew for each, so that
//! nothing of it is held in memory.

use std::path::{Path, PathBuf};

use super::audio_reader::{AudioReader, AudioSource, Block};
use super::cut::{CutAudio, CutFrames, Span};
use super::frames::{Frame, FrameFormat, FrameReader, FrameSource};
use super::{SAMPLE_RATE, Watch};
use crate::MediaError;

/// Seconds that audio is decoded before it is wanted: decoders need a moment to settle.
const RUN_IN: f64 = 2.0;

/// The frames of parts of a video, one part after the other.
pub struct ArrangedFrames {
    path: PathBuf,
    name: String,
    format: FrameFormat,
    spans: Vec<Span>,
    /// Number of parts that were begun.
    begun: usize,
    current: Option<CutFrames<FrameReader>>,
    /// Start of the current part in the result, and its length, in ticks.
    offset: i64,
    lasts: i64,
}

impl ArrangedFrames {
    /// The frames within `spans` of a video, in their order.
    ///
    /// # Errors
    /// The video cannot be opened.
    pub fn open(path: &Path, name: &str, spans: &[Span]) -> Result<Self, MediaError> {
        let reader = FrameReader::open(path, name, u32::MAX)?;
        Ok(Self {
            path: path.to_owned(),
            name: name.to_owned(),
            format: reader.format(),
            spans: spans.to_vec(),
            begun: 0,
            current: None,
            offset: 0,
            lasts: 0,
        })
    }

    fn ticks(&self, seconds: f64) -> i64 {
        (seconds / self.format.seconds(1)).round() as i64
    }
}

impl FrameSource for ArrangedFrames {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.spans.iter().map(|span| span.end - span.start).sum()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        loop {
            if let Some(part) = &mut self.current
                && let Some(frame) = part.next_frame(watch)?
            {
                let time = frame.time + self.offset;
                return Ok(Some(Frame { time, ..frame }));
            }
            let Some(&span) = self.spans.get(self.begun) else {
                return Ok(None);
            };
            self.begun += 1;
            self.offset += self.lasts;
            self.lasts = self.ticks(span.end) - self.ticks(span.start);
            let mut reader = FrameReader::open(&self.path, &self.name, u32::MAX)?;
            if span.start > 0.0 {
                reader.seek(span.start)?;
            }
            self.current = Some(CutFrames::new(reader, &[span]));
        }
    }
}

/// The audio of parts of a file, one part after the other.
pub struct ArrangedAudio {
    path: PathBuf,
    name: String,
    /// The number of the track, in the order of [`AudioReader::open_all`].
    track: usize,
    is_mono: bool,
    spans: Vec<Span>,
    begun: usize,
    current: Option<CutAudio<AudioReader>>,
    /// Start of the current part in the result, and its end, in samples.
    offset: i64,
    ends: f64,
}

impl ArrangedAudio {
    /// The audio within `spans` of a track of a file, in their order.
    ///
    /// # Errors
    /// The track cannot be opened.
    pub fn open(path: &Path, name: &str, track: usize, spans: &[Span]) -> Result<Self, MediaError> {
        let reader = AudioReader::open_track(path, name, track)?;
        Ok(Self {
            path: path.to_owned(),
            name: name.to_owned(),
            track,
            is_mono: reader.is_mono(),
            spans: spans.to_vec(),
            begun: 0,
            current: None,
            offset: 0,
            ends: 0.0,
        })
    }
}

impl AudioSource for ArrangedAudio {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        loop {
            if let Some(part) = &mut self.current
                && let Some(block) = part.next_block(watch)?
            {
                let start = block.start + self.offset;
                return Ok(Some(Block { start, ..block }));
            }
            let Some(&span) = self.spans.get(self.begun) else {
                return Ok(None);
            };
            self.begun += 1;
            self.offset = (self.ends * f64::from(SAMPLE_RATE)).round() as i64;
            self.ends += span.end - span.start;
            let mut reader = AudioReader::open_track(&self.path, &self.name, self.track)?;
            if span.start > RUN_IN {
                reader.seek(span.start - RUN_IN)?;
            }
            self.current = Some(CutAudio::new(reader, &[span]));
        }
    }

    fn is_mono(&self) -> bool {
        self.is_mono
    }
}
