//! Functions of single values, written so that the compiler turns loops over them into vector
//! instructions: no branches, no calls, no tables.

/// Runs `work` with the widest vectors that this processor has. What `work` calls has to be inlined
/// to gain by it.
#[inline(always)]
pub(crate) fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// Minimax fit of `erf(z) = z · P(z²) / Q(z²)` on `[-4, 4]`, beyond which it is ±1 in single
/// precision: exact to 2e-8.
const ABOVE: [f32; 6] = [
    std::f32::consts::FRAC_2_SQRT_PI,
    0.196_211,
    0.053_462_382,
    0.004_001_982,
    0.000_287_997_33,
    1.975_041_2e-6,
];
const BELOW: [f32; 6] = [
    1.0,
    0.507_218_66,
    0.116_460_65,
    0.015_441_12,
    0.001_215_942_7,
    3.748_073e-5,
];

/// GELU (Hendrycks and Gimpel 2016, section 2) with the error function, `x · Φ(x)`: exact to
/// 1.5e-6.
#[inline(always)]
pub(super) fn gelu(x: f32) -> f32 {
    let z = (x * std::f32::consts::FRAC_1_SQRT_2).clamp(-4.0, 4.0);
    let square = z * z;
    let polynomial = |terms: &[f32; 6]| {
        let [a, b, c, d, e, f] = *terms;
        ((((f * square + e) * square + d) * square + c) * square + b) * square + a
    };
    let erf = z * polynomial(&ABOVE) / polynomial(&BELOW);
    // What the last digit of the fit leaves below the bound would grow with x.
    if x < -5.65 {
        0.0
    } else {
        0.5 * x * (1.0 + erf)
    }
}

/// `x` above zero, else `exp(x) - 1`.
#[inline(always)]
pub(super) fn elu(x: f32) -> f32 {
    let below = exp(x) - 1.0;
    if x > 0.0 { x } else { below }
}

/// `x · σ(slope · x)`.
#[inline(always)]
pub(super) fn swish(x: f32, slope: f32) -> f32 {
    x / (1.0 + exp(-slope * x))
}

/// `sin(x)²`, exact to 2e-7 and what the last digit of x is of its angle.
#[inline(always)]
pub(super) fn sine_squared(x: f32) -> f32 {
    /// Adding this rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    /// The series of Taylor of sin(πr) / r in r², to its eleventh power: |r| is at most 0.5.
    const SERIES: [f32; 6] = [
        std::f32::consts::PI,
        -5.167_713,
        2.550_164,
        -0.599_264_5,
        0.082_145_89,
        -0.007_370_43,
    ];
    let turns = x * std::f32::consts::FRAC_1_PI;
    let rest = turns - ((turns + ROUND) - ROUND);
    let square = rest * rest;
    let [a, b, c, d, e, f] = SERIES;
    let sine = rest * (((((f * square + e) * square + d) * square + c) * square + b) * square + a);
    sine * sine
}

/// The exponential function for arguments up to 88, exact to about 2 units in the last place; 0
/// below -87.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Adding this rounds to a whole number, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    // The logarithm of two in two parts, so that whole multiples of the first are exact.
    const HIGH: f32 = 0.693_359_4;
    const LOW: f32 = -2.121_944_4e-4;
    let bounded = x.clamp(-87.0, 88.0);
    let shifted = bounded * std::f32::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    let rest = bounded - whole * HIGH - whole * LOW;
    // The series of Taylor to the sixth power: |rest| is at most 0.35.
    let series = ((((rest / 720.0 + 1.0 / 120.0) * rest + 1.0 / 24.0) * rest + 1.0 / 6.0) * rest
        + 0.5)
        * rest;
    let fraction = (series + 1.0) * rest + 1.0;
    let power = f32::from_bits((shifted.to_bits().wrapping_add(127)) << 23);
    if x < -87.0 { 0.0 } else { fraction * power }
}

/// Values that a loop takes at a time where it sums: so many sums run beside each other.
const LANES: usize = 16;

/// The sum of `part(value)` over all values.
#[inline(always)]
pub(super) fn sum(values: &[f32], part: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0; LANES];
    let mut chunks = values.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += part(*value);
        }
    }
    lanes.iter().sum::<f32>()
        + chunks
            .remainder()
            .iter()
            .map(|value| part(*value))
            .sum::<f32>()
}

/// The sum of the products of two rows.
#[inline(always)]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let (mut left, mut right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (a, b) in (&mut left).zip(&mut right) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    let rest = left
        .remainder()
        .iter()
        .zip(right.remainder())
        .map(|(a, b)| a * b);
    lanes.iter().sum::<f32>() + rest.sum::<f32>()
}

/// The largest of all values.
#[inline(always)]
fn largest(values: &[f32]) -> f32 {
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let mut chunks = values.chunks_exact(LANES);
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    for chunk in &mut chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = larger(*lane, *value);
        }
    }
    lanes
        .iter()
        .chain(chunks.remainder())
        .copied()
        .fold(f32::NEG_INFINITY, larger)
}

/// Scores to weights that sum to one, in place.
#[inline(always)]
pub(super) fn softmax(scores: &mut [f32]) {
    let most = largest(scores);
    for score in scores.iter_mut() {
        *score = exp(*score - most);
    }
    let inverse = 1.0 / sum(scores, |score| score);
    for score in scores.iter_mut() {
        *score *= inverse;
    }
}

#[cfg(test)]
mod tests {
    use super::{dot, exp, gelu, largest, sine_squared, sum, vectorised};

    #[test]
    fn the_functions_are_those_of_the_library_to_single_precision() {
        for step in -90_000..=90_000 {
            let x = step as f32 * 1e-3;
            let exact = f64::from(x).min(88.0).exp();
            assert!(
                (f64::from(exp(x)) - exact).abs() <= 4e-7 * exact + 2e-38,
                "exp({x}) = {}",
                exp(x)
            );
            let wide = f64::from(x);
            let exact = 0.5
                * wide
                * (1.0 + candle_core::cpu::erf::erf_f64(wide * std::f64::consts::FRAC_1_SQRT_2));
            assert!(
                (f64::from(gelu(x)) - exact).abs() <= 1.5e-6 + 2e-7 * exact.abs(),
                "gelu({x}) = {}",
                gelu(x)
            );
            let exact = wide.sin().powi(2);
            assert!(
                (f64::from(sine_squared(x)) - exact).abs() <= 3e-7 + 2e-7 * wide.abs(),
                "sine_squared({x})"
            );
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn sums_and_largest_values_take_what_is_left_over() {
        let values: Vec<f32> = (0..37).map(|value| value as f32).collect();
        assert_eq!(
            vectorised(|| sum(&values, |value| 2.0 * value)),
            37.0 * 36.0
        );
        assert_eq!(
            vectorised(|| dot(&values, &values)),
            36.0 * 37.0 * 73.0 / 6.0
        );
        assert_eq!(largest(&values), 36.0);
        assert_eq!(largest(&values[..5]), 4.0);
    }
}
