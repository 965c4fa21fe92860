//! The network: encoder, pixel decoder and color decoder, one after the other.

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::RgbImage;

use super::chroma::Chroma;
use super::color_decoder::ColorDecoder;
use super::config::DdColorConfig;
use super::encoder::Encoder;
use super::norms;
use super::pixel_decoder::PixelDecoder;
use super::preprocess;
use crate::kernels::{Activation, Linear};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// The network.
pub struct DdColor {
    /// The mean and deviation of colours that its training took away: `(3,)` each.
    mean: Tensor,
    deviation: Tensor,
    encoder: Encoder,
    pixels: PixelDecoder,
    colors: ColorDecoder,
    /// Shares of the axes a and b in each of the colours: `(2, queries)`.
    axes: Tensor,
    /// Layer that gives the axes a and b for a pixel's own grey.
    own: Linear,
    /// Height and width at which images are seen.
    size: (usize, usize),
    dtype: DType,
    device: Device,
}

/// Output of the network for an image.
pub struct Found {
    /// The encoder's four maps, `(height, width, channels)` each.
    pub maps: Vec<Tensor>,
    /// The pixel decoder's three maps, `(height, width, channels)` each.
    pub features: Vec<Tensor>,
    /// The colours, as directions in the features of pixels: `(queries, channels)`.
    pub colors: Tensor,
    /// The axes a and b of CIE L*a*b* at each pixel, `(height, width, 2)`.
    pub chroma: Tensor,
}

impl Network for DdColor {
    type Config = DdColorConfig;

    fn new(config: &DdColorConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        config.check()?;
        let (decoder, refine, dtype) = (
            weights.pp("decoder"),
            weights.pp("refine_net.0.0"),
            weights.dtype(),
        );
        let queries = config.num_queries;
        // The last layer reads what a pixel has of each colour, and then its own three.
        let last = norms::spectral((queries + 3, 2, 1), &refine)?
            .reshape((2, queries + 3))?
            .to_dtype(dtype)?;
        let colors = |name: &str| weights.get((1, 3, 1, 1), name)?.flatten_all();
        Ok(Self {
            mean: colors("mean")?,
            deviation: colors("std")?,
            encoder: Encoder::new(config, &weights.pp("encoder.arch"))?,
            pixels: PixelDecoder::new(config, &decoder)?,
            colors: ColorDecoder::new(config, &decoder.pp("color_decoder"))?,
            axes: last.narrow(1, 0, queries)?.contiguous()?,
            own: Linear::from_tensors(&last.narrow(1, queries, 3)?, Some(refine.get(2, "bias")?))?,
            size: (config.input_size[0], config.input_size[1]),
            dtype,
            device: weights.device().clone(),
        })
    }
}

impl DdColor {
    /// The colours of grey of 0 to 1, `(height, width)`, both multiples of 32.
    pub fn forward(&self, grey: &Tensor, watch: Watch) -> Result<Found, InferenceError> {
        let pixels = grey
            .unsqueeze(2)?
            .broadcast_sub(&self.mean)?
            .broadcast_div(&self.deviation)?;
        let maps = self.encoder.forward(&pixels, watch.part(0.0, 0.7))?;
        let features = self.pixels.forward(&maps, watch.part(0.7, 0.88))?;
        let colors = self.colors.forward(&features, watch.part(0.88, 0.92))?;
        let Some(last) = features.last() else {
            return Err(candle_core::Error::Msg("there are no maps".to_owned()).into());
        };
        // What a pixel has of each colour is a product of its features with the colour. It is only
        // asked what all colours make together, which is one product with two directions.
        let mix = Linear::from_tensors(&self.axes.matmul(&colors)?, None)?;
        let drawn = self.pixels.mixed(last, &mix, watch.part(0.92, 1.0))?;
        let chroma = self
            .own
            .forward_then(&pixels, Some(&drawn), Activation::None)?;
        Ok(Found {
            maps,
            features,
            colors,
            chroma,
        })
    }

    /// Returns the colours for an image.
    pub fn chroma(&self, image: &RgbImage, watch: Watch) -> Result<Chroma, InferenceError> {
        let grey = preprocess::grey(image, self.size, self.dtype, &self.device)?;
        let chroma = self.forward(&grey, watch)?.chroma.to_dtype(DType::F32)?;
        let (height, width, _) = chroma.dims3()?;
        let values = chroma.reshape((height * width, 2))?.to_vec2::<f32>()?;
        Ok(Chroma {
            width,
            height,
            values: values.into_iter().map(|pair| [pair[0], pair[1]]).collect(),
        })
    }
}
