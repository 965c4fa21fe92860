//! Formats with a scale in half precision for each 32 values.
//!
//! - `q4_0`, `q4_1`, `q5_0`, `q5_1`, `q8_0`: how each takes its blocks apart
//! - [`InBlocks`]: products with them

mod q4_0;
mod q4_1;
mod q5_0;
mod q5_1;
mod q8_0;

pub(in crate::kernels::quantised::avx2) use q4_0::Q4_0;
pub(in crate::kernels::quantised::avx2) use q4_1::Q4_1;
pub(in crate::kernels::quantised::avx2) use q5_0::Q5_0;
pub(in crate::kernels::quantised::avx2) use q5_1::Q5_1;
pub(in crate::kernels::quantised::avx2) use q8_0::Q8_0;

use std::arch::x86_64::{__m128i, __m256, __m256i};
use std::marker::PhantomData;

use pulp::x86::V3;

use super::Layout;
use super::half::singles;
use super::rounding::BlockRow;

/// How a format stores 32 values: each is `scale · value + offset`.
pub(super) trait Blocks {
    /// Bytes of a block, which begins with its scale.
    const BYTES: usize;
    /// Kind of the values' offset.
    const OFFSET: Offset;
    /// Whether values go below zero.
    const SIGNED: bool = false;

    /// The values.
    fn values(simd: V3, block: &[u8]) -> __m256i;
}

/// Offset added to the values of a block.
pub(super) enum Offset {
    /// The scale times this.
    Scales(f32),
    /// The number behind the scale, in half precision.
    Stored,
}

/// Products with a format of [`Blocks`].
pub(super) struct InBlocks<F>(PhantomData<F>);

impl<F: Blocks> Layout for InBlocks<F> {
    type Row = BlockRow;
    const BYTES: usize = 8 * F::BYTES;

    #[inline(always)]
    fn add_products(simd: V3, weights: &[u8], rows: &[BlockRow], sums: &mut [__m256]) {
        let (avx, avx2, fma) = (simd.avx, simd.avx2, simd.fma);
        let (mut values, mut magnitudes) = (
            [avx._mm256_setzero_si256(); 8],
            [avx._mm256_setzero_si256(); 8],
        );
        let (mut scales, mut offsets) = ([0; 8], [0; 8]);
        for (index, block) in weights.chunks_exact(F::BYTES).take(8).enumerate() {
            values[index] = F::values(simd, block);
            magnitudes[index] = if F::SIGNED {
                avx2._mm256_abs_epi8(values[index])
            } else {
                values[index]
            };
            scales[index] = u16::from_le_bytes([block[0], block[1]]);
            offsets[index] = u16::from_le_bytes([block[2], block[3]]);
        }
        let scales = singles(simd, scales);
        let offsets = match F::OFFSET {
            Offset::Scales(times) => avx._mm256_mul_ps(scales, avx._mm256_set1_ps(times)),
            Offset::Stored => singles(simd, offsets),
        };
        for (row, sum) in rows.iter().zip(sums) {
            let mut pairs = values;
            for (index, pairs) in pairs.iter_mut().enumerate() {
                let others = if F::SIGNED {
                    avx2._mm256_sign_epi8(row.values[index], values[index])
                } else {
                    row.values[index]
                };
                *pairs = avx2._mm256_maddubs_epi16(magnitudes[index], others);
            }
            if !matches!(F::OFFSET, Offset::Scales(0.0)) {
                *sum = fma._mm256_fmadd_ps(offsets, pulp::cast(row.sums), *sum);
            }
            let totals = avx._mm256_cvtepi32_ps(totals(simd, pairs, F::SIGNED));
            let scales = avx._mm256_mul_ps(scales, pulp::cast(row.scales));
            *sum = fma._mm256_fmadd_ps(totals, scales, *sum);
        }
    }
}

/// The totals of eight times sixteen numbers of sixteen bits, four of which may not fit into so
/// many bits where they are `large`.
#[inline(always)]
fn totals(simd: V3, numbers: [__m256i; 8], large: bool) -> __m256i {
    let avx2 = simd.avx2;
    let ones = simd.avx._mm256_set1_epi16(1);
    let mut quarters = [ones; 4];
    for (quarter, pair) in quarters.iter_mut().zip(numbers.chunks_exact(2)) {
        let (first, second) = (pair[0], pair[1]);
        *quarter = if large {
            let first = avx2._mm256_madd_epi16(first, ones);
            let second = avx2._mm256_madd_epi16(second, ones);
            avx2._mm256_add_epi32(
                avx2._mm256_unpacklo_epi64(first, second),
                avx2._mm256_unpackhi_epi64(first, second),
            )
        } else {
            let both = avx2._mm256_add_epi16(
                avx2._mm256_unpacklo_epi64(first, second),
                avx2._mm256_unpackhi_epi64(first, second),
            );
            avx2._mm256_madd_epi16(both, ones)
        };
    }
    let [a, b, c, d] = quarters;
    let (low, high) = (avx2._mm256_hadd_epi32(a, b), avx2._mm256_hadd_epi32(c, d));
    avx2._mm256_add_epi32(
        avx2._mm256_permute2x128_si256::<0x20>(low, high),
        avx2._mm256_permute2x128_si256::<0x31>(low, high),
    )
}

/// The lower halves of 16 bytes, then their upper halves.
#[inline(always)]
fn nibbles(simd: V3, bytes: &[u8]) -> __m256i {
    let mut low = [0u8; 16];
    low.copy_from_slice(bytes);
    let low: __m128i = pulp::cast(low);
    let high = simd.sse2._mm_srli_epi16::<4>(low);
    let both = simd
        .avx2
        ._mm256_inserti128_si256::<1>(simd.avx._mm256_castsi128_si256(low), high);
    (simd.avx2)._mm256_and_si256(both, simd.avx._mm256_set1_epi8(15))
}

/// 16 for each of 32 bits that is set, else 0.
#[inline(always)]
fn sixteens(simd: V3, bytes: &[u8]) -> __m256i {
    let (avx, avx2) = (simd.avx, simd.avx2);
    let bits = i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let eight = 0x0101_0101_0101_0101;
    let spread = avx._mm256_set_epi64x(3 * eight, 2 * eight, eight, 0);
    let spread = avx2._mm256_shuffle_epi8(avx._mm256_set1_epi32(bits), spread);
    let each = avx._mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    let set = avx2._mm256_cmpeq_epi8(avx2._mm256_and_si256(spread, each), each);
    avx2._mm256_and_si256(set, avx._mm256_set1_epi8(16))
}
