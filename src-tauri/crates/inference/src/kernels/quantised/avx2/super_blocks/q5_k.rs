//! Five bits a value, the highest of all together; 32 of them have a scale and a least value of
//! six bits.

use pulp::x86::V3;

use super::{SuperBlock, SuperBlocks, with_leasts};
use crate::kernels::quantised::avx2::load;

pub(in crate::kernels::quantised::avx2) struct Q5K;

impl SuperBlocks for Q5K {
    const BYTES: usize = 176;

    #[inline(always)]
    fn decoded(simd: V3, block: &[u8]) -> SuperBlock {
        let (avx, avx2) = (simd.avx, simd.avx2);
        let (fifteen, sixteen) = (avx._mm256_set1_epi8(15), avx._mm256_set1_epi8(16));
        let highest = load(block, 16);
        let mut values = [fifteen; 8];
        for (index, value) in values.iter_mut().enumerate() {
            let bytes = load(block, 48 + 32 * (index / 2));
            let half = if index % 2 == 0 {
                bytes
            } else {
                avx2._mm256_srli_epi16::<4>(bytes)
            };
            let bit = avx._mm256_set1_epi8((1u8 << index).cast_signed());
            let set = avx2._mm256_cmpeq_epi8(avx2._mm256_and_si256(highest, bit), bit);
            *value = avx2._mm256_or_si256(
                avx2._mm256_and_si256(half, fifteen),
                avx2._mm256_and_si256(set, sixteen),
            );
        }
        with_leasts(simd, block, values)
    }
}
