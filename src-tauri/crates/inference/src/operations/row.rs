//! A layer's product for a single row, as writing token by token has it: bound by how fast the weights come out of memory, so
//! that each thread reads a part of them, once.

use rayon::prelude::*;

use super::Activation;
use super::vectors::vectorised;

/// Values that a loop takes at a time: so many sums run beside each other.
const LANES: usize = 32;

/// `activation(row · weightᵀ + bias + added)`: `weight` has rows as long as `row`, one for each value of the result.
pub(super) fn multiply_row(
    row: &[f32],
    weight: &[f32],
    bias: Option<&[f32]>,
    added: Option<&[f32]>,
    activation: Activation,
) -> Vec<f32> {
    let width = row.len().max(1);
    let mut result = vec![0.0; weight.len() / width];
    // A few parts for each thread, so that one that comes late does not hold up the others.
    let part = result.len().div_ceil(4 * rayon::current_num_threads()).max(16);
    result.par_chunks_mut(part).enumerate().for_each(|(index, result)| {
        let first = index * part;
        let weight = &weight[first * width..][..result.len() * width];
        vectorised(|| {
            for (value, weight) in result.iter_mut().zip(weight.chunks_exact(width)) {
                *value = product(row, weight);
            }
        });
        let count = result.len();
        let (bias, added) = (bias.map(|bias| &bias[first..]), added.map(|added| &added[first..]));
        activation.finish(result, bias, added, count);
    });
    result
}

/// The sum of the products of two rows' values.
#[inline(always)]
fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let (mut left, mut right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (a, b) in (&mut left).zip(&mut right) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::{Activation, multiply_row};

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn each_value_is_a_sum_of_products_with_what_is_added() {
        let (width, count) = (67, 150);
        let row: Vec<f32> = (0..width).map(|at| (at % 5) as f32).collect();
        let weight: Vec<f32> = (0..width * count).map(|at| (at % 7) as f32 - 3.0).collect();
        let bias: Vec<f32> = (0..count).map(|at| at as f32).collect();
        let added: Vec<f32> = (0..count).map(|at| -2.0 * at as f32).collect();
        let found = multiply_row(&row, &weight, Some(&bias), Some(&added), Activation::Relu);
        assert_eq!(found.len(), count);
        for (index, found) in found.iter().enumerate() {
            let sum: f32 = row.iter().zip(&weight[index * width..]).map(|(a, b)| a * b).sum();
            assert_eq!(*found, (sum - index as f32).max(0.0), "{index}");
        }
    }
}
