//! One frame of a video, and what all its frames share.

use ffmpeg_next::Rational;
use ffmpeg_next::util::frame;

use super::Watch;
use super::source::seconds;
use crate::MediaError;

/// How a video's frames are meant to be coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorMatrix {
    /// The file does not say; players guess by size.
    Unknown,
    /// Standard definition (ITU-R BT.601).
    Bt601,
    /// High definition (ITU-R BT.709).
    Bt709,
}

/// Format shared by all frames of a source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameFormat {
    /// Pixels across, even.
    pub width: u32,
    /// Pixels down, even.
    pub height: u32,
    /// Frames per second on average, as a fraction.
    pub rate: (i32, i32),
    /// Seconds per tick of [`Frame`] times, as a fraction.
    pub time_base: (i32, i32),
    /// Their colours.
    pub color: ColorMatrix,
}

impl FrameFormat {
    /// Ticks as seconds.
    pub fn seconds(&self, ticks: i64) -> f64 {
        seconds(ticks, Rational::new(self.time_base.0, self.time_base.1))
    }

    /// The matrix of its colours by the name that libav's filters know; where the video does not
    /// say, what players guess.
    pub fn matrix(&self) -> &'static str {
        match self.color {
            ColorMatrix::Bt709 => "bt709",
            ColorMatrix::Unknown if self.height >= 720 => "bt709",
            ColorMatrix::Bt601 | ColorMatrix::Unknown => "bt601",
        }
    }
}

/// One frame of a video.
#[derive(Clone)]
pub struct Frame {
    pub(super) image: frame::Video,
    /// When it is shown, in ticks of the source's time base from the video's start.
    pub time: i64,
    /// For how many ticks it is shown.
    pub duration: i64,
}

/// Frames to be pulled one after the other, in the order in which they are shown.
pub trait FrameSource {
    /// Returns the format that they share. It stays the same.
    fn format(&self) -> FrameFormat;

    /// About how many seconds of video will come, for progress.
    fn expected_seconds(&self) -> f64;

    /// The next frame; none at the end.
    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError>;
}

impl<S: FrameSource + ?Sized> FrameSource for Box<S> {
    fn format(&self) -> FrameFormat {
        (**self).format()
    }

    fn expected_seconds(&self) -> f64 {
        (**self).expected_seconds()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        (**self).next_frame(watch)
    }
}
