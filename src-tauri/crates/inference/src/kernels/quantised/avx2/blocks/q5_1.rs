//! Five bits a value, the highest of all together, with a scale and an offset: `d · q + m`.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;

use super::{Blocks, Offset, nibbles, sixteens};

pub(in crate::kernels::quantised::avx2) struct Q5_1;

impl Blocks for Q5_1 {
    const BYTES: usize = 24;
    const OFFSET: Offset = Offset::Stored;

    #[inline(always)]
    fn values(simd: V3, block: &[u8]) -> __m256i {
        (simd.avx2)._mm256_or_si256(nibbles(simd, &block[8..24]), sixteens(simd, &block[4..8]))
    }
}
