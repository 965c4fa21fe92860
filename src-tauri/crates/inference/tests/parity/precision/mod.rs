//! Networks in half precision, as graphics cards run them (`device::dtype`): every operation
//! takes f16 where it got f16, and what comes out is near what f32 gives. candle multiplies no bf16
//! on the processor; it would go the same way.

mod audio;
mod images;
mod perception;

use candle_core::{DType, Tensor};

use crate::support::{Fixture, difference};

/// Of what is largest: a step of f16 is 1e-3 of a value, and layers add their steps up.
const BOUND: f32 = 2e-2;

/// DETR's fixture has sharpened weights, which make a hundred times as much of a step as there is,
/// of single precision too.
const SHARPENED: f32 = 0.15;

fn half(fixture: &Fixture, tensor: &str) -> Tensor {
    fixture.tensor(tensor).to_dtype(DType::F16).unwrap()
}

/// A result of half precision against the expected one of single precision.
fn assert_near(found: &Tensor, expected: &Tensor, bound: f32, what: &str) {
    assert_eq!(found.dtype(), DType::F16, "{what}");
    let apart = difference(found, expected);
    assert!(apart < bound, "{what}: {apart}");
}
