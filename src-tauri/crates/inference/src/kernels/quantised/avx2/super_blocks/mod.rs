//! Formats with a scale in half precision for each 256 values, and small whole ones for parts of
//! them.
//!
//! - `q4_k`, `q5_k`, `q6_k`: how each takes its blocks apart
//! - [`InSuperBlocks`]: products with them

mod q4_k;
mod q5_k;
mod q6_k;

pub(in crate::kernels::quantised::avx2) use q4_k::Q4K;
pub(in crate::kernels::quantised::avx2) use q5_k::Q5K;
pub(in crate::kernels::quantised::avx2) use q6_k::Q6K;

use std::arch::x86_64::{__m128i, __m256, __m256i};
use std::marker::PhantomData;

use pulp::x86::V3;

use super::Layout;
use super::half::single_at;
use super::rounding::SuperRow;

/// 256 values: each is `scale · scales · value - least · leasts`.
pub(super) struct SuperBlock {
    /// At least 0.
    values: [__m256i; 8],
    scale: f32,
    /// One for each pair of the values beside each other, in sixteen bits.
    scales: [__m256i; 8],
    least: f32,
    /// One for each 16 values, in sixteen bits.
    leasts: __m256i,
}

/// How a format stores 256 values.
pub(super) trait SuperBlocks {
    /// Bytes of a block.
    const BYTES: usize;

    fn decoded(simd: V3, block: &[u8]) -> SuperBlock;
}

/// Products with a format of [`SuperBlocks`].
pub(super) struct InSuperBlocks<F>(PhantomData<F>);

impl<F: SuperBlocks> Layout for InSuperBlocks<F> {
    type Row = SuperRow;
    const BYTES: usize = F::BYTES;

    #[inline(always)]
    fn add_products(simd: V3, weights: &[u8], rows: &[SuperRow], sums: &mut [__m256]) {
        let (avx, avx2, fma) = (simd.avx, simd.avx2, simd.fma);
        let block = F::decoded(simd, weights);
        for (row, sum) in rows.iter().zip(sums) {
            let mut whole = [avx._mm256_setzero_si256(); 2];
            for index in 0..8 {
                let pairs = avx2._mm256_maddubs_epi16(block.values[index], row.values[index]);
                let scaled = avx2._mm256_madd_epi16(pairs, block.scales[index]);
                whole[index % 2] = avx2._mm256_add_epi32(whole[index % 2], scaled);
            }
            let whole = avx2._mm256_add_epi32(whole[0], whole[1]);
            let least = avx2._mm256_madd_epi16(block.leasts, row.sums);
            let total = fma._mm256_fmadd_ps(
                avx._mm256_cvtepi32_ps(whole),
                avx._mm256_set1_ps(block.scale * row.scale),
                *sum,
            );
            *sum = fma._mm256_fnmadd_ps(
                avx._mm256_cvtepi32_ps(least),
                avx._mm256_set1_ps(block.least * row.scale),
                total,
            );
        }
    }
}

/// Bits of each byte: six of a scale, the lower four of one, and its upper two.
const SIX: u32 = 0x3f3f_3f3f;
const FOUR: u32 = 0x0f0f_0f0f;
const HIGHEST: u32 = 0x3030_3030;

/// A block of `Q4_K` or `Q5_K`: two scales, then eight scales and eight least values of six bits in
/// twelve bytes, then `values`, each 32 of which have one of those.
#[inline(always)]
fn with_leasts(simd: V3, block: &[u8], values: [__m256i; 8]) -> SuperBlock {
    let (first, second, upper) = (word(block, 4), word(block, 8), word(block, 12));
    let bytes: __m128i = pulp::cast([
        first & SIX,
        (upper & FOUR) | ((first >> 2) & HIGHEST),
        second & SIX,
        ((upper >> 4) & FOUR) | ((second >> 2) & HIGHEST),
    ]);
    let both = simd.avx2._mm256_cvtepu8_epi16(bytes);
    let scales = (simd.avx2)._mm256_permute4x64_epi64::<0x44>(both);
    let leasts = (simd.avx2)._mm256_permute4x64_epi64::<0xfa>(both);
    let mut each = [scales; 8];
    for (index, each) in each.iter_mut().enumerate() {
        let places = simd.avx._mm256_set1_epi64x(spread(index));
        *each = simd.avx2._mm256_shuffle_epi8(scales, places);
    }
    SuperBlock {
        values,
        scale: single_at(block, 0),
        scales: each,
        least: single_at(block, 2),
        leasts: simd.avx2._mm256_unpacklo_epi16(leasts, leasts),
    }
}

#[inline(always)]
fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// The bytes of a number of sixteen bits in its half of a vector, four times.
#[inline(always)]
fn spread(index: usize) -> i64 {
    let low = 2 * index as i64;
    (low | (low + 1) << 8) * 0x0001_0001_0001_0001
}
