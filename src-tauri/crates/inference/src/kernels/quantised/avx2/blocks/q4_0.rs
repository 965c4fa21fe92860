//! Four bits a value, with a scale: `d · (q - 8)`.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;

use super::{Blocks, Offset, nibbles};

pub(in crate::kernels::quantised::avx2) struct Q4_0;

impl Blocks for Q4_0 {
    const BYTES: usize = 18;
    const OFFSET: Offset = Offset::Scales(-8.0);

    #[inline(always)]
    fn values(simd: V3, block: &[u8]) -> __m256i {
        nibbles(simd, &block[2..18])
    }
}
