//! Finds where a video cuts from one shot to the next.
//!
//! The measure is that of libavfilter's `scdet` (`vf_scdet.c`): the mean absolute difference of two
//! frames, and how much it differs from the one before; the smaller of both is the score, so that
//! steady motion is not a cut. Unlike there, colour counts beside brightness: a cut from red to
//! green of equal brightness is one.

use std::path::Path;

use super::Watch;
use super::frames::{FrameReader, FrameSource};
use crate::MediaError;

/// The longest side of the frames that are compared, in pixels.
const COMPARED_SIDE: u32 = 160;
/// A score from which on it is a cut, in percent of the full range (`scdet`'s own is 10).
const CUT: f64 = 10.0;

/// A shot: from one cut to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scene {
    /// Start in seconds.
    pub start: f64,
    /// End in seconds.
    pub end: f64,
    /// How hard the cut at its start is, from 10 to 100; 100 for the first one.
    pub score: f64,
}

/// The shots of a video, in order; at least one.
pub fn find_scenes(path: &Path, name: &str, watch: &Watch) -> Result<Vec<Scene>, MediaError> {
    let mut reader = FrameReader::open(path, name, COMPARED_SIDE)?;
    let format = reader.format();
    let length = reader.expected_seconds().max(0.001);
    let mut scenes: Vec<Scene> = Vec::new();
    let mut before: Option<[Vec<u8>; 3]> = None;
    let mut difference_before = 0.0;
    while let Some(frame) = reader.next_frame(watch)? {
        let (start, end) = (
            format.seconds(frame.time),
            format.seconds(frame.time + frame.duration),
        );
        watch.at(start / length)?;
        let planes = frame.planes();
        let difference = before
            .as_ref()
            .map_or(0.0, |before| difference_of(before, &planes));
        let score = difference.min((difference - difference_before).abs());
        match scenes.last_mut() {
            None => scenes.push(Scene {
                start: 0.0,
                end,
                score: 100.0,
            }),
            Some(_) if score >= CUT => scenes.push(Scene { start, end, score }),
            Some(scene) => scene.end = end,
        }
        difference_before = difference;
        before = Some(planes);
    }
    Ok(scenes)
}

/// Returns the difference of two frames in percent of the full range: in brightness or in colour,
/// whichever differs more.
fn difference_of(a: &[Vec<u8>; 3], b: &[Vec<u8>; 3]) -> f64 {
    let [brightness, blue, red] = [0, 1, 2].map(|plane| mean_difference(&a[plane], &b[plane]));
    brightness.max(f64::midpoint(blue, red))
}

fn mean_difference(a: &[u8], b: &[u8]) -> f64 {
    let sum: u64 = a
        .iter()
        .zip(b)
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / a.len().max(1) as f64 / 2.55
}
