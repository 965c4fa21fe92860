//! Four bits a value, with a scale and an offset: `d · q + m`.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;

use super::{Blocks, Offset, nibbles};

pub(in crate::kernels::quantised::avx2) struct Q4_1;

impl Blocks for Q4_1 {
    const BYTES: usize = 20;
    const OFFSET: Offset = Offset::Stored;

    #[inline(always)]
    fn values(simd: V3, block: &[u8]) -> __m256i {
        nibbles(simd, &block[4..20])
    }
}
