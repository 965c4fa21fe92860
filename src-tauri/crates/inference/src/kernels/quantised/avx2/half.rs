//! Several numbers in half precision at once.

use std::arch::x86_64::__m256;

use pulp::x86::V3;

use crate::kernels::half::{EXPONENTS, INFINITE_HALF, SMALLEST, SMALLEST_HALF, single};

/// The value of the two bytes from `at` on.
#[inline(always)]
pub(super) fn single_at(bytes: &[u8], at: usize) -> f32 {
    single(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

/// The values of eight numbers, as [`single`] reads each.
#[inline(always)]
pub(super) fn singles(simd: V3, bits: [u16; 8]) -> __m256 {
    let (avx, avx2) = (simd.avx, simd.avx2);
    let every = |number: u32| avx._mm256_set1_epi32(number.cast_signed());
    let bits = avx2._mm256_cvtepu16_epi32(pulp::cast(bits));
    let sign = avx2._mm256_slli_epi32::<16>(avx2._mm256_and_si256(bits, every(0x8000)));
    let magnitude = avx2._mm256_slli_epi32::<13>(avx2._mm256_and_si256(bits, every(0x7fff)));
    let below = avx._mm256_sub_ps(
        avx._mm256_castsi256_ps(avx2._mm256_add_epi32(magnitude, every(SMALLEST))),
        avx._mm256_castsi256_ps(every(SMALLEST)),
    );
    let is_below = avx2._mm256_cmpgt_epi32(every(SMALLEST_HALF << 13), magnitude);
    let is_finite = avx2._mm256_cmpgt_epi32(every(INFINITE_HALF << 13), magnitude);
    let normal = avx2._mm256_add_epi32(magnitude, every(EXPONENTS));
    let above = avx2._mm256_add_epi32(normal, every(EXPONENTS));
    let value = avx2._mm256_blendv_epi8(above, normal, is_finite);
    let value = avx2._mm256_blendv_epi8(value, avx._mm256_castps_si256(below), is_below);
    avx._mm256_castsi256_ps(avx2._mm256_or_si256(value, sign))
}

#[cfg(test)]
mod tests {
    use super::{V3, single, singles};

    #[test]
    fn eight_numbers_are_read_as_one_is() {
        let Some(simd) = V3::try_new() else { return };
        for bits in (0..u16::MAX - 8).step_by(8) {
            let bits = std::array::from_fn(|index| bits + index as u16);
            let found: [f32; 8] = pulp::cast(singles(simd, bits));
            assert_eq!(
                found.map(f32::to_bits),
                bits.map(|bits| single(bits).to_bits())
            );
        }
    }
}
