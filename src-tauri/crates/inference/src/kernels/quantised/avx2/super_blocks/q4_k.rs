//! Four bits a value; 32 of them have a scale and a least value of six bits.

use pulp::x86::V3;

use super::{SuperBlock, SuperBlocks, with_leasts};
use crate::kernels::quantised::avx2::load;

pub(in crate::kernels::quantised::avx2) struct Q4K;

impl SuperBlocks for Q4K {
    const BYTES: usize = 144;

    #[inline(always)]
    fn decoded(simd: V3, block: &[u8]) -> SuperBlock {
        let fifteen = simd.avx._mm256_set1_epi8(15);
        let mut values = [fifteen; 8];
        for (index, value) in values.iter_mut().enumerate() {
            let bytes = load(block, 16 + 32 * (index / 2));
            let half = if index % 2 == 0 {
                bytes
            } else {
                simd.avx2._mm256_srli_epi16::<4>(bytes)
            };
            *value = simd.avx2._mm256_and_si256(half, fifteen);
        }
        with_leasts(simd, block, values)
    }
}
