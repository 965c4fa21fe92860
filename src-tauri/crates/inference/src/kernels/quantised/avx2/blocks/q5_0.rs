//! Five bits a value, the highest of all together, with a scale: `d · (q - 16)`.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;

use super::{Blocks, Offset, nibbles, sixteens};

pub(in crate::kernels::quantised::avx2) struct Q5_0;

impl Blocks for Q5_0 {
    const BYTES: usize = 22;
    const OFFSET: Offset = Offset::Scales(-16.0);

    #[inline(always)]
    fn values(simd: V3, block: &[u8]) -> __m256i {
        (simd.avx2)._mm256_or_si256(nibbles(simd, &block[6..22]), sixteens(simd, &block[2..6]))
    }
}
