//! The directions of level lines: along them the brightness stays the same (sections 2.2 to 2.3).

use rayon::prelude::*;

use crate::planes::Plane;

/// Change of a gradient that rounding to whole levels may cause (section 2.3).
const ROUNDING: f32 = 2.0;
/// Classes of strength in which seeds are put in order (section 2.3).
const CLASSES: usize = 1024;

/// The level lines of a plane. Values stand between four pixels each; those of the last row and
/// column are undefined.
pub(super) struct Field {
    pub(super) width: usize,
    pub(super) height: usize,
    /// A vector of length 1 along the level line, so that who walks along it has the darker side on
    /// the right; 0 where the brightness hardly changes.
    pub(super) directions: Vec<[f32; 2]>,
    /// The gradient's length, in levels per pixel.
    pub(super) strengths: Vec<f32>,
    /// The pixels with a direction, strongest first.
    pub(super) seeds: Vec<u32>,
}

impl Field {
    pub(super) fn new(brightness: &Plane) -> Self {
        let (width, height) = (brightness.width, brightness.height);
        let least = ROUNDING / (super::TOLERANCE as f32).sin();
        let (directions, strengths): (Vec<_>, Vec<_>) = (0..width * height)
            .into_par_iter()
            .with_min_len(4096)
            .map(|at| {
                if at % width + 1 == width || at / width + 1 == height {
                    return ([0.0; 2], 0.0);
                }
                let [a, b, c, d] =
                    [at, at + 1, at + width, at + width + 1].map(|at| brightness.values[at]);
                let (across, down) = ((b + d - a - c) / 2.0, (c + d - a - b) / 2.0);
                let strength = across.hypot(down);
                if strength > least {
                    ([-down / strength, across / strength], strength)
                } else {
                    ([0.0; 2], 0.0)
                }
            })
            .unzip();
        let seeds = in_order(&strengths);
        Self {
            width,
            height,
            directions,
            strengths,
            seeds,
        }
    }

    /// Column and row of a pixel.
    pub(super) fn place(&self, at: u32) -> (f64, f64) {
        (
            f64::from(at % self.width as u32),
            f64::from(at / self.width as u32),
        )
    }

    /// Whether the level line at a pixel has a direction that differs from `along` (of length 1) by
    /// an angle of no more than that cosine.
    pub(super) fn is_aligned(&self, at: usize, along: [f64; 2], cosine: f64) -> bool {
        let [x, y] = self.directions[at].map(f64::from);
        (x != 0.0 || y != 0.0) && x * along[0] + y * along[1] >= cosine
    }
}

/// The places of strengths above 0, strongest first, equal to within a class.
fn in_order(strengths: &[f32]) -> Vec<u32> {
    let strongest = strengths.par_iter().copied().reduce(|| 0.0, f32::max);
    let class = |strength: f32| {
        CLASSES - 1 - ((strength / strongest * CLASSES as f32) as usize).min(CLASSES - 1)
    };
    let defined = || {
        strengths
            .iter()
            .enumerate()
            .filter(|&(_, &strength)| strength > 0.0)
    };
    let mut starts = [0_usize; CLASSES + 1];
    for (_, &strength) in defined() {
        starts[class(strength) + 1] += 1;
    }
    for index in 0..CLASSES {
        starts[index + 1] += starts[index];
    }
    let mut seeds = vec![0; starts[CLASSES]];
    for (at, &strength) in defined() {
        let next = &mut starts[class(strength)];
        seeds[*next] = at as u32;
        *next += 1;
    }
    seeds
}
