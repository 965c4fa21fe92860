//! Attention among the places of each window of a grid: windows are read where they lie, scores
//! stay in the cache.
//!
//! Windows begin at the upper left corner; what reaches over the grid's edge attends as a place of
//! its own kind, whose queries, keys and values are given (Liu et al. 2021, section 3; Li et al.
//! 2022, "Exploring plain vision transformer backbones", section 3).

mod fused;
mod shape;
mod tensors;

pub use self::shape::{Grid, HeadLayout, PositionBias};

use candle_core::{D, Result, Tensor};

use self::fused::Bias;
use self::shape::Shape;
use crate::kernels::{is_fused, with_values};

/// Attends within windows: `joined` is `(height, width, 3 · channels)`, `beyond` the row of a place
/// beyond the edge, of `3 · channels`; gives `(height, width, channels)`.
pub fn windowed_attention(
    joined: &Tensor,
    beyond: &Tensor,
    grid: Grid,
    heads: usize,
    layout: HeadLayout,
    bias: &PositionBias,
) -> Result<Tensor> {
    let channels = joined.dim(D::Minus1)? / 3;
    let shape = Shape {
        grid,
        heads,
        channels,
        width: channels / heads,
        layout,
    };
    if !is_fused(joined) {
        return shape.by_tensors(joined, beyond, bias);
    }
    let result = with_values(joined, |joined| {
        with_values(beyond, |beyond| match bias {
            PositionBias::Table(table) => with_values(table, |table| {
                Ok(shape.run(joined, beyond, &Bias::Table(table)))
            }),
            PositionBias::Decomposed {
                vertical,
                horizontal,
            } => with_values(vertical, |vertical| {
                with_values(horizontal, |horizontal| {
                    Ok(shape.run(
                        joined,
                        beyond,
                        &Bias::Decomposed {
                            vertical,
                            horizontal,
                        },
                    ))
                })
            }),
        })
    })?;
    Tensor::from_vec(result, (grid.height, grid.width, channels), joined.device())
}

#[cfg(test)]
mod tests {
    use candle_core::{Result, Tensor};

    use super::{Grid, HeadLayout, PositionBias, windowed_attention};
    use crate::kernels::testing::{apart, attention_bound, draws, wide};

    #[test]
    fn fused_attention_gives_what_candle_gives() -> Result<()> {
        let mut random = draws(1);
        for (height, width, window) in [(6, 6, 3), (7, 5, 3), (5, 5, 5)] {
            for layout in [HeadLayout::ByHead, HeadLayout::ByKind] {
                for is_table in [true, false] {
                    let (joined, beyond) = (random(&[height, width, 24]), random(&[24]));
                    let (first, second) = if is_table {
                        (random(&[2, window * window, window * window]), random(&[1]))
                    } else {
                        (random(&[window, window, 4]), random(&[window, window, 4]))
                    };
                    let bias = |first: Tensor, second: Tensor| {
                        if is_table {
                            PositionBias::Table(first)
                        } else {
                            PositionBias::Decomposed {
                                vertical: first,
                                horizontal: second,
                            }
                        }
                    };
                    let grid = Grid {
                        height,
                        width,
                        window,
                    };
                    let expected = bias(wide(&first)?, wide(&second)?);
                    let expected = windowed_attention(
                        &wide(&joined)?,
                        &wide(&beyond)?,
                        grid,
                        2,
                        layout,
                        &expected,
                    )?;
                    let found = windowed_attention(
                        &joined,
                        &beyond,
                        grid,
                        2,
                        layout,
                        &bias(first, second),
                    )?;
                    assert_eq!(found.dims(), [height, width, 8]);
                    // A score is half the sum of four products up to 1, and a value of the table or
                    // two more such sums.
                    let (terms, magnitude) = if is_table { (6, 3.0) } else { (14, 10.0) };
                    let apart = apart(&found, &expected)?;
                    let bound = attention_bound(terms, magnitude, window * window);
                    assert!(apart < bound, "{grid:?} {layout:?} {is_table}: {apart}");
                }
            }
        }
        Ok(())
    }
}
