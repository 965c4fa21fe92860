//! Eight bits a value, with a scale: `d · q`.

use std::arch::x86_64::__m256i;

use pulp::x86::V3;

use super::{Blocks, Offset};
use crate::kernels::quantised::avx2::load;

pub(in crate::kernels::quantised::avx2) struct Q8_0;

impl Blocks for Q8_0 {
    const BYTES: usize = 34;
    const OFFSET: Offset = Offset::Scales(0.0);
    const SIGNED: bool = true;

    #[inline(always)]
    fn values(_simd: V3, block: &[u8]) -> __m256i {
        load(block, 2)
    }
}
