//! A layer's product for a single row, as writing token by token has it: bound by how fast the weights come out of memory, so
//! that each thread reads a part of them, once.

use rayon::prelude::*;

use super::Activation;
use super::vectors::vectorised;

/// Rows of the weights that are read at a time, so that the sums are written that much less often.
const ROWS: usize = 8;

/// `activation(row · weight + bias + added)`: `weight` has a row for each value of `row`, as long as the result.
pub(super) fn multiply_row(
    row: &[f32],
    weight: &[f32],
    bias: Option<&[f32]>,
    added: Option<&[f32]>,
    activation: Activation,
) -> Vec<f32> {
    let width = weight.len() / row.len().max(1);
    let mut result = vec![0.0; width];
    let part = width.div_ceil(rayon::current_num_threads()).next_multiple_of(64);
    result.par_chunks_mut(part).enumerate().for_each(|(index, result)| {
        let first = index * part;
        vectorised(|| add_products(result, row, weight, first, width));
        let count = result.len();
        let (bias, added) = (bias.map(|bias| &bias[first..]), added.map(|added| &added[first..]));
        activation.finish(result, bias, added, count);
    });
    result
}

/// Adds to each value of `sums` the products of `row` with its column of the weights, the first of which is `first`.
#[inline(always)]
fn add_products(sums: &mut [f32], row: &[f32], weight: &[f32], first: usize, width: usize) {
    let count = sums.len();
    let columns = |at: usize| &weight[at * width + first..][..count];
    let mut blocks = row.chunks_exact(ROWS);
    let mut at = 0;
    for values in &mut blocks {
        let [a, b, c, d, e, f, g, h]: [&[f32]; ROWS] = std::array::from_fn(|row| columns(at + row));
        for (column, sum) in sums.iter_mut().enumerate() {
            let upper = values[0] * a[column] + values[1] * b[column] + values[2] * c[column] + values[3] * d[column];
            let lower = values[4] * e[column] + values[5] * f[column] + values[6] * g[column] + values[7] * h[column];
            *sum += upper + lower;
        }
        at += ROWS;
    }
    for value in blocks.remainder() {
        for (sum, weight) in sums.iter_mut().zip(columns(at)) {
            *sum += value * weight;
        }
        at += 1;
    }
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
            let column = weight[index..].iter().step_by(count);
            let sum: f32 = row.iter().zip(column).map(|(a, b)| a * b).sum();
            assert_eq!(*found, (sum - index as f32).max(0.0), "{index}");
        }
    }
}
