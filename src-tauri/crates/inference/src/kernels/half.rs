//! Numbers in half precision (IEEE 754, binary16), without branches, so that loops over them are
//! vector instructions.

/// The bits of the smallest normal number in half precision, 2⁻¹⁴, of infinity, and of the former
/// in single precision.
pub(super) const SMALLEST_HALF: u32 = 0x400;
pub(super) const INFINITE_HALF: u32 = 0x7c00;
pub(super) const SMALLEST: u32 = 113 << 23;

/// Difference between the exponents of single and half precision, in place.
pub(super) const EXPONENTS: u32 = 112 << 23;

/// The value of a number's bits in half precision.
#[inline(always)]
pub(super) fn single(bits: u16) -> f32 {
    let magnitude = u32::from(bits & 0x7fff) << 13;
    let below = f32::from_bits(magnitude + SMALLEST) - f32::from_bits(SMALLEST);
    let normal = magnitude + EXPONENTS;
    let above = normal + EXPONENTS;
    let value = if magnitude < INFINITE_HALF << 13 {
        normal
    } else {
        above
    };
    let value = if magnitude < SMALLEST_HALF << 13 {
        below.to_bits()
    } else {
        value
    };
    f32::from_bits(value | (u32::from(bits & 0x8000) << 16))
}

/// The nearest number in half precision, the even one of two that are as near; larger ones than it
/// has are rounded to as many digits.
#[inline(always)]
pub(super) fn rounded(value: f32) -> f32 {
    let bits = value.to_bits() & 0x7fff_ffff;
    let normal = (bits + 0xfff + ((bits >> 13) & 1)) & !0x1fff;
    // The digits of numbers in [½, 1) end where those of half precision below 2⁻¹⁴ do.
    let below = (f32::from_bits(bits) + 0.5) - 0.5;
    let rounded = if bits < SMALLEST {
        below.to_bits()
    } else {
        normal
    };
    f32::from_bits(rounded | (value.to_bits() & 0x8000_0000))
}

#[cfg(test)]
mod tests {
    use super::{rounded, single};

    #[test]
    fn all_numbers_are_read() {
        for bits in 0..=u16::MAX {
            let expected = gemm::f16::from_bits(bits).to_f32();
            let found = single(bits);
            assert!(
                found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(),
                "{bits:x}"
            );
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for bits in (0..u32::MAX - 977).step_by(977) {
            let value = f32::from_bits(bits);
            if value.abs() < 65_000.0 {
                let expected = gemm::f16::from_f32(value).to_f32();
                assert_eq!(rounded(value).to_bits(), expected.to_bits(), "{value:e}");
            }
        }
        for (value, expected) in [(0.0, 0.0), (1.000_488_3, 1.0), (1.001_464_8, 1.001_953_1)] {
            assert!((rounded(value) - expected).abs() < 1e-7, "{value}");
        }
    }
}
