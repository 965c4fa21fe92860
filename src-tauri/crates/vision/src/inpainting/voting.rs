//! Turns matches into pixels: every patch over a pixel says what it should be (Wexler, Shechtman
//! and Irani, 2007, section 3.2). How good a match is and how near its patch is to what is known
//! decide how much it says.

use rayon::prelude::*;

use super::patch_match::Field;
use super::pyramid::Level;
use super::{Color, RADIUS};

/// Way in which the voices are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// The weighted mean: settles what goes where.
    Mean,
    /// Nearly only the best: keeps grain and sharp edges in the end.
    Best,
}

/// Gives the hole the colours that the matches say.
pub(super) fn vote(level: &mut Level, field: &Field, trust: &[f32], choice: Choice) {
    let spread = spread(field) * if choice == Choice::Best { 0.1 } else { 1.0 };
    let colors: Vec<Color> = (0..level.colors.len())
        .into_par_iter()
        .map(|at| {
            if level.hole[at] {
                voted(level, field, trust, at, spread)
            } else {
                level.colors[at]
            }
        })
        .collect();
    level.colors = colors;
}

/// The cost that three quarters of the matches stay below.
fn spread(field: &Field) -> f32 {
    let mut costs: Vec<f32> = field
        .matches
        .iter()
        .zip(&field.target)
        .filter(|(m, target)| **target && m.cost.is_finite())
        .map(|(m, _)| m.cost)
        .collect();
    if costs.is_empty() {
        return 1e-6;
    }
    let rank = costs.len() * 3 / 4;
    let (_, cost, _) = costs.select_nth_unstable_by(rank, f32::total_cmp);
    cost.max(1e-6)
}

fn voted(level: &Level, field: &Field, trust: &[f32], at: usize, spread: f32) -> Color {
    let (x, y) = (at % level.width, at / level.width);
    let mut sum = [0.0; 4];
    let mut total = 0.0;
    let mut least = f32::INFINITY;
    let patches = (y.saturating_sub(RADIUS)..(y + RADIUS + 1).min(level.height)).flat_map(|v| {
        (x.saturating_sub(RADIUS)..(x + RADIUS + 1).min(level.width)).map(move |u| (u, v))
    });
    for (u, v) in patches.clone() {
        least = least.min(field.matches[v * level.width + u].cost);
    }
    for (u, v) in patches {
        let found = field.matches[v * level.width + u];
        // Relative to the best, so that a pixel without any good match still has an answer.
        let weight = (-(found.cost - least) / (2.0 * spread)).exp() * trust[v * level.width + u];
        let from_x = (found.x + x as i32 - u as i32) as usize;
        let from_y = (found.y + y as i32 - v as i32) as usize;
        let color = level.colors[from_y * level.width + from_x];
        total += weight;
        for (sum, value) in sum.iter_mut().zip(color) {
            *sum += weight * value;
        }
    }
    sum.map(|sum| sum / total)
}
