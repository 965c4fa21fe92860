//! Seam between two images, where one ends and the other begins.
//!
//! Kwatra et al., "Graphcut Textures" (2003), section 3: the line between two images that overlap
//! is where they differ least, found as a minimum cut, so it goes around what has moved.

use super::small::Small;
use crate::max_flow::Graph;
use crate::pixels;

/// The capacity of what must not be cut.
const FOREVER: i32 = 1 << 24;

/// For each pixel of the small canvas whether it shows the first image (where that has something).
pub(super) fn seam(first: &Small, second: &Small) -> Vec<bool> {
    let (width, height) = (first.width, first.height);
    let overlap: Vec<usize> = (0..width * height)
        .filter(|&at| first.shows(at) && second.shows(at))
        .collect();
    let mut node = vec![usize::MAX; width * height];
    overlap
        .iter()
        .enumerate()
        .for_each(|(index, &at)| node[at] = index);
    let differs = |at: usize| {
        let (a, b) = (first.color(at), second.color(at));
        (0..3)
            .map(|channel| (a[channel] - b[channel]).powi(2))
            .sum::<f32>()
            .sqrt()
    };
    let mut graph = Graph::new(overlap.len());
    for (index, &at) in overlap.iter().enumerate() {
        for beside in pixels::beside(at, width, height) {
            match (first.shows(beside), second.shows(beside)) {
                (true, true) if beside > at => {
                    // A little for its length, so that it goes straight where nothing differs.
                    graph.tie(
                        index,
                        node[beside],
                        4 + (1000.0 * (differs(at) + differs(beside))) as i32,
                    );
                }
                (true, false) => graph.pull(index, FOREVER),
                (false, true) => graph.pull(index, -FOREVER),
                _ => {}
            }
        }
    }
    let side = graph.cut();
    (0..width * height)
        .map(|at| {
            if node[at] == usize::MAX {
                first.shows(at)
            } else {
                side[node[at]]
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_around_what_has_moved() {
        let (width, height) = (60, 30);
        let of = |from: usize, to: usize, moved: usize| {
            let shows = |at: usize| (from..to).contains(&(at % width));
            let color = |at: usize| {
                let inside = (at % width).abs_diff(moved) < 5 && at / width > 8 && at / width < 22;
                [if inside { 0.9 } else { 0.3 }; 3]
            };
            Small::of_fn(width, height, |at| shows(at).then(|| color(at)))
        };
        // Something stood at 25 when the first image was taken, and at 200 (outside) for the
        // second.
        let (first, second) = (of(0, 40, 25), of(20, 60, 200));
        let sides = seam(&first, &second);
        for y in 0..height {
            let row: Vec<bool> = sides[y * width..(y + 1) * width].to_vec();
            let cut = row.iter().position(|first| !first).unwrap();
            assert!((20..=40).contains(&cut) && row[cut..].iter().all(|first| !first));
            assert!(
                !(9..22).contains(&y) || !(22..=29).contains(&cut),
                "row {y} is cut at {cut}"
            );
        }
    }
}
