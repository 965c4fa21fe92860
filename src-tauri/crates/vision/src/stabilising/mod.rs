//! Steadies a video in two passes: how the camera moved is measured from frame to frame on a small
//! copy ([`crate::optical_flow`], [`motion`]), the path that it took is made smooth within what may be cut off
//! ([`path`]), and each frame is drawn where the smooth path would have shown it ([`warp`]).
//!
//! Kept for each frame are four numbers, so that a video may be hours long.

mod banded;
mod motion;
mod path;
mod warp;

use patchbay_media::MediaError;
use patchbay_media::video::{Frame, FrameFormat, FrameReader, FrameSource, Plane as Bytes, Watch};

pub use self::motion::Motion;
use self::motion::agreed;
use self::path::{Correction, smoothed};
use crate::optical_flow::{Pyramid, corners, tracked};
use crate::planes::Plane;

/// The longest side of the copy on which movement is measured, in pixels.
pub const MEASURED_SIDE: u32 = 640;

/// Movements of the camera from each frame of a video to the next, in pixels of `frames` (at most
/// [`MEASURED_SIDE`] long); one fewer than there are frames.
pub fn movements(frames: &mut FrameReader, watch: &Watch) -> Result<Vec<Motion>, MediaError> {
    let (format, length) = (frames.format(), frames.expected_seconds().max(0.001));
    let mut before: Option<Pyramid> = None;
    let mut movements = Vec::new();
    while let Some(frame) = frames.next_frame(watch)? {
        watch.at(format.seconds(frame.time) / length)?;
        let now = Pyramid::new(brightness(frame.plane(0)));
        if let Some(before) = &before {
            let pairs = tracked(before, &now, &corners(before.finest()));
            movements.push(agreed(
                &pairs,
                (f64::from(format.width), f64::from(format.height)),
            ));
        }
        before = Some(now);
    }
    Ok(movements)
}

fn brightness(bytes: Bytes) -> Plane {
    let values = bytes.bytes.chunks(bytes.stride.max(1)).take(bytes.height);
    let values = values
        .flat_map(|row| row.iter().take(bytes.width).map(|value| f32::from(*value)))
        .collect();
    Plane {
        width: bytes.width,
        height: bytes.height,
        values,
    }
}

/// A video's frames drawn along a smooth path.
pub struct SteadyFrames<S> {
    source: S,
    corrections: Vec<Correction>,
    /// Factor by which everything is drawn larger, so that no border is seen.
    zoom: f64,
    next: usize,
}

impl<S: FrameSource> SteadyFrames<S> {
    /// For the frames of `source`, between which the camera made `movements`, measured on a copy
    /// that is `measured` pixels wide. `watch` is asked often and stops it.
    pub fn new(
        source: S,
        movements: &[Motion],
        measured: u32,
        watch: &Watch,
    ) -> Result<Self, MediaError> {
        let format = source.format();
        let scale = f64::from(format.width) / f64::from(measured.max(1));
        let movements: Vec<Motion> = movements
            .iter()
            .map(|motion| motion.scaled(scale))
            .collect();
        let per_second = f64::from(format.rate.0) / f64::from(format.rate.1.max(1));
        let size = (f64::from(format.width), f64::from(format.height));
        let corrections = smoothed(&movements, per_second, size, watch)?;
        let zoom = corrections
            .iter()
            .map(|correction| correction.zoom(size))
            .fold(1.0, f64::max);
        Ok(Self {
            source,
            corrections,
            zoom,
            next: 0,
        })
    }
}

impl<S: FrameSource> FrameSource for SteadyFrames<S> {
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
        let correction = self.corrections.get(self.next).copied().unwrap_or_default();
        self.next += 1;
        let width = frame.plane(0).width as f64;
        let drawn = frame.redrawn(|_, from, to| {
            let scale = from.width as f64 / width;
            warp::draw(
                from,
                to,
                &correction.placed(scale, self.zoom, (from.width, from.height)),
            );
        });
        Ok(Some(drawn))
    }
}
