//! Finds the black bars of a video.

use std::ops::Range;

use patchbay_domain::MediaFile;
use patchbay_media::video::{Frame, FrameReader, FrameSource};
use patchbay_tool_api::watching::watched;

use crate::{Context, ToolError};

/// Number of frames that are looked at, spread evenly through the video.
const FRAMES: u32 = 24;
/// Rows and columns up to this mean are black (luma from 16 to 235), as in libav's `cropdetect`.
const BLACK: u32 = 24;
/// No bar is thinner, in pixels: what codecs leave at an edge is none.
const THINNEST: usize = 2;

/// Number of pixels that are black along each edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bars {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Bars {
    /// Whether there are any.
    pub(super) fn are_some(self) -> bool {
        [self.left, self.right, self.top, self.bottom]
            .iter()
            .any(|bar| *bar >= THINNEST)
    }

    /// The filter that cuts them off frames of that size; sides stay even, nothing of a bar stays.
    pub(super) fn crop(self, width: u32, height: u32) -> String {
        let inside = |from: usize, to: usize, side: u32| {
            let from = (from as u32).next_multiple_of(2);
            let to = side.saturating_sub(to as u32) & !1;
            (from.min(side - 2), to.saturating_sub(from).max(2))
        };
        let (left, across) = inside(self.left, self.right, width);
        let (top, down) = inside(self.top, self.bottom, height);
        format!("crop={across}:{down}:{left}:{top}")
    }

    /// Bars that are black in both.
    fn and(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.min(other.bottom),
        }
    }
}

/// Bars along the edges of all frames of a video that are not black altogether; none where there
/// are no others.
pub(super) fn find(video: &MediaFile, context: &Context) -> Result<Option<Bars>, ToolError> {
    watched(context, (0.0, 0.2), |watch| {
        let mut reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let seconds = reader.expected_seconds();
        let width = reader.format().width as usize;
        let mut found: Option<Bars> = None;
        for number in 0..FRAMES {
            watch.check()?;
            let wanted = seconds * (f64::from(number) + 0.5) / f64::from(FRAMES);
            reader.seek(wanted)?;
            // The frame shown at that time, or the last one.
            let mut shown: Option<Frame> = None;
            while let Some(frame) = reader.next_frame(watch)? {
                let ends = reader.format().seconds(frame.time + frame.duration);
                shown = Some(frame);
                if ends > wanted {
                    break;
                }
            }
            if let Some(bars) = shown.and_then(|frame| bars_of(&frame, width)) {
                found = Some(found.map_or(bars, |before| before.and(bars)));
            }
        }
        Ok(found)
    })
}

/// Bars along the edges of a frame; none where all of it is black.
fn bars_of(frame: &Frame, width: usize) -> Option<Bars> {
    let [light, ..] = frame.planes();
    let width = width.max(1);
    let rows: Vec<u32> = light.chunks_exact(width).map(mean).collect();
    let mut columns = vec![0_u32; width];
    for row in light.chunks_exact(width) {
        for (sum, value) in columns.iter_mut().zip(row) {
            *sum += u32::from(*value);
        }
    }
    let height = rows.len();
    for sum in &mut columns {
        *sum /= height.max(1) as u32;
    }
    let (down, across) = (lit(&rows)?, lit(&columns)?);
    Some(Bars {
        left: across.start,
        right: width - across.end,
        top: down.start,
        bottom: height - down.end,
    })
}

fn mean(values: &[u8]) -> u32 {
    values.iter().map(|value| u32::from(*value)).sum::<u32>() / values.len().max(1) as u32
}

/// The part between the first and the last line that are not black; none where all are.
fn lit(means: &[u32]) -> Option<Range<usize>> {
    let is_lit = |mean: &u32| *mean > BLACK;
    let first = means.iter().position(is_lit)?;
    let last = means.iter().rposition(is_lit)?;
    Some(first..last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_cut_off_to_even_sides() {
        let bars = Bars {
            left: 0,
            right: 1,
            top: 37,
            bottom: 40,
        };
        assert_eq!(bars.crop(280, 200), "crop=278:122:0:38");
        assert!(bars.are_some());
        let thin = Bars {
            top: 1,
            bottom: 1,
            ..bars
        };
        assert!(!thin.are_some());
        assert_eq!(lit(&[16, 17, 90, 18, 200, 16]), Some(2..5));
        assert_eq!(lit(&[16, 17]), None);
    }
}
