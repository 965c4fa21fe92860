//! For tests: values drawn from a seed, and how far single precision may lie from exact results,
//! whatever the order of a sum and whichever instructions the processor has. The exact result is
//! that of the same operation in double precision.

use candle_core::{DType, Device, Result, Tensor};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The largest relative error of one rounding in single precision.
const UNIT: f64 = 0.5 * f32::EPSILON as f64;

/// A source of f32 tensors by shape, with values evenly from -1 up to 1. The same seed gives the
/// same tensors.
pub(crate) fn draws(seed: u64) -> impl FnMut(&[usize]) -> Tensor {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // All 24 digits that an f32 has.
    let mut value = move || (random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0;
    move |shape| {
        let count = shape.iter().product();
        let values: Vec<f32> = std::iter::repeat_with(&mut value).take(count).collect();
        Tensor::from_vec(values, shape, &Device::Cpu).expect("as many values as the shape has")
    }
}

/// In double precision.
pub(crate) fn wide(tensor: &Tensor) -> Result<Tensor> {
    tensor.to_dtype(DType::F64)
}

/// The largest absolute value.
pub(crate) fn largest(tensor: &Tensor) -> Result<f64> {
    wide(tensor)?.abs()?.flatten_all()?.max(0)?.to_scalar()
}

/// The largest distance of two values at the same place.
pub(crate) fn apart(one: &Tensor, other: &Tensor) -> Result<f64> {
    largest(&(wide(one)? - wide(other)?)?)
}

/// How far a sum of so many products lies from the exact one at most, in any order, with products
/// rounded or fused: γₙ Σ|aᵢ bᵢ| with γₙ = n u / (1 - n u) (Higham 2002, "Accuracy and Stability of
/// Numerical Algorithms", section 3.1). `magnitude` is Σ|aᵢ bᵢ|, or its largest value where there
/// are many sums.
pub(crate) fn sum_bound(terms: usize, magnitude: f64) -> f64 {
    let share = terms as f64 * UNIT;
    share / (1.0 - share) * magnitude
}

/// The same behind an activation: none is steeper than 1.13 (GELU, at √2), and each by itself is
/// exact to 1.5e-6 and a millionth of its value, as the test of [`Activation`](super::Activation)
/// holds.
pub(crate) fn activated_bound(terms: usize, magnitude: f64) -> f64 {
    1.13 * sum_bound(terms, magnitude) + 1.5e-6 + 1e-6 * magnitude
}

/// How far attention lies from the exact one at most, for values up to 1. An error δ of the scores,
/// sums of `terms` products of the magnitude `magnitude`, changes each weight by the share 2 δ; the
/// weights are exponentials, exact to 4e-7 of their value, divided by their sum over the keys, and
/// summed with the values over the keys.
pub(crate) fn attention_bound(terms: usize, magnitude: f64, keys: usize) -> f64 {
    // The largest score is taken from each before the exponential: one more term, twice the
    // magnitude.
    2.0 * sum_bound(terms + 1, 2.0 * magnitude) + 2.0 * 4e-7 + 2.0 * sum_bound(keys + 2, 1.0)
}

#[test]
fn a_seed_gives_the_same_values_evenly_from_minus_one_to_one() {
    let (one, other) = (draws(7)(&[50, 200]), draws(8)(&[50, 200]));
    assert!(
        apart(&one, &draws(7)(&[50, 200])).unwrap() == 0.0 && apart(&one, &other).unwrap() > 1.0
    );
    let mean = wide(&one)
        .unwrap()
        .mean_all()
        .unwrap()
        .to_scalar::<f64>()
        .unwrap();
    // The mean of 10,000 values has the deviation 1 / √30,000.
    assert!(
        mean.abs() < 5.0 / 30_000_f64.sqrt() && (0.99..=1.0).contains(&largest(&one).unwrap()),
        "{mean}"
    );
}

#[test]
fn sums_in_either_order_lie_within_the_bound() {
    let values = draws(3)(&[2, 4096]).to_vec2::<f32>().unwrap();
    let products = || values[0].iter().zip(&values[1]);
    let exact: f64 = products().map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    let magnitude: f64 = products()
        .map(|(a, b)| (f64::from(*a) * f64::from(*b)).abs())
        .sum();
    let forwards: f32 = products().map(|(a, b)| a * b).sum();
    let backwards: f32 = products().rev().map(|(a, b)| a * b).sum();
    for sum in [forwards, backwards] {
        let apart = (f64::from(sum) - exact).abs();
        assert!(apart > 0.0 && apart < sum_bound(4096, magnitude), "{apart}");
    }
}
