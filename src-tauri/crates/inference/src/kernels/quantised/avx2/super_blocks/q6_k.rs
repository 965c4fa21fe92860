//! Six bits a value, four of them and two of them together, from -32 on; 16 values have a scale of
//! eight bits.

use std::arch::x86_64::__m128i;

use pulp::x86::V3;

use super::{SuperBlock, SuperBlocks, spread};
use crate::kernels::quantised::avx2::half::single_at;
use crate::kernels::quantised::avx2::load;

pub(in crate::kernels::quantised::avx2) struct Q6K;

impl SuperBlocks for Q6K {
    const BYTES: usize = 210;

    #[inline(always)]
    fn decoded(simd: V3, block: &[u8]) -> SuperBlock {
        let (avx, avx2) = (simd.avx, simd.avx2);
        let (fifteen, upper) = (avx._mm256_set1_epi8(15), avx._mm256_set1_epi8(0x30));
        let mut values = [fifteen; 8];
        for (index, value) in values.iter_mut().enumerate() {
            let (half, part) = (index / 4, index % 4);
            let low = load(block, 64 * half + 32 * (part % 2));
            let low = if part < 2 {
                low
            } else {
                avx2._mm256_srli_epi16::<4>(low)
            };
            let high = load(block, 128 + 32 * half);
            let high = match part {
                0 => avx2._mm256_slli_epi16::<4>(high),
                1 => avx2._mm256_slli_epi16::<2>(high),
                2 => high,
                _ => avx2._mm256_srli_epi16::<2>(high),
            };
            *value = avx2._mm256_or_si256(
                avx2._mm256_and_si256(low, fifteen),
                avx2._mm256_and_si256(high, upper),
            );
        }
        let mut bytes = [0u8; 16];
        bytes.copy_from_slice(&block[192..208]);
        let scales = avx2._mm256_cvtepi8_epi16(pulp::cast::<_, __m128i>(bytes));
        let halves = [
            avx2._mm256_permute4x64_epi64::<0x44>(scales),
            avx2._mm256_permute4x64_epi64::<0xee>(scales),
        ];
        let mut each = [scales; 8];
        for (index, each) in each.iter_mut().enumerate() {
            let (first, second) = (spread(2 * (index % 4)), spread(2 * (index % 4) + 1));
            let places = avx._mm256_set_epi64x(second, second, first, first);
            *each = avx2._mm256_shuffle_epi8(halves[index / 4], places);
        }
        let scale = single_at(block, 208);
        SuperBlock {
            values,
            scale,
            scales: each,
            least: scale,
            leasts: avx2._mm256_slli_epi16::<5>(scales),
        }
    }
}
