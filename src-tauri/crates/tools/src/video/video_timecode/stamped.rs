//! Frames with what is counted written onto them.

use patchbay_media::MediaError;
use patchbay_media::video::{Frame, FrameFormat, FrameSource, Plane, Watch};
use patchbay_values::times::Part;

use super::counted::Counted;
use crate::video::shared::lettering::{Letters, Style};

/// Frames of a constant rate with what is counted written onto them.
pub(super) struct StampedFrames<S> {
    source: S,
    counted: Counted,
    style: Style,
    /// The parts in which it is seen; none: all the time.
    parts: Option<Vec<Part>>,
    /// Text that was written last, and its letters.
    drawn: Option<(String, Letters)>,
}

impl<S: FrameSource> StampedFrames<S> {
    pub(super) fn new(source: S, counted: Counted, style: Style, parts: Option<Vec<Part>>) -> Self {
        Self {
            source,
            counted,
            style,
            parts,
            drawn: None,
        }
    }

    fn is_seen(&self, seconds: f64) -> bool {
        let is_in = |part: &Part| (part.start..part.end).contains(&seconds);
        self.parts
            .as_ref()
            .is_none_or(|parts| parts.iter().any(is_in))
    }
}

impl<S: FrameSource> FrameSource for StampedFrames<S> {
    fn format(&self) -> FrameFormat {
        self.source.format()
    }

    fn expected_seconds(&self) -> f64 {
        self.source.expected_seconds()
    }

    fn next_frame(&mut self, watch: &Watch) -> Result<Option<Frame>, MediaError> {
        let Some(frame) = self.source.next_frame(watch)? else {
            return Ok(None);
        };
        let format = self.format();
        let seconds = format.seconds(frame.time);
        if !self.is_seen(seconds) {
            return Ok(Some(frame));
        }
        let rate = f64::from(format.rate.0) / f64::from(format.rate.1.max(1));
        let number = (seconds * rate).round() as i64;
        let text = self
            .counted
            .written(number, seconds, rate.round().max(1.0) as u32);
        if self.drawn.as_ref().is_none_or(|(drawn, _)| *drawn != text) {
            let letters = Letters::new(&text, format.width, format.height, self.style);
            self.drawn = Some((text, letters));
        }
        let Some((_, letters)) = &self.drawn else {
            return Ok(Some(frame));
        };
        Ok(Some(frame.redrawn(
            |number, _: Plane<'_>, plane| match number {
                0 => letters.draw_brightness(plane),
                _ => letters.draw_color(plane, number),
            },
        )))
    }
}
