//! The products of some rows of a matrix with all rows.

use std::arch::x86_64::__m256;
use std::marker::PhantomData;

use pulp::x86::V3;

use super::Layout;
use super::rounding::{GROUP, Groups};

/// Rows of the matrix that are read beside each other: so many spans are multiplied with rows
/// while those are in the nearest cache.
const TILE: usize = 4;

/// Bytes that come out of memory together.
const LINE: usize = 64;

/// Some rows of a matrix, and where their products go.
pub(super) struct Strip<'a> {
    weights: &'a [u8],
    /// Bytes of a row.
    row: usize,
    /// The products with each row, as many as this has rows.
    pub(super) results: Vec<&'a mut [f32]>,
}

impl<'a> Strip<'a> {
    /// Of rows of `row` bytes, with room for `count` results.
    pub(super) fn new(weights: &'a [u8], row: usize, count: usize) -> Self {
        Self {
            weights,
            row,
            results: Vec::with_capacity(count),
        }
    }

    pub(super) fn multiply<L: Layout>(self, simd: V3, groups: &Groups<L::Row>) {
        simd.vectorize(Multiply::<L> {
            strip: self,
            groups,
            simd,
            layout: PhantomData,
        });
    }
}

struct Multiply<'a, 'b, L: Layout> {
    strip: Strip<'a>,
    groups: &'b Groups<L::Row>,
    simd: V3,
    layout: PhantomData<L>,
}

impl<L: Layout> pulp::NullaryFnOnce for Multiply<'_, '_, L> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            mut strip,
            groups,
            simd,
            ..
        } = self;
        let (weights, row) = (strip.weights, strip.row);
        // Weights come out of memory the fastest in the order in which they lie: tiles of several
        // rows find them in the cache.
        if strip.results.len() > 1 {
            std::hint::black_box(weights.iter().step_by(LINE).fold(0, |all, byte| all ^ byte));
        }
        for (group, results) in groups.iter().zip(strip.results.chunks_mut(GROUP)) {
            if let [result] = results {
                multiply_tiles::<L, 1>(simd, (weights, row), group, std::slice::from_mut(result));
            } else {
                multiply_tiles::<L, TILE>(simd, (weights, row), group, results);
            }
        }
    }
}

/// The products of all rows of weights, `T` at a time, with a group.
#[inline(always)]
fn multiply_tiles<L: Layout, const T: usize>(
    simd: V3,
    (weights, row): (&[u8], usize),
    group: &[L::Row],
    results: &mut [&mut [f32]],
) {
    let count = if T == 1 { 1 } else { results.len() };
    let mut sums = [[simd.avx._mm256_setzero_ps(); GROUP]; T];
    for (tile, weights) in weights.chunks(row * T).enumerate() {
        for sums in &mut sums {
            sums[..count].fill(simd.avx._mm256_setzero_ps());
        }
        for (span, rows) in group.chunks_exact(count).enumerate() {
            for (weights, sums) in weights.chunks_exact(row).zip(&mut sums) {
                add_span::<L>(simd, &weights[span * L::BYTES..], rows, &mut sums[..count]);
            }
        }
        for (row, sums) in sums.iter().take(weights.len() / row).enumerate() {
            for (result, sum) in results.iter_mut().zip(sums) {
                result[tile * T + row] = total(simd, *sum);
            }
        }
    }
}

/// Adds the products with the first span of `weights`; the last one of a row may have fewer blocks.
#[inline(always)]
fn add_span<L: Layout>(simd: V3, weights: &[u8], rows: &[L::Row], sums: &mut [__m256]) {
    if let Some(whole) = weights.get(..L::BYTES) {
        return L::add_products(simd, whole, rows, sums);
    }
    let mut padded = [0; 8 * 34];
    padded[..weights.len()].copy_from_slice(weights);
    L::add_products(simd, &padded[..L::BYTES], rows, sums);
}

/// The sum of all lanes.
#[inline(always)]
fn total(simd: V3, lanes: __m256) -> f32 {
    let (avx, sse, sse3) = (simd.avx, simd.sse, simd.sse3);
    let halves = sse._mm_add_ps(
        avx._mm256_castps256_ps128(lanes),
        avx._mm256_extractf128_ps::<1>(lanes),
    );
    let quarters = sse._mm_add_ps(halves, sse._mm_movehl_ps(halves, halves));
    let sum = sse._mm_add_ss(quarters, sse3._mm_movehdup_ps(quarters));
    sse._mm_cvtss_f32(sum)
}
