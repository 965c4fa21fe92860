//! Height of a bar code. A line across it says what it is; above and below, the same bars go on
//! until the code ends. What has no such bars (a fence of letters, the teeth of a comb) is no bar
//! code, whatever the line says.

use image::GrayImage;

/// Minimum correlation of two lines of one code.
const ALIKE: f32 = 0.6;
/// Lines that may be unlike before the code counts as ended: a scratch, a fold.
const MOST_UNLIKE: usize = 3;
/// The least height of a code, in pixels and as a share of its length.
const LEAST_HEIGHT: f32 = 6.0;
const LEAST_SHARE: f32 = 0.05;
const MOST_SAMPLES: f32 = 600.0;

/// A bar code around a line: where the line begins and ends, and how far the bars go on to both
/// sides of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Strip {
    start: (f32, f32),
    end: (f32, f32),
    /// From the line to the last like it, on either side.
    reach: [(f32, f32); 2],
}

impl Strip {
    /// Its corners, in order around it.
    pub(crate) fn corners(&self) -> [(f32, f32); 4] {
        let at = |(x, y): (f32, f32), (across, down): (f32, f32)| (x + across, y + down);
        let [above, below] = self.reach;
        [
            at(self.start, above),
            at(self.end, above),
            at(self.end, below),
            at(self.start, below),
        ]
    }

    /// Whether it is tall enough to be a code.
    pub(crate) fn is_a_code(&self) -> bool {
        let [above, below] = self.reach;
        let height = above.0.hypot(above.1) + below.0.hypot(below.1);
        let length = (self.end.0 - self.start.0).hypot(self.end.1 - self.start.1);
        height >= LEAST_HEIGHT.max(LEAST_SHARE * length)
    }

    /// The same with so many pixels more on all sides.
    #[must_use]
    pub(crate) fn widened(self, pixels: f32) -> Self {
        let (across, down) = direction(self.start, self.end);
        let along = |(x, y): (f32, f32), far: f32| (x + far * across, y + far * down);
        let [above, below] = self.reach;
        Self {
            start: along(self.start, -pixels),
            end: along(self.end, pixels),
            reach: [
                (above.0 + pixels * down, above.1 - pixels * across),
                (below.0 - pixels * down, below.1 + pixels * across),
            ],
        }
    }
}

/// The strip around a line from within the first bars of a code to within its last ones.
pub(crate) fn around(grey: &GrayImage, start: (f32, f32), end: (f32, f32)) -> Strip {
    let (across, down) = direction(start, end);
    let (start, end) = to_the_ends(grey, start, end);
    let length = (end.0 - start.0).hypot(end.1 - start.1);
    let samples = length.clamp(8.0, MOST_SAMPLES);
    // The line, moved along itself and to its side.
    let line = |along: f32, aside: f32| -> Option<Vec<f32>> {
        let values: Option<Vec<f32>> = (0..samples as usize)
            .map(|index| {
                let far = along + length * (index as f32 + 0.5) / samples.floor();
                at(
                    grey,
                    start.0 + far * across - aside * down,
                    start.1 + far * down + aside * across,
                )
            })
            .collect();
        values.and_then(normalised)
    };
    let mut strip = Strip {
        start,
        end,
        reach: [(0.0, 0.0); 2],
    };
    let Some(middle) = line(0.0, 0.0) else {
        return strip;
    };
    for (side, sign) in [-1.0_f32, 1.0].into_iter().enumerate() {
        let (mut drift, mut unlike, mut step) = (0.0_f32, 0, 1.0_f32);
        while unlike <= MOST_UNLIKE && step < 4.0 * length {
            // Slanted bars move along from line to line.
            let best = [0.0, -0.5, 0.5, -1.0, 1.0]
                .into_iter()
                .filter_map(|shift| {
                    Some((
                        drift + shift,
                        correlation(&middle, &line(drift + shift, sign * step)?),
                    ))
                })
                .max_by(|a, b| a.1.total_cmp(&b.1));
            match best {
                Some((along, likeness)) if likeness >= ALIKE => {
                    drift = along;
                    unlike = 0;
                    strip.reach[side] = (
                        along * across - sign * step * down,
                        along * down + sign * step * across,
                    );
                }
                _ => unlike += 1,
            }
            step += 1.0;
        }
    }
    strip
}

/// Moves both ends outwards to where the bars end: readers put them into the middle of the first
/// and the last ones.
fn to_the_ends(grey: &GrayImage, start: (f32, f32), end: (f32, f32)) -> ((f32, f32), (f32, f32)) {
    let length = (end.0 - start.0).hypot(end.1 - start.1);
    let (across, down) = direction(start, end);
    let value = |far: f32| at(grey, start.0 + far * across, start.1 + far * down);
    let inside: Vec<f32> = (0..=length as usize)
        .filter_map(|far| value(far as f32))
        .collect();
    let (least, most) = inside
        .iter()
        .fold((255.0_f32, 0.0_f32), |(least, most), &v| {
            (least.min(v), most.max(v))
        });
    let threshold = f32::midpoint(least, most);
    // The widest bar or gap; what is clearly wider is the quiet zone around the code.
    let widest = inside
        .chunk_by(|a, b| (*a < threshold) == (*b < threshold))
        .map(<[f32]>::len)
        .max()
        .unwrap_or(1);
    let last_bar = |from: f32, step: f32| {
        let (mut far, mut last) = (from, from);
        while (far - last).abs() <= 1.5 * widest as f32 {
            match value(far) {
                Some(value) if value < threshold => last = far,
                Some(_) => {}
                None => break,
            }
            far += step;
        }
        last
    };
    let (first, last) = (last_bar(0.0, -1.0), last_bar(length, 1.0));
    let place = |far: f32| (start.0 + far * across, start.1 + far * down);
    (place(first), place(last))
}

fn direction(start: (f32, f32), end: (f32, f32)) -> (f32, f32) {
    let (x, y) = (end.0 - start.0, end.1 - start.1);
    let length = x.hypot(y).max(f32::MIN_POSITIVE);
    (x / length, y / length)
}

/// Brightness of an image between its pixels; none outside.
fn at(grey: &GrayImage, x: f32, y: f32) -> Option<f32> {
    let within =
        x >= 0.0 && y >= 0.0 && x <= grey.width() as f32 - 1.0 && y <= grey.height() as f32 - 1.0;
    if !within {
        return None;
    }
    let (left, top) = (x as u32, y as u32);
    let (right, below) = (
        (left + 1).min(grey.width() - 1),
        (top + 1).min(grey.height() - 1),
    );
    let (s, t) = (x - left as f32, y - top as f32);
    let value = |x, y| f32::from(grey.get_pixel(x, y)[0]);
    let upper = value(left, top) * (1.0 - s) + value(right, top) * s;
    let lower = value(left, below) * (1.0 - s) + value(right, below) * s;
    Some(upper * (1.0 - t) + lower * t)
}

/// Values with mean 0 and length 1; none where they are all alike.
fn normalised(mut values: Vec<f32>) -> Option<Vec<f32>> {
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    for value in &mut values {
        *value -= mean;
    }
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    // Less than two levels of contrast is grain.
    (length > 2.0 * (values.len() as f32).sqrt()).then(|| {
        for value in &mut values {
            *value /= length;
        }
        values
    })
}

fn correlation(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use image::Luma;

    use super::*;

    #[test]
    fn bars_end_where_they_end() {
        // Bars of one to four pixels from (40, 30) to (160, 90), slanted by a pixel in three.
        let bars = [1, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1];
        let grey = GrayImage::from_fn(240, 120, |x, y| {
            let u = x as f32 - 40.0 - (y as f32 - 30.0) / 3.0;
            let bar =
                (0.0..120.0).contains(&u) && (30..90).contains(&y) && bars[(u / 6.0) as usize] == 1;
            Luma([if bar { 20 } else { 230 }])
        });
        let strip = around(&grey, (70.0, 60.0), (150.0, 60.0));
        assert!(strip.is_a_code());
        let corners = strip.corners();
        for ((x, y), (u, v)) in
            corners
                .into_iter()
                .zip([(40.0, 30.0), (160.0, 30.0), (180.0, 90.0), (60.0, 90.0)])
        {
            assert!((x - u).abs() < 4.0 && (y - v).abs() < 4.0, "{corners:?}");
        }
        let line = GrayImage::from_fn(240, 120, |x, y| {
            Luma([if y == 60 && x % 7 < 3 { 20 } else { 230 }])
        });
        assert!(!around(&line, (70.0, 60.0), (150.0, 60.0)).is_a_code());
    }
}
