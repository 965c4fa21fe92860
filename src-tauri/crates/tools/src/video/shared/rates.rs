//! Frames a second, as containers count them.

/// A rate as containers count it: 29.97 and its kin are 30000/1001.
pub(crate) fn fraction(rate: f64) -> (i32, i32) {
    let whole = rate.round();
    if (rate - whole).abs() < 1e-3 {
        (whole.max(1.0) as i32, 1)
    } else if (rate - whole * 1000.0 / 1001.0).abs() < 6e-3 {
        (whole as i32 * 1000, 1001)
    } else {
        ((rate * 1000.0).round().max(1.0) as i32, 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_fractions_that_containers_count_with() {
        assert_eq!(fraction(30.0), (30, 1));
        assert_eq!(fraction(29.97), (30_000, 1001));
        assert_eq!(fraction(23.976), (24_000, 1001));
        assert_eq!(fraction(12.5), (12_500, 1000));
    }
}
