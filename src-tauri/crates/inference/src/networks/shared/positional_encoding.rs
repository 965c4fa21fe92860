//! Positions in an image as sines (Carion et al. 2020, appendix A.4, after Parmar et al. 2018).
//! Images are not padded here, so that every place counts.

use candle_core::{DType, Device, Result, Tensor};

/// The slowest of the waves is this many times as long as the quickest.
const TEMPERATURE: f64 = 10_000.0;

/// The places of a map `down` by `across`, row by row: `(1, down * across, width)`. Half of the
/// width is for the row, half for the column.
pub(crate) fn sines(
    down: usize,
    across: usize,
    width: usize,
    dtype: DType,
    device: &Device,
) -> Result<Tensor> {
    let half = width / 2;
    let wave = |place: usize, of: usize| {
        let turn = (place + 1) as f64 / (of as f64 + 1e-6) * std::f64::consts::TAU;
        (0..half).map(move |feature| {
            let angle = turn / TEMPERATURE.powf((feature / 2 * 2) as f64 / half as f64);
            (if feature % 2 == 0 {
                angle.sin()
            } else {
                angle.cos()
            }) as f32
        })
    };
    let places = (0..down).flat_map(|y| (0..across).map(move |x| (y, x)));
    let values = places.flat_map(|(y, x)| wave(y, down).chain(wave(x, across)));
    let values: Vec<f32> = values.collect();
    Tensor::from_vec(values, (1, down * across, 2 * half), device)?.to_dtype(dtype)
}
