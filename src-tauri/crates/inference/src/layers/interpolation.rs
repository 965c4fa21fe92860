//! Maps in other sizes, as `PyTorch`'s `interpolate` makes them: along each side, what a place becomes is a weighted sum of
//! places, so that a product with a matrix for each side does it on any device.

use candle_core::{Result, Tensor};

/// How what lies between places is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interpolation {
    /// A straight line between two places; the edges of both maps are the same.
    Linear,
    /// A straight line between two places; the outer places of both maps are the same.
    LinearToCorners,
    /// Keys' cubic with a = -0.75 through four places; the edges of both maps are the same.
    Cubic,
}

/// `(batch, channels, height, width)` in another height and width.
pub(crate) fn interpolated(map: &Tensor, (height, width): (usize, usize), kind: Interpolation) -> Result<Tensor> {
    let (batch, channels, down, across) = map.dims4()?;
    if (down, across) == (height, width) {
        return Ok(map.clone());
    }
    let matrix = |from: usize, to: usize| {
        Tensor::from_vec(weights(from, to, kind), (to, from), map.device())?.to_dtype(map.dtype())
    };
    let rows = map.contiguous()?.reshape((batch * channels * down, across))?.matmul(&matrix(across, width)?.t()?)?;
    let columns = rows.reshape((batch * channels, down, width))?;
    let matrix = matrix(down, height)?;
    let planes: Vec<Tensor> =
        (0..batch * channels).map(|plane| matrix.matmul(&columns.get(plane)?)).collect::<Result<_>>()?;
    Tensor::stack(&planes, 0)?.reshape((batch, channels, height, width))
}

/// The share of each of `from` places in each of `to`, row by row.
fn weights(from: usize, to: usize, kind: Interpolation) -> Vec<f32> {
    let mut weights = vec![0_f32; from * to];
    let last = from.saturating_sub(1);
    for (place, weights) in weights.chunks_mut(from.max(1)).enumerate() {
        let exact = match kind {
            Interpolation::LinearToCorners => place as f64 * last as f64 / (to.saturating_sub(1)).max(1) as f64,
            Interpolation::Linear | Interpolation::Cubic => (place as f64 + 0.5) * from as f64 / to as f64 - 0.5,
        };
        let first = exact.floor();
        let further = exact - first;
        let mut add = |offset: f64, weight: f64| {
            weights[((first + offset).max(0.0) as usize).min(last)] += weight as f32;
        };
        if kind == Interpolation::Cubic {
            for offset in [-1.0, 0.0, 1.0, 2.0] {
                add(offset, cubic((further - offset).abs()));
            }
        } else {
            add(0.0, 1.0 - further);
            add(1.0, further);
        }
    }
    weights
}

/// Keys' kernel (Keys 1981, equation 4).
fn cubic(distance: f64) -> f64 {
    const A: f64 = -0.75;
    if distance <= 1.0 {
        ((A + 2.0) * distance - (A + 3.0)) * distance * distance + 1.0
    } else if distance < 2.0 {
        ((A * distance - 5.0 * A) * distance + 8.0 * A) * distance - 4.0 * A
    } else {
        0.0
    }
}
