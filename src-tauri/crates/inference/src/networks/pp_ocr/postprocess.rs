//! Interpretation of PP-OCR's numbers: boxes around what the detector takes for text (Liao et al.
//! 2020, section 3.5), and the characters of a line (Graves et al. 2006, section 3.2: best path
//! decoding).

use super::output::{Reading, TextBox};
use super::rectangle::Rectangle;

/// A pixel that is likelier than this belongs to the core of a line.
const CORE: f32 = 0.3;
/// A box whose pixels are less likely than this on average is none.
const LIKELY: f64 = 0.6;
/// A core whose shorter side has fewer pixels is none, and a box with fewer than two more.
const NARROWEST: f64 = 3.0;
/// A line is wider than its core by this, times its area over its circumference.
const WIDER: f64 = 1.5;
/// The most boxes that are looked at.
const MOST: usize = 1000;

/// The boxes of lines in pixels of an image, from how likely each pixel of a map is text, row by
/// row. Both sizes are `(width, height)`.
pub fn boxes(likely: &[f32], size: (u32, u32), image: (u32, u32)) -> Vec<TextBox> {
    let width = size.0 as usize;
    let scale = [
        f64::from(image.0) / f64::from(size.0),
        f64::from(image.1) / f64::from(size.1),
    ];
    let mut found = Vec::new();
    for core in cores(likely, width).into_iter().take(MOST) {
        let Some(core) = Rectangle::around(&core) else {
            continue;
        };
        if core.shorter() < NARROWEST {
            continue;
        }
        let score = mean_within(likely, width, &core.corners());
        let line = core.wider_by(WIDER * core.area() / core.circumference());
        if score < LIKELY || line.shorter() < NARROWEST + 2.0 {
            continue;
        }
        let place = |value: f64, scale: f64, end: u32| {
            (value * scale).round_ties_even().clamp(0.0, f64::from(end)) as f32
        };
        let corners = line
            .corners()
            .map(|[x, y]| (place(x, scale[0], image.0), place(y, scale[1], image.1)));
        found.push(TextBox {
            corners,
            score: score as f32,
        });
    }
    found
}

/// For each set of pixels above the bound that touch each other, also at corners, the ends of its
/// rows as `[x, y]`.
fn cores(likely: &[f32], width: usize) -> Vec<Vec<[f64; 2]>> {
    let mut is_open: Vec<bool> = likely.iter().map(|likely| *likely > CORE).collect();
    let height = likely.len() / width.max(1);
    let (mut cores, mut waiting) = (Vec::new(), Vec::new());
    for start in 0..is_open.len() {
        if !is_open[start] {
            continue;
        }
        let mut ends: std::collections::BTreeMap<usize, (usize, usize)> =
            std::collections::BTreeMap::new();
        is_open[start] = false;
        waiting.push(start);
        while let Some(pixel) = waiting.pop() {
            let (x, y) = (pixel % width, pixel / width);
            ends.entry(y)
                .and_modify(|(left, right)| (*left, *right) = ((*left).min(x), (*right).max(x)))
                .or_insert((x, x));
            for row in y.saturating_sub(1)..(y + 2).min(height) {
                for column in x.saturating_sub(1)..(x + 2).min(width) {
                    if std::mem::take(&mut is_open[row * width + column]) {
                        waiting.push(row * width + column);
                    }
                }
            }
        }
        let ends = ends.into_iter();
        cores.push(
            ends.flat_map(|(y, (left, right))| [[left as f64, y as f64], [right as f64, y as f64]])
                .collect(),
        );
    }
    cores
}

/// The mean over the pixels in a box and on its edges.
fn mean_within(likely: &[f32], width: usize, corners: &[[f64; 2]; 4]) -> f64 {
    let height = likely.len() / width.max(1);
    // In whole pixels, counted from the first that the box touches.
    let first = |axis: usize| {
        corners
            .iter()
            .map(|corner| corner[axis].floor())
            .fold(f64::MAX, f64::min)
            .max(0.0)
    };
    let origin = [first(0), first(1)];
    let corners = corners.map(|[x, y]| {
        [
            origin[0] + (x - origin[0]).trunc(),
            origin[1] + (y - origin[1]).trunc(),
        ]
    });
    let range = |axis: usize, length: usize| {
        let last = corners
            .iter()
            .map(|corner| corner[axis])
            .fold(0.0, f64::max);
        origin[axis] as usize..(last as usize + 1).min(length)
    };
    let is_within = |x: f64, y: f64| {
        (0..4).all(|side| {
            let ([ax, ay], [bx, by]) = (corners[side], corners[(side + 1) % 4]);
            let (dx, dy) = (bx - ax, by - ay);
            // A pixel is on an edge where this passes it by half a pixel at most, along one of the
            // axes.
            dx * (y - ay) - dy * (x - ax) >= -0.5 * dx.abs().max(dy.abs())
        })
    };
    let (mut sum, mut count) = (0.0, 0.0);
    for y in range(1, height) {
        for x in range(0, width) {
            if is_within(x as f64, y as f64) {
                sum += f64::from(likely[y * width + x]);
                count += 1.0;
            }
        }
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// A line's text from the likeliest character at each of its places and how likely these are. The
/// first character stands for none; the same at places beside each other is one.
pub fn reading(best: &[u32], scores: &[f32], characters: &[String]) -> Reading {
    let (mut text, mut sum, mut count) = (String::new(), 0.0, 0.0_f32);
    let mut before = 0;
    for (character, score) in best.iter().zip(scores) {
        if *character != before && *character != 0 {
            // A number beyond the list has no character to show.
            text.push_str(
                characters
                    .get(*character as usize)
                    .map_or("", String::as_str),
            );
            sum += score;
            count += 1.0;
        }
        before = *character;
    }
    Reading {
        text,
        score: sum / count.max(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{boxes, reading};

    #[test]
    fn the_same_character_beside_itself_is_one_and_none_parts_two() {
        let characters = ["", "a", "b"].map(str::to_owned);
        let read = reading(
            &[0, 1, 1, 0, 1, 2, 2, 7, 0],
            &[0.9, 0.5, 0.1, 0.9, 0.7, 0.9, 0.2, 0.9, 0.3],
            &characters,
        );
        assert_eq!((read.text.as_str(), read.score), ("aab", 0.75));
        assert_eq!(reading(&[0, 0], &[1.0, 1.0], &characters).text, "");
    }

    #[test]
    fn an_upright_line_s_box_is_wider_than_its_core_and_specks_have_none() {
        let (width, height) = (64_u32, 32_u32);
        let within =
            |x: u32, y: u32| (10..50).contains(&x) && (8..16).contains(&y) || (x, y) == (60, 30);
        let likely: Vec<f32> = (0..width * height)
            .map(|at| {
                if within(at % width, at / width) {
                    0.9
                } else {
                    0.1
                }
            })
            .collect();
        let found = boxes(&likely, (width, height), (128, 64));
        assert_eq!(found.len(), 1);
        // 39 by 7 pixels from the middle of the first to that of the last; 1.5 · 273 / 92 = 4.45
        // wider on each side.
        assert_eq!(
            found[0].corners,
            [(11.0, 7.0), (107.0, 7.0), (107.0, 39.0), (11.0, 39.0)]
        );
        assert!((found[0].score - 0.9).abs() < 1e-4);
        assert!(boxes(&[], (0, 0), (128, 64)).is_empty());
    }
}
