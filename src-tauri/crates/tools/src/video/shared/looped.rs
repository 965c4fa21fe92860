//! Frames that begin again when they end.

use patchbay_media::MediaError;
use patchbay_media::video::{Frame, FrameFormat, FrameSource, Watch};

/// Frames that begin again when they end, until a time is reached.
pub(crate) struct Looped<F> {
    open: F,
    source: Box<dyn FrameSource>,
    format: FrameFormat,
    /// In seconds.
    until: f64,
    /// Start of this round, and end of its newest frame, in ticks.
    began: i64,
    ended: i64,
}

impl<F: FnMut() -> Result<Box<dyn FrameSource>, MediaError>> Looped<F> {
    /// Plays the frames that `open` opens, again and again until `until` seconds.
    pub(crate) fn new(mut open: F, until: f64) -> Result<Self, MediaError> {
        let source = open()?;
        Ok(Self {
            format: source.format(),
            open,
            source,
            until,
            began: 0,
            ended: 0,
        })
    }
}

impl<F: FnMut() -> Result<Box<dyn FrameSource>, MediaError>> FrameSource for Looped<F> {
    fn format(&self) -> FrameFormat {
        self.format
    }

    fn expected_seconds(&self) -> f64 {
        self.until
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        if self.format.seconds(self.ended) >= self.until {
            return Ok(None);
        }
        let next = match self.source.next_frame(watch)? {
            None if self.ended > self.began => {
                self.began = self.ended;
                self.source = (self.open)()?;
                self.source.next_frame(watch)?
            }
            other => other,
        };
        Ok(next.map(|mut frame| {
            frame.time += self.began;
            self.ended = frame.time + frame.duration;
            frame
        }))
    }
}
