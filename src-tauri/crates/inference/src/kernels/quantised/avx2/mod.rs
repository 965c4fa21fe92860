//! Products by AVX2: rows are rounded once, each block of weights is taken apart once for as many
//! rows as stay in the cache, and the products of whole numbers are summed in integers.
//!
//! - `half`: several numbers in half precision at once
//! - `rounding`: rows as whole numbers of eight bits, in the order in which they are read
//! - `blocks`: formats with a scale in half precision for each 32 values
//! - `super_blocks`: formats with a scale for each 256 values, and small whole ones within
//! - `strip`: the products of some rows of a matrix
//! - [`products`]: those of all, on all threads

mod blocks;
mod half;
mod rounding;
mod strip;
mod super_blocks;

use std::borrow::Cow;

use candle_core::quantized::{GgmlDType, QTensor};
use pulp::x86::V3;
use rayon::prelude::*;

use self::blocks::{InBlocks, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0};
use self::rounding::Rounded;
use self::strip::Strip;
use self::super_blocks::{InSuperBlocks, Q4K, Q5K, Q6K};

/// Values that are rounded, stored and multiplied together.
const SPAN: usize = 256;

/// Rows of a matrix that a thread takes at a time: they stay in its cache for all rows that they
/// are multiplied with.
const STRIP: usize = 64;

/// A format that has own products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q4K,
    Q5K,
    Q6K,
}

impl Format {
    /// That of a tensor on the CPU.
    pub(super) fn of(tensor: &QTensor) -> Option<Self> {
        if !tensor.device().is_cpu() {
            return None;
        }
        match tensor.dtype() {
            GgmlDType::Q4_0 => Some(Self::Q4_0),
            GgmlDType::Q4_1 => Some(Self::Q4_1),
            GgmlDType::Q5_0 => Some(Self::Q5_0),
            GgmlDType::Q5_1 => Some(Self::Q5_1),
            GgmlDType::Q8_0 => Some(Self::Q8_0),
            GgmlDType::Q4K => Some(Self::Q4K),
            GgmlDType::Q5K => Some(Self::Q5K),
            GgmlDType::Q6K => Some(Self::Q6K),
            _ => None,
        }
    }
}

/// A matrix in memory.
pub(super) struct Weights<'a> {
    pub(super) format: Format,
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) rows: usize,
}

/// The products of the rows of `x`, `width` values each, with several matrices: `(rows, matrix's
/// rows)` each.
pub(super) fn products(simd: V3, matrices: &[Weights], x: &[f32], width: usize) -> Vec<Vec<f32>> {
    let count = x.len() / width.max(1);
    let rounded = Rounded::new(simd, x, width, matrices.iter().map(|matrix| matrix.format));
    let mut products: Vec<Vec<f32>> = (matrices.iter())
        .map(|matrix| vec![0.0; count * matrix.rows])
        .collect();
    // What each strip makes of each row lies apart from what others make.
    let mut strips = Vec::new();
    for (matrix, product) in matrices.iter().zip(&mut products) {
        let row = matrix.bytes.len() / matrix.rows.max(1);
        let mut own: Vec<_> = (matrix.bytes.chunks(STRIP * row.max(1)))
            .map(|bytes| (matrix.format, Strip::new(bytes, row, count)))
            .collect();
        for product in product.chunks_mut(matrix.rows.max(1)) {
            for ((_, strip), part) in own.iter_mut().zip(product.chunks_mut(STRIP)) {
                strip.results.push(part);
            }
        }
        strips.extend(own);
    }
    strips.into_par_iter().for_each(|(format, strip)| {
        let Rounded {
            blocks,
            summed,
            super_blocks,
        } = &rounded;
        match format {
            Format::Q4_0 => strip.multiply::<InBlocks<Q4_0>>(simd, blocks),
            Format::Q4_1 => strip.multiply::<InBlocks<Q4_1>>(simd, summed),
            Format::Q5_0 => strip.multiply::<InBlocks<Q5_0>>(simd, blocks),
            Format::Q5_1 => strip.multiply::<InBlocks<Q5_1>>(simd, summed),
            Format::Q8_0 => strip.multiply::<InBlocks<Q8_0>>(simd, blocks),
            Format::Q4K => strip.multiply::<InSuperBlocks<Q4K>>(simd, super_blocks),
            Format::Q5K => strip.multiply::<InSuperBlocks<Q5K>>(simd, super_blocks),
            Format::Q6K => strip.multiply::<InSuperBlocks<Q6K>>(simd, super_blocks),
        }
    });
    products
}

/// How the values of a matrix are stored.
trait Layout {
    /// Rounded values that they are multiplied with, a span of them.
    type Row: Copy + Send + Sync;
    /// Bytes of a span.
    const BYTES: usize;

    /// Adds to each of `sums` the products of a span of weights with that of a row, in any lane.
    fn add_products(
        simd: V3,
        weights: &[u8],
        rows: &[Self::Row],
        sums: &mut [std::arch::x86_64::__m256],
    );
}

/// The 32 bytes from `at` on.
#[inline(always)]
fn load(bytes: &[u8], at: usize) -> std::arch::x86_64::__m256i {
    let mut part = [0u8; 32];
    part.copy_from_slice(&bytes[at..at + 32]);
    pulp::cast(part)
}
