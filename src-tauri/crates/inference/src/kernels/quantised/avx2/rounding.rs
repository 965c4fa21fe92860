//! Rows as whole numbers of eight bits, as ggml rounds them: for formats with a scale for each 32
//! values so many together, with scales in half precision, for others 256.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;
use rayon::prelude::*;

use super::{Format, SPAN};
use crate::kernels::half::rounded;

/// Rows that each span of weights is multiplied with before the next one: a span of all of them
/// stays in the nearest cache.
pub(super) const GROUP: usize = 32;

/// 256 values in blocks of 32.
#[derive(Clone, Copy)]
pub(super) struct BlockRow {
    pub(super) values: [__m256i; 8],
    /// Factor on the values of each block.
    pub(super) scales: [f32; 8],
    /// The sum of each block, scaled.
    pub(super) sums: [f32; 8],
}

/// 256 values with one scale.
#[derive(Clone, Copy)]
pub(super) struct SuperRow {
    pub(super) values: [__m256i; 8],
    /// The sums of each 16 values, in sixteen bits each.
    pub(super) sums: __m256i,
    pub(super) scale: f32,
}

/// Rows in groups of [`GROUP`]; in each, the first span of all rows lies before the second one.
pub(super) type Groups<R> = Vec<Vec<R>>;

/// Rows, rounded as the formats want them that they are multiplied with.
pub(super) struct Rounded {
    pub(super) blocks: Groups<BlockRow>,
    /// With sums in half precision.
    pub(super) summed: Groups<BlockRow>,
    pub(super) super_blocks: Groups<SuperRow>,
}

impl Rounded {
    pub(super) fn new(
        simd: V3,
        x: &[f32],
        width: usize,
        formats: impl Iterator<Item = Format> + Clone,
    ) -> Self {
        let wants = |wanted: &[Format]| formats.clone().any(|format| wanted.contains(&format));
        let blocks = wants(&[Format::Q4_0, Format::Q5_0, Format::Q8_0]);
        let summed = wants(&[Format::Q4_1, Format::Q5_1]);
        let super_blocks = wants(&[Format::Q4K, Format::Q5K, Format::Q6K]);
        Self {
            blocks: groups(blocks, x, width, |values| {
                simd.vectorize(InBlocks(values, false))
            }),
            summed: groups(summed, x, width, |values| {
                simd.vectorize(InBlocks(values, true))
            }),
            super_blocks: groups(super_blocks, x, width, |values| {
                simd.vectorize(InSuperBlock(values))
            }),
        }
    }
}

/// Rounds each span of each row; what lacks in the last one is zero.
fn groups<R: Copy + Send>(
    wanted: bool,
    x: &[f32],
    width: usize,
    round: impl Fn(&[f32; SPAN]) -> R + Sync,
) -> Groups<R> {
    if !wanted {
        return Vec::new();
    }
    let group = |rows: &[f32]| {
        let mut spans = Vec::with_capacity(rows.len().div_ceil(SPAN) + rows.len() / width);
        for from in (0..width).step_by(SPAN) {
            for row in rows.chunks_exact(width) {
                let values = &row[from..width.min(from + SPAN)];
                spans.push(if let Ok(whole) = values.try_into() {
                    round(whole)
                } else {
                    let mut padded = [0.0; SPAN];
                    padded[..values.len()].copy_from_slice(values);
                    round(&padded)
                });
            }
        }
        spans
    };
    let size = GROUP * width.max(1);
    if x.len() <= size {
        return vec![group(x)];
    }
    x.par_chunks(size).map(group).collect()
}

struct InBlocks<'a>(&'a [f32; SPAN], bool);

impl pulp::NullaryFnOnce for InBlocks<'_> {
    type Output = BlockRow;

    #[inline(always)]
    fn call(self) -> BlockRow {
        let Self(values, half_sums) = self;
        let mut whole = [0i8; SPAN];
        let (mut scales, mut sums) = ([0.0; 8], [0.0; 8]);
        let blocks = values.chunks_exact(32).zip(whole.chunks_exact_mut(32));
        for (index, (values, whole)) in blocks.enumerate() {
            let most = largest(values);
            let sum = f32::from(round(values, per_unit(most), whole));
            let scale = most / 127.0;
            scales[index] = rounded(scale);
            sums[index] = if half_sums {
                rounded(scale * sum)
            } else {
                scales[index] * sum
            };
        }
        BlockRow {
            values: pulp::cast(whole),
            scales,
            sums,
        }
    }
}

struct InSuperBlock<'a>(&'a [f32; SPAN]);

impl pulp::NullaryFnOnce for InSuperBlock<'_> {
    type Output = SuperRow;

    #[inline(always)]
    fn call(self) -> SuperRow {
        let inverse = per_unit(largest(self.0));
        let mut whole = [0i8; SPAN];
        let mut sums = [0i16; SPAN / 16];
        let parts = self.0.chunks_exact(16).zip(whole.chunks_exact_mut(16));
        for ((values, whole), sum) in parts.zip(&mut sums) {
            *sum = round(values, inverse, whole);
        }
        SuperRow {
            values: pulp::cast(whole),
            sums: pulp::cast(sums),
            scale: if inverse > 0.0 { 1.0 / inverse } else { 0.0 },
        }
    }
}

/// Returns the factor that makes the largest of some values 127.
#[inline(always)]
fn per_unit(most: f32) -> f32 {
    if most > 0.0 { 127.0 / most } else { 0.0 }
}

#[inline(always)]
fn largest(values: &[f32]) -> f32 {
    let mut lanes = [0f32; 8];
    for values in values.chunks_exact(8) {
        for (lane, value) in lanes.iter_mut().zip(values) {
            let value = value.abs();
            *lane = if value > *lane { value } else { *lane };
        }
    }
    lanes.into_iter().fold(0.0, f32::max)
}

/// Rounds values to the nearest whole number, the even one of two that are as near; their sum.
#[inline(always)]
fn round(values: &[f32], inverse: f32, whole: &mut [i8]) -> i16 {
    /// Adding this rounds to a whole number, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let mut sum = 0;
    for (value, whole) in values.iter().zip(whole) {
        *whole = (value * inverse + ROUND).to_bits() as i8;
        sum += i16::from(*whole);
    }
    sum
}
