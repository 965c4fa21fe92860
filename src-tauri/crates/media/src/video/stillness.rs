//! Finds where nothing moves in a video.
//!
//! As libavfilter's `freezedetect` (`vf_freezedetect.c`) does, each frame is compared with the one
//! with which its stillness began, so that slow motion is seen too. Other than there, small areas
//! are compared, so that something small that moves counts.

use std::path::Path;

use super::Watch;
use super::cut::Span;
use super::frames::{FrameReader, FrameSource};
use crate::MediaError;

/// The longest side of the frames that are compared, in pixels.
const COMPARED_SIDE: u32 = 160;
/// The side of the areas that are compared, in pixels: half as much where colour is stored so.
const AREA: [usize; 3] = [16, 8, 8];

/// The parts of a video, in order, that last at least `shortest` seconds and in which no area
/// changes by more than `most` percent of the full range; and where its last frame ends.
pub fn find_stillness(
    path: &Path,
    name: &str,
    (most, shortest): (f64, f64),
    watch: &Watch,
) -> Result<(Vec<Span>, f64), MediaError> {
    let mut reader = FrameReader::open(path, name, COMPARED_SIDE)?;
    let format = reader.format();
    let length = reader.expected_seconds().max(0.001);
    let widths = [format.width, format.width / 2, format.width / 2].map(|width| width as usize);
    let mut still: Vec<Span> = Vec::new();
    let mut first: Option<[Vec<u8>; 3]> = None;
    while let Some(frame) = reader.next_frame(watch)? {
        let (start, end) = (
            format.seconds(frame.time),
            format.seconds(frame.time + frame.duration),
        );
        watch.at(start / length)?;
        let planes = frame.planes();
        let is_same = first
            .as_ref()
            .is_some_and(|first| change(first, &planes, widths) <= most);
        match still.last_mut() {
            Some(span) if is_same => span.end = end,
            before => {
                if before.is_some_and(|span| span.end - span.start < shortest) {
                    still.pop();
                }
                still.push(Span { start, end });
                first = Some(planes);
            }
        }
    }
    let ends = still.last().map_or(0.0, |span| span.end);
    still.retain(|span| span.end - span.start >= shortest);
    Ok((still, ends))
}

/// By how much the area changes that changes most, in percent of the full range.
fn change(a: &[Vec<u8>; 3], b: &[Vec<u8>; 3], widths: [usize; 3]) -> f64 {
    let planes = a.iter().zip(b).zip(widths).zip(AREA);
    planes
        .map(|(((a, b), width), side)| change_of(a, b, width, side))
        .fold(0.0, f64::max)
}

fn change_of(a: &[u8], b: &[u8], width: usize, side: usize) -> f64 {
    let width = width.max(1);
    let mut most = 0.0_f64;
    let rows = a.chunks(width * side).zip(b.chunks(width * side));
    for (a, b) in rows {
        // Sums and counts of the areas beside each other.
        let mut areas = vec![(0_u32, 0_u32); width.div_ceil(side)];
        for (at, (a, b)) in a.iter().zip(b).enumerate() {
            let (sum, count) = &mut areas[at % width / side];
            *sum += u32::from(a.abs_diff(*b));
            *count += 1;
        }
        let means = areas
            .iter()
            .map(|(sum, count)| f64::from(*sum) / f64::from((*count).max(1)));
        most = means.fold(most, f64::max);
    }
    most / 2.55
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_that_changes_most_counts() {
        let before = vec![100; 40 * 32];
        let mut after = before.clone();
        assert!(change_of(&before, &after, 40, 16) < 1e-9);
        // A quarter of an area at the right edge, which is half as wide as the others.
        for row in 0..8 {
            after[row * 40 + 36..row * 40 + 40].fill(200);
        }
        let changed = change_of(&before, &after, 40, 16);
        assert!((changed - 25.0 / 2.55).abs() < 1e-6, "{changed}");
    }
}
