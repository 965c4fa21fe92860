//! Against sums of products in double precision, on blocks of random bytes.

use std::borrow::Cow;

use candle_core::quantized::{GgmlDType, QStorage, QTensor};
use candle_core::{Device, Result, Tensor};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::QuantisedMatrix;
use crate::kernels::testing::{draws, sum_bound};

/// The formats with own products, bytes of a block, and where its numbers in half precision stand.
const FORMATS: [(GgmlDType, usize, &[usize]); 8] = [
    (GgmlDType::Q4_0, 18, &[0]),
    (GgmlDType::Q4_1, 20, &[0, 2]),
    (GgmlDType::Q5_0, 22, &[0]),
    (GgmlDType::Q5_1, 24, &[0, 2]),
    (GgmlDType::Q8_0, 34, &[0]),
    (GgmlDType::Q4K, 144, &[0, 2]),
    (GgmlDType::Q5K, 176, &[0, 2]),
    (GgmlDType::Q6K, 210, &[208]),
];

/// A matrix of random bytes, with scales up to 2.
fn random(dtype: GgmlDType, (rows, width): (usize, usize), seed: u64) -> Result<QTensor> {
    let (_, size, halves) = FORMATS.iter().find(|format| format.0 == dtype).unwrap();
    let mut source = ChaCha8Rng::seed_from_u64(seed);
    let mut bytes = vec![0; rows * width / dtype.block_size() * size];
    source.fill_bytes(&mut bytes);
    for block in bytes.chunks_exact_mut(*size) {
        for at in *halves {
            // Half of the scales are below the smallest normal number.
            block[at + 1] &= if block[*at] & 1 == 0 { 0x83 } else { 0xbf };
        }
    }
    let storage = QStorage::from_data(Cow::Owned(bytes), &Device::Cpu, dtype)?;
    QTensor::new(storage, (rows, width))
}

/// Returns 32 or 256 values as they are rounded, and for `Q4_1` and `Q5_1` the error that the sum
/// of the rounded ones has in half precision.
fn rounded(values: &[f32], dtype: GgmlDType) -> (Vec<f64>, f64) {
    let most = values
        .iter()
        .fold(0f32, |most, value| most.max(value.abs()));
    let inverse = if most > 0.0 { 127.0 / most } else { 0.0 };
    let whole = values.iter().map(|value| value * inverse);
    let whole: Vec<f64> = whole.map(|v| f64::from(v.round_ties_even())).collect();
    let scale = match dtype.block_size() {
        256 if most > 0.0 => 1.0 / inverse,
        256 => 0.0,
        _ => gemm::f16::from_f32(most / 127.0).to_f32(),
    };
    let sum: f64 = whole.iter().sum();
    let exact = most / 127.0 * sum as f32;
    let error = f64::from(gemm::f16::from_f32(exact).to_f32()) - f64::from(scale) * sum;
    let values = whole.iter().map(|whole| whole * f64::from(scale));
    (values.collect(), error)
}

/// The sum of products of a row of weights with values that are rounded first, and that of their
/// magnitudes.
fn exact(weights: &[f32], blocks: &[u8], values: &[f32], dtype: GgmlDType) -> (f64, f64) {
    let size = dtype.block_size();
    let bytes = blocks.chunks_exact(dtype.type_size());
    let parts = weights.chunks_exact(size).zip(values.chunks_exact(size));
    let (mut sum, mut magnitude) = (0.0, 0.0);
    for ((weights, values), block) in parts.zip(bytes) {
        let (values, error) = rounded(values, dtype);
        for (weight, value) in weights.iter().zip(values) {
            sum += f64::from(*weight) * value;
            // Weights are differences of larger numbers.
            magnitude += value.abs();
        }
        if matches!(dtype, GgmlDType::Q4_1 | GgmlDType::Q5_1) {
            let offset = gemm::f16::from_le_bytes([block[2], block[3]]).to_f64();
            sum += offset * error;
            magnitude += offset.abs() * error.abs();
        }
    }
    let largest = weights
        .iter()
        .fold(0f32, |most, weight| most.max(weight.abs()));
    (sum, magnitude * 4.0 * f64::from(largest))
}

fn compared(dtype: GgmlDType, (rows, width): (usize, usize), count: usize) -> Result<()> {
    let tensor = random(dtype, (rows, width), count as u64)?;
    let weights = tensor.dequantize(&Device::Cpu)?.to_vec2::<f32>()?;
    let bytes = tensor.data()?.into_owned();
    let x = (draws(7)(&[count, width]) * 3.0)?;
    let found = QuantisedMatrix::new(tensor)?
        .forward(&x)?
        .to_vec2::<f32>()?;
    let x = x.to_vec2::<f32>()?;
    assert_eq!((found.len(), found[0].len()), (count, rows));
    for (found, x) in found.iter().zip(&x) {
        let blocks = bytes.chunks_exact(bytes.len() / rows);
        for ((found, weights), blocks) in found.iter().zip(&weights).zip(blocks) {
            let (expected, magnitude) = exact(weights, blocks, x, dtype);
            let apart = (f64::from(*found) - expected).abs();
            let bound = sum_bound(width / 8, magnitude);
            assert!(
                apart <= bound,
                "{dtype:?} {rows} x {width}, {count} rows: {found} for {expected}"
            );
        }
    }
    Ok(())
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "candle rounds otherwise")]
fn products_are_those_of_rounded_values() -> Result<()> {
    for (dtype, ..) in FORMATS {
        let block = dtype.block_size();
        for (rows, blocks, count) in [
            (1, 1, 1),
            (67, 3, 2),
            (130, 8, 1),
            (64, 17, 33),
            (5, 9, 70),
            (3, 18, 32),
        ] {
            compared(dtype, (rows, blocks * block), count)?;
        }
    }
    Ok(())
}

#[test]
fn several_matrices_have_the_products_of_each() -> Result<()> {
    let formats = [
        GgmlDType::Q4K,
        GgmlDType::Q6K,
        GgmlDType::Q8_0,
        GgmlDType::Q4_1,
    ];
    let matrices = formats
        .iter()
        .enumerate()
        .map(|(index, dtype)| QuantisedMatrix::new(random(*dtype, (30 + 50 * index, 512), 5)?));
    let matrices = matrices.collect::<Result<Vec<_>>>()?;
    let all: Vec<_> = matrices.iter().collect();
    for count in [1, 3, 40] {
        let x = draws(3)(&[count, 512]);
        let together = QuantisedMatrix::forward_all(&all, &x)?;
        assert_eq!(together.len(), matrices.len());
        for (matrix, product) in matrices.iter().zip(together) {
            let alone = matrix.forward(&x)?;
            assert_eq!(alone.to_vec2::<f32>()?, product.to_vec2::<f32>()?);
        }
    }
    Ok(())
}

#[test]
fn products_are_those_of_exact_values_but_for_the_rounding() -> Result<()> {
    let x = draws(11)(&[6, 512]);
    for (dtype, ..) in FORMATS {
        let tensor = QTensor::quantize(&draws(12)(&[96, 512]), dtype)?;
        let exact = x.matmul(&tensor.dequantize(&Device::Cpu)?.t()?)?;
        let found = QuantisedMatrix::new(tensor)?.forward(&x)?;
        let apart = crate::kernels::testing::apart(&found, &exact)?;
        // Values up to 1 are rounded to 1 / 254 at most; 512 such errors, evenly spread, times
        // weights up to 1 have the deviation 0.03.
        assert!(apart > 0.0 && apart < 0.2, "{dtype:?}: {apart}");
    }
    Ok(())
}

#[test]
fn rows_of_zeros_have_no_product_and_other_widths_are_refused() -> Result<()> {
    for (dtype, ..) in FORMATS {
        let matrix = QuantisedMatrix::new(random(dtype, (9, 256), 1)?)?;
        let zeros = Tensor::zeros((2, 256), candle_core::DType::F32, &Device::Cpu)?;
        let product = matrix.forward(&zeros)?.flatten_all()?.to_vec1::<f32>()?;
        assert!(product.iter().all(|value| *value == 0.0), "{dtype:?}");
        assert!(matrix.forward(&draws(1)(&[2, 512])).is_err(), "{dtype:?}");
    }
    Ok(())
}
