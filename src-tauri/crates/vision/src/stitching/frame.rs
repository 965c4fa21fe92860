//! The part of a panorama that is worth keeping.

/// Left, top, width and height.
pub(super) type Area = (usize, usize, usize, usize);

/// The largest rectangle of pixels that are all covered; none where none is.
///
/// Row by row, how far up each column is covered makes a histogram; its largest rectangle comes
/// from a stack of rising columns.
pub(super) fn largest(covered: &[bool], width: usize) -> Option<Area> {
    let mut heights = vec![0; width];
    let mut best: Option<Area> = None;
    for (y, row) in covered.chunks(width).enumerate() {
        heights
            .iter_mut()
            .zip(row)
            .for_each(|(height, covered)| *height = if *covered { *height + 1 } else { 0 });
        // Where a rectangle of that height may begin.
        let mut rising: Vec<(usize, usize)> = Vec::new();
        for x in 0..=width {
            let height = heights.get(x).copied().unwrap_or(0);
            let mut start = x;
            while let Some(&(left, taller)) = rising.last().filter(|(_, taller)| *taller >= height)
            {
                rising.pop();
                start = left;
                let area = |(_, _, width, height): Area| width * height;
                if taller > 0 && best.is_none_or(|best| taller * (x - left) > area(best)) {
                    best = Some((left, y + 1 - taller, x - left, taller));
                }
            }
            rising.push((start, height));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_rectangle_is_found() {
        let of = |rows: &[&str]| {
            let covered: Vec<bool> = rows
                .iter()
                .flat_map(|row| row.chars().map(|c| c == '#'))
                .collect();
            largest(&covered, rows[0].len())
        };
        assert_eq!(
            of(&["..##..", ".####.", "######", ".#####"]),
            Some((1, 1, 4, 3))
        );
        assert_eq!(of(&["#####", "#####"]), Some((0, 0, 5, 2)));
        assert_eq!(of(&["..", ".."]), None);
        assert_eq!(of(&["#.#", "#.#", "..#"]), Some((2, 0, 1, 3)));
    }
}
