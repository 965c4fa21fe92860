//! Rotary position embedding of queries and keys (Su et al. 2021, "`RoFormer`", section 3.2), each
//! of three axes by values of its own: a text goes along the first, an image stands behind it and
//! lies along the other two.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::rotary_emb::rope_i;

use super::config::TransformerConfig;

/// Multiple that the number of places of a row of tokens is brought to.
const ROW: usize = 32;

/// How far each of a row of tokens is turned.
pub(super) struct RotaryEmbedding {
    /// Cosines of each pair of values, `(tokens, head / 2)` in single precision.
    cosines: Tensor,
    sines: Tensor,
}

/// Returns this number of tokens with those that fill up the last row.
pub(super) fn filled_up(tokens: usize) -> usize {
    tokens.next_multiple_of(ROW)
}

impl RotaryEmbedding {
    /// Those of a text of so many tokens, those that fill it up among them.
    pub(super) fn of_text(
        config: &TransformerConfig,
        tokens: usize,
        device: &Device,
    ) -> Result<Self> {
        Self::of((0..tokens).map(|token| [token + 1, 0, 0]), config, device)
    }

    /// Those of an image `(height, width)` in patches behind a text, and of the tokens that fill it
    /// up.
    pub(super) fn of_image(
        config: &TransformerConfig,
        (height, width): (usize, usize),
        text: usize,
        device: &Device,
    ) -> Result<Self> {
        let patches = height * width;
        let place = |patch: usize| {
            if patch < patches {
                [text + 1, patch / width, patch % width]
            } else {
                [0, 0, 0]
            }
        };
        Self::of((0..filled_up(patches)).map(place), config, device)
    }

    fn of(
        places: impl Iterator<Item = [usize; 3]>,
        config: &TransformerConfig,
        device: &Device,
    ) -> Result<Self> {
        let half = config.axes_dims.iter().sum::<usize>() / 2;
        // In single precision, where the authors round too.
        let angles = places.flat_map(|place| {
            let axes = place.into_iter().zip(config.axes_dims);
            axes.flat_map(|(place, width)| {
                let slower =
                    move |pair: usize| config.rope_theta.powf(-((2 * pair) as f64) / width as f64);
                (0..width / 2).map(move |pair| (place as f64 * slower(pair)) as f32)
            })
        });
        let angles: Vec<f32> = angles.collect();
        let of = |function: fn(f32) -> f32| {
            let shape = (angles.len() / half.max(1), half);
            Tensor::from_iter(angles.iter().map(|angle| function(*angle)), &Device::Cpu)?
                .reshape(shape)?
                .to_device(device)
        };
        Ok(Self {
            cosines: of(f32::cos)?,
            sines: of(f32::sin)?,
        })
    }

    /// Those of one row of tokens, then those of another.
    pub(super) fn then(&self, other: &Self) -> Result<Self> {
        let both = |own: &Tensor, other: &Tensor| Tensor::cat(&[own, other], 0);
        Ok(Self {
            cosines: both(&self.cosines, &other.cosines)?,
            sines: both(&self.sines, &other.sines)?,
        })
    }

    /// Some of them.
    pub(super) fn part(&self, first: usize, count: usize) -> Result<Self> {
        let part = |whole: &Tensor| whole.narrow(0, first, count)?.contiguous();
        Ok(Self {
            cosines: part(&self.cosines)?,
            sines: part(&self.sines)?,
        })
    }

    /// Queries or keys, `(1, tokens, heads, head)`, turned.
    pub(super) fn turned(&self, rows: &Tensor) -> Result<Tensor> {
        let by_head = rows.transpose(1, 2)?.contiguous()?.to_dtype(DType::F32)?;
        rope_i(&by_head, &self.cosines, &self.sines)?
            .to_dtype(rows.dtype())?
            .transpose(1, 2)?
            .contiguous()
    }
}
