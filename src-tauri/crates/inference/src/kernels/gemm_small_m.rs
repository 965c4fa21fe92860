//! A layer's product for a few rows, as writing token by token has them: bound by how fast the
//! weights come out of memory, so that each thread reads a part of them, once.

use rayon::prelude::*;

use super::Activation;
use super::simd_math::vectorised;

/// As many rows as are a few.
pub(super) const FEW_ROWS: usize = 4;

/// Rows of the weights that are read at a time, so that the sums are written that much less often.
const BLOCK: usize = 8;

/// `activation(rows · weight + bias + added)`: `weight` has a row for each value of a row, as long
/// as one of the result.
pub(super) fn multiply_rows(
    rows: &[f32],
    count: usize,
    weight: &[f32],
    bias: Option<&[f32]>,
    added: Option<&[f32]>,
    activation: Activation,
) -> Vec<f32> {
    let length = rows.len() / count.max(1);
    let width = weight.len() / length.max(1);
    let part = width
        .div_ceil(rayon::current_num_threads())
        .next_multiple_of(64);
    let mut parts = vec![0.0; count * width];
    // Each part of the columns lies by itself, all rows of it below each other.
    parts
        .par_chunks_mut(count * part)
        .enumerate()
        .for_each(|(index, sums)| {
            let (first, here) = (index * part, sums.len() / count.max(1));
            vectorised(|| add_products(sums, rows, weight, (first, here), width));
            for (row, sums) in sums.chunks_exact_mut(here).enumerate() {
                let bias = bias.map(|bias| &bias[first..]);
                let added = added.map(|added| &added[row * width + first..]);
                activation.finish(sums, bias, added, here);
            }
        });
    if count == 1 {
        return parts;
    }
    let mut result = vec![0.0; count * width];
    for (index, part_of) in parts.chunks(count * part).enumerate() {
        let here = part_of.len() / count;
        for (row, values) in part_of.chunks_exact(here).enumerate() {
            result[row * width + index * part..][..here].copy_from_slice(values);
        }
    }
    result
}

/// Adds to each value of `sums` the products of its row with its column of the weights; `columns`
/// are the first and how many.
#[inline(always)]
fn add_products(
    sums: &mut [f32],
    rows: &[f32],
    weight: &[f32],
    columns: (usize, usize),
    width: usize,
) {
    let (first, count) = columns;
    let weights = |at: usize| &weight[at * width + first..][..count];
    let length = rows.len() / (sums.len() / count);
    let whole = length - length % BLOCK;
    for at in (0..whole).step_by(BLOCK) {
        let [a, b, c, d, e, f, g, h]: [&[f32]; BLOCK] =
            std::array::from_fn(|row| weights(at + row));
        // The weights come out of memory for the first row, and out of the cache for the others.
        for (values, sums) in rows.chunks_exact(length).zip(sums.chunks_exact_mut(count)) {
            let values = &values[at..at + BLOCK];
            for (column, sum) in sums.iter_mut().enumerate() {
                let upper = values[0] * a[column]
                    + values[1] * b[column]
                    + values[2] * c[column]
                    + values[3] * d[column];
                let lower = values[4] * e[column]
                    + values[5] * f[column]
                    + values[6] * g[column]
                    + values[7] * h[column];
                *sum += upper + lower;
            }
        }
    }
    for at in whole..length {
        for (values, sums) in rows.chunks_exact(length).zip(sums.chunks_exact_mut(count)) {
            for (sum, weight) in sums.iter_mut().zip(weights(at)) {
                *sum += values[at] * weight;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Activation, FEW_ROWS, multiply_rows};

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn each_value_is_a_sum_of_products_with_what_is_added() {
        let (length, width) = (67, 150);
        for count in 1..=FEW_ROWS {
            let rows: Vec<f32> = (0..length * count).map(|at| (at % 5) as f32).collect();
            let weight: Vec<f32> = (0..length * width)
                .map(|at| (at % 7) as f32 - 3.0)
                .collect();
            let bias: Vec<f32> = (0..width).map(|at| at as f32).collect();
            let added: Vec<f32> = (0..width * count).map(|at| -2.0 * at as f32).collect();
            let found = multiply_rows(
                &rows,
                count,
                &weight,
                Some(&bias),
                Some(&added),
                Activation::Relu,
            );
            assert_eq!(found.len(), count * width);
            for (index, found) in found.iter().enumerate() {
                let (row, column) = (index / width, index % width);
                let weights = weight[column..].iter().step_by(width);
                let sum: f32 = rows[row * length..][..length]
                    .iter()
                    .zip(weights)
                    .map(|(a, b)| a * b)
                    .sum();
                assert_eq!(
                    *found,
                    (sum + bias[column] + added[index]).max(0.0),
                    "{count} {index}"
                );
            }
        }
    }
}
