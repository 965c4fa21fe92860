//! Hides where pieces from different places meet, and where they meet what is known: the steps
//! between pixels are taken from the pieces, and the levels follow.
//!
//! Pérez, Gangnet and Blake, "Poisson Image Editing" (2003), with a weak tie to the voted colours
//! (so that nothing drifts far), solved by successive over-relaxation.

use patchbay_domain::Cancelled;
use rayon::prelude::*;

use super::Color;
use super::patch_match::Field;
use super::pyramid::Level;
use crate::Watch;
use crate::pixels::beside;

/// Weight with which the voted colours hold: corrections reach about thirty pixels.
const TIE: f32 = 1e-3;
const ROUNDS: usize = 80;
const OVER_RELAXATION: f32 = 1.85;

/// Evens out the filled hole of the finest level.
pub(super) fn even_out(
    level: &mut Level,
    field: &Field,
    progress: &dyn Watch,
) -> Result<(), Cancelled> {
    let inside: Vec<usize> = (0..level.hole.len()).filter(|&at| level.hole[at]).collect();
    let voted: Vec<Color> = inside.iter().map(|&at| level.colors[at]).collect();
    let steps: Vec<Color> = inside
        .par_iter()
        .map(|&at| steps(level, field, at))
        .collect();
    let mut colors = std::mem::take(&mut level.colors);
    for _ in 0..ROUNDS {
        if progress.is_cancelled() {
            return Err(Cancelled);
        }
        for ((&at, voted), steps) in inside.iter().zip(&voted).zip(&steps) {
            let mut sum = *steps;
            let mut count = TIE;
            for next in beside(at, level.width, level.height) {
                count += 1.0;
                for (sum, value) in sum.iter_mut().zip(colors[next]) {
                    *sum += value;
                }
            }
            for ((color, sum), voted) in colors[at].iter_mut().zip(sum).zip(voted) {
                *color += OVER_RELAXATION * ((sum + TIE * voted) / count - *color);
            }
        }
    }
    for &at in &inside {
        colors[at] = colors[at].map(|value| value.clamp(0.0, 1.0));
    }
    level.colors = colors;
    Ok(())
}

/// Amount by which a pixel stands out from its neighbours together, as its own match and theirs
/// show it.
fn steps(level: &Level, field: &Field, at: usize) -> Color {
    let mut sum = [0.0; 4];
    for next in beside(at, level.width, level.height) {
        let mut step = [0.0; 4];
        let mut voices = 0.0;
        // Each match shows both pixels where it comes from: a patch reaches further than one step.
        for middle in [at, next] {
            if field.target[middle] {
                let own = level.colors[field.origin(middle, at)];
                let other = level.colors[field.origin(middle, next)];
                voices += 1.0;
                for ((step, own), other) in step.iter_mut().zip(own).zip(other) {
                    *step += own - other;
                }
            }
        }
        for (sum, step) in sum.iter_mut().zip(step) {
            *sum += step / f32::max(voices, 1.0);
        }
    }
    sum
}
