//! Small connected components of masks: islands and holes that are too small to be meant (Kirillov
//! et al. 2023, appendix B, "Postprocessing").

use image::{GrayImage, Luma};

/// Fills a mask's holes of fewer than `least` pixels, then removes its islands of fewer; where all
/// are, the largest stays. Pixels that touch at a corner hang together. Says whether there were
/// any.
pub(super) fn remove(mask: &mut GrayImage, least: usize) -> bool {
    let had_holes = remove_of(mask, least, false);
    remove_of(mask, least, true) || had_holes
}

/// Of islands, or of holes.
fn remove_of(mask: &mut GrayImage, least: usize, islands: bool) -> bool {
    let inside = |value: u8| value > 127;
    let mut pieces = pieces(mask, |value| inside(value) == islands);
    let all = pieces.len();
    let largest = pieces.iter().map(Vec::len).max().unwrap_or(0);
    pieces.retain(|piece| piece.len() < least);
    if pieces.is_empty() {
        return false;
    }
    if islands && pieces.len() == all {
        let stays = pieces.iter().position(|piece| piece.len() == largest);
        stays.map(|place| pieces.remove(place));
    }
    let value = Luma([if islands { 0 } else { 255 }]);
    let width = mask.width() as usize;
    for at in pieces.into_iter().flatten() {
        mask.put_pixel((at % width) as u32, (at / width) as u32, value);
    }
    true
}

/// The pixels that hang together, each piece as places row by row.
fn pieces(mask: &GrayImage, belongs: impl Fn(u8) -> bool) -> Vec<Vec<usize>> {
    let (width, height) = (mask.width() as usize, mask.height() as usize);
    let values = mask.as_raw();
    let mut seen = vec![false; values.len()];
    let mut pieces = Vec::new();
    for start in 0..values.len() {
        if seen[start] || !belongs(values[start]) {
            continue;
        }
        seen[start] = true;
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(&at) = piece.get(next) {
            next += 1;
            let (x, y) = (at % width, at / width);
            for y in y.saturating_sub(1)..(y + 2).min(height) {
                for x in x.saturating_sub(1)..(x + 2).min(width) {
                    let beside = y * width + x;
                    if !seen[beside] && belongs(values[beside]) {
                        seen[beside] = true;
                        piece.push(beside);
                    }
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// The box around what a mask covers, `[left, top, right, bottom]`, all within; none where it is
/// empty.
pub(super) fn bounds(mask: &GrayImage) -> Option<[u32; 4]> {
    let covered = mask
        .enumerate_pixels()
        .filter(|(_, _, pixel)| pixel[0] > 127);
    covered.fold(None, |bounds, (x, y, _)| match bounds {
        None => Some([x, y, x, y]),
        Some([left, top, right, bottom]) => {
            Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `#` is covered.
    fn mask(lines: &[&str]) -> GrayImage {
        let at = |x: u32, y: u32| lines[y as usize].as_bytes()[x as usize] == b'#';
        GrayImage::from_fn(lines[0].len() as u32, lines.len() as u32, |x, y| {
            Luma([if at(x, y) { 255 } else { 0 }])
        })
    }

    #[test]
    fn small_holes_are_filled_and_small_islands_go() {
        let mut given = mask(&["####...", "#.##..#", "####...", "####..."]);
        assert!(remove(&mut given, 3));
        assert_eq!(given, mask(&["####...", "####...", "####...", "####..."]));
        assert_eq!(bounds(&given), Some([0, 0, 3, 3]));
        assert!(!remove(&mut given, 3));
    }

    #[test]
    fn corners_hang_together_and_the_largest_of_small_islands_stays() {
        let mut given = mask(&["#...#", ".#...", "....."]);
        assert!(remove(&mut given, 4));
        assert_eq!(given, mask(&["#....", ".#...", "....."]));
        assert_eq!(bounds(&GrayImage::new(3, 3)), None);
    }
}
