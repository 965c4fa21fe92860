//! An audio track on its way into a video file, kept in step with the frames.

use super::Watch;
use super::audio_reader::{AudioSource, Block, SAMPLE_RATE};
use super::cut::EDGE;
use super::muxer::Muxer;
use crate::MediaError;

/// Samples of silence that are given out at once.
const SILENCE: usize = 1024;

/// What becomes of a video's audio after its last frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    Kept,
    Cut,
}

/// An audio track of the video that is written.
pub(super) struct Playing<'a> {
    source: Box<dyn AudioSource + 'a>,
    tail: Tail,
    /// The time in seconds up to which it was read.
    pub(super) audio_end: f64,
    /// Whether more comes.
    is_going: bool,
    /// What reaches further than the frames do so far: where they end is not known yet.
    ahead: Option<Block>,
}

impl<'a> Playing<'a> {
    pub(super) fn new(source: Box<dyn AudioSource + 'a>, tail: Tail) -> Self {
        Self {
            source,
            tail,
            audio_end: 0.0,
            is_going: true,
            ahead: None,
        }
    }

    /// Silence for as long as there are frames.
    pub(super) fn silence() -> Self {
        Self::new(Box::new(Silence(0)), Tail::Cut)
    }

    /// Whether more of it is wanted where frames reach to `video_end` seconds so far.
    pub(super) fn is_wanted(&self, more_video: bool, video_end: f64) -> bool {
        self.is_going && (more_video || self.tail == Tail::Kept || self.audio_end < video_end)
    }

    /// Reads its next block, and writes the one before.
    pub(super) fn go_on(
        &mut self,
        number: usize,
        muxer: &mut Muxer,
        watch: &Watch,
    ) -> Result<(), MediaError> {
        if let Some(block) = self.ahead.take() {
            muxer.write_block(number, &block)?;
        }
        self.ahead = self.source.next_block(watch)?;
        match &self.ahead {
            Some(block) => {
                self.audio_end =
                    (block.start + block.samples() as i64) as f64 / f64::from(SAMPLE_RATE);
            }
            None => self.is_going = false,
        }
        Ok(())
    }

    /// Writes the last of it, for frames that reach to `video_end` seconds.
    pub(super) fn end(
        self,
        number: usize,
        video_end: f64,
        muxer: &mut Muxer,
        watch: &Watch,
    ) -> Result<(), MediaError> {
        let samples = |seconds: f64| (seconds * f64::from(SAMPLE_RATE)).round() as i64;
        let end = samples(video_end);
        if let Some(mut block) = self.ahead {
            if self.tail == Tail::Cut && block.start + block.samples() as i64 > end {
                let kept = (end - block.start).max(0) as usize;
                block = block.part(0, kept);
                block.scale(|position| ((end - position) as f32 / EDGE as f32).min(1.0));
            }
            muxer.write_block(number, &block)?;
        }
        let mut position = samples(self.audio_end);
        while self.tail == Tail::Cut && position < end {
            watch.check()?;
            let silence =
                Block::silence(position, (end - position).min(SAMPLE_RATE.into()) as usize);
            muxer.write_block(number, &silence)?;
            position += silence.samples() as i64;
        }
        Ok(())
    }
}

/// Silence without end.
struct Silence(i64);

impl AudioSource for Silence {
    fn next_block(&mut self, _: &Watch) -> Result<Option<Block>, MediaError> {
        let block = Block::silence(self.0, SILENCE);
        self.0 += SILENCE as i64;
        Ok(Some(block))
    }

    fn is_mono(&self) -> bool {
        true
    }
}
