//! Changes of colour in each of eight directions, averaged along the edge that would run across it:
//! an edge goes on for a while, grain does not. Colours are CIE L*a*b*, where distances are as
//! large as they look.

use rayon::prelude::*;

use crate::planes::Plane;

/// The number of directions in half a turn.
const DIRECTIONS: usize = 8;
/// The deviation of the smoothing before differences are taken, in pixels.
const SMOOTHING: f32 = 1.2;
/// Distance for which an edge is followed to each side, in pixels.
const REACH: usize = 4;
/// Weights of the squares of lightness and of the two axes of colour.
const WEIGHTS: [f32; 3] = [1.0, 0.8, 0.8];

/// The strongest change at each pixel.
pub(super) struct Gradients {
    /// In L*a*b* units that would be crossed within one deviation of the smoothing.
    pub(super) strength: Plane,
    /// Index of its direction in [`directions`].
    pub(super) direction: Vec<u8>,
}

/// Unit vectors `(across, down)` in even steps of half a turn.
pub(super) fn directions() -> [(f32, f32); DIRECTIONS] {
    std::array::from_fn(|index| {
        let angle = std::f32::consts::PI * index as f32 / DIRECTIONS as f32;
        (angle.cos(), angle.sin())
    })
}

impl Gradients {
    pub(super) fn of(channels: &[Plane; 3]) -> Self {
        let (width, height) = (channels[0].width, channels[0].height);
        let slopes: Vec<[Plane; 2]> = channels
            .iter()
            .map(|channel| slopes(&channel.blurred(SMOOTHING)))
            .collect();
        let mut best = vec![(0.0_f32, 0_u8); width * height];
        for (index, &(across, down)) in directions().iter().enumerate() {
            let changes: Vec<Padded> = slopes
                .iter()
                .map(|[u, v]| Padded::new(u, v, across, down))
                .collect();
            let offsets: Vec<(usize, usize)> = (0..=2 * REACH)
                .map(|step| {
                    let along = step as f32 - REACH as f32;
                    let shift = |part: f32| (REACH as f32 + (along * part).round()) as usize;
                    (shift(-down), shift(across))
                })
                .collect();
            best.par_chunks_mut(width).enumerate().for_each_init(
                || (vec![0.0_f32; width], vec![0.0_f32; width]),
                |(mean, squares), (y, row)| {
                    squares.fill(0.0);
                    for (change, weight) in changes.iter().zip(WEIGHTS) {
                        mean.fill(0.0);
                        for &(left, top) in &offsets {
                            let line = &change.line(y + top)[left..left + width];
                            mean.iter_mut()
                                .zip(line)
                                .for_each(|(sum, value)| *sum += value);
                        }
                        squares
                            .iter_mut()
                            .zip(&*mean)
                            .for_each(|(sum, mean)| *sum += weight * mean * mean);
                    }
                    for (best, &square) in row.iter_mut().zip(&*squares) {
                        if square > best.0 {
                            *best = (square, index as u8);
                        }
                    }
                },
            );
        }
        let (values, direction) = best
            .into_iter()
            .map(|(square, index)| (square.sqrt() / (2 * REACH + 1) as f32, index))
            .unzip();
        Self {
            strength: Plane {
                width,
                height,
                values,
            },
            direction,
        }
    }
}

/// Changes to the right and downwards within one deviation of the smoothing.
fn slopes(smooth: &Plane) -> [Plane; 2] {
    let change = |across: isize, down: isize| {
        Plane::from_fn(smooth.width, smooth.height, |at| {
            let (x, y) = ((at % smooth.width) as isize, (at / smooth.width) as isize);
            SMOOTHING * (smooth.near(x + across, y + down) - smooth.near(x - across, y - down))
                / 2.0
        })
    };
    [change(1, 0), change(0, 1)]
}

/// Changes in one direction, with [`REACH`] more pixels on each side that repeat those of the
/// frame.
struct Padded {
    width: usize,
    values: Vec<f32>,
}

impl Padded {
    fn new(to_the_right: &Plane, downwards: &Plane, across: f32, down: f32) -> Self {
        let (inner, height) = (to_the_right.width, to_the_right.height);
        let width = inner + 2 * REACH;
        let mut values = vec![0.0; width * (height + 2 * REACH)];
        values
            .par_chunks_mut(width)
            .enumerate()
            .for_each(|(y, line)| {
                let row = y.saturating_sub(REACH).min(height - 1) * inner;
                let (u, v) = (
                    &to_the_right.values[row..row + inner],
                    &downwards.values[row..row + inner],
                );
                for ((value, u), v) in line[REACH..REACH + inner].iter_mut().zip(u).zip(v) {
                    *value = across * u + down * v;
                }
                let (first, last) = (line[REACH], line[REACH + inner - 1]);
                line[..REACH].fill(first);
                line[REACH + inner..].fill(last);
            });
        Self { width, values }
    }

    fn line(&self, y: usize) -> &[f32] {
        &self.values[y * self.width..(y + 1) * self.width]
    }
}
