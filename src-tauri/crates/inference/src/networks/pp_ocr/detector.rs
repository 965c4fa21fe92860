//! Detector of lines of text: maps of four sizes are joined (Lin et al. 2017, "Feature Pyramid
//! Networks for Object Detection"), and a head says of each pixel whether it belongs to the core of
//! a line (Liao et al. 2020, section 3).

use std::path::Path;

use candle_core::{D, DType, Device, Result, Tensor};
use candle_nn::VarBuilder;
use image::RgbImage;

use super::backbone::Backbone;
use super::config::{DetectorConfig, DetectorPreprocessing};
use super::layers::{ChannelWeights, ConvTranspose2d, folded, plain_pointwise, upsampled};
use super::output::TextBox;
use super::{postprocess, preprocess};
use crate::kernels::DepthwiseConv2d;
use crate::kernels::{Activation, Conv2d, Linear};
use crate::models::weights::{self, Network};
use crate::{InferenceError, Watch};

/// The rise of the gates that weigh channels.
const SLOPE: f64 = 0.2;

/// Number of maps that are joined; each is half as large as the one before.
const LEVELS: usize = 4;

/// The detector's layers.
pub struct DetectorNetwork {
    backbone: Backbone,
    levels: Vec<Level>,
    head: Head,
    dtype: DType,
    device: Device,
}

impl Network for DetectorNetwork {
    type Config = DetectorConfig;

    fn new(config: &DetectorConfig, weights: VarBuilder) -> Result<Self> {
        let channels: Vec<usize> = config
            .backbone_config
            .block_configs
            .iter()
            .filter_map(|stage| stage.last().map(|(_, _, output, _, _)| *output))
            .collect();
        if channels.len() != LEVELS
            || config.interpolate_mode != "nearest"
            || config.kernel_list[1..] != [2, 2]
        {
            candle_core::bail!(
                "this detector has another number of stages or another head than PP-OCRv6's small one"
            );
        }
        let neck = weights.pp("model.neck");
        let levels = channels.iter().enumerate();
        Ok(Self {
            backbone: Backbone::new(&config.backbone_config, &weights.pp("model.backbone"))?,
            levels: levels
                .map(|(level, channels)| Level::new(*channels, level, config, &neck))
                .collect::<Result<_>>()?,
            head: Head::new(config, &weights.pp("head"))?,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl DetectorNetwork {
    /// How likely each pixel belongs to the core of a line, `(height, width)`, from 0 to 1. Takes
    /// pixels of shape `(height, width, 3)`, both sides multiples of 32.
    pub fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let maps = self.backbone.forward(pixels, watch.part(0.0, 0.7))?;
        let mut joined: Option<Tensor> = None;
        let mut finished = Vec::with_capacity(LEVELS);
        for (index, (level, map)) in self.levels.iter().zip(&maps).enumerate().rev() {
            watch.part(0.7, 0.9).at(LEVELS - 1 - index, LEVELS)?;
            let entered = level.enter(map)?;
            let all = match &joined {
                None => entered,
                Some(coarser) => (entered + upsampled(coarser, 2)?)?,
            };
            finished.push(upsampled(&level.leave(&all)?, 1 << index)?);
            joined = Some(all);
        }
        watch.part(0.7, 1.0).at(2, 3)?;
        Ok(self.head.forward(&Tensor::cat(&finished, D::Minus1)?)?)
    }
}

/// The neck's layers for maps of one size.
struct Level {
    entry: Linear,
    entry_weights: ChannelWeights,
    around: DepthwiseConv2d,
    exit: Linear,
    exit_weights: ChannelWeights,
}

impl Level {
    fn new(
        channels: usize,
        level: usize,
        config: &DetectorConfig,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let (width, side) = (config.neck_out_channels, config.dilated_kernel_size);
        let (entry, exit) = (
            weights.pp(format!("insert_conv.{level}")),
            weights.pp(format!("input_conv.{level}")),
        );
        let weigh = |channels: usize, weights: VarBuilder| {
            ChannelWeights::new(
                channels,
                config.reduction,
                SLOPE,
                ["conv1", "conv2"],
                &weights,
            )
        };
        let own = exit.pp("depthwise_convolution");
        Ok(Self {
            entry: plain_pointwise(channels, width, false, &entry.pp("in_conv"))?,
            entry_weights: weigh(width, entry.pp("squeeze_excitation_block"))?,
            around: DepthwiseConv2d::new(
                &own.get((width, 1, side, side), "weight")?,
                own.get(width, "bias")?,
                (1, 1),
            )?,
            exit: plain_pointwise(width, width / 4, false, &exit.pp("pointwise_convolution"))?,
            exit_weights: weigh(width / 4, exit.pp("squeeze_excitation_module"))?,
        })
    }

    fn enter(&self, map: &Tensor) -> Result<Tensor> {
        let entered = self.entry.forward(map)?;
        &entered + self.entry_weights.forward(&entered)?
    }

    fn leave(&self, map: &Tensor) -> Result<Tensor> {
        let left = self.exit.forward(&self.around.forward(map)?)?;
        &left + self.exit_weights.forward(&left)?
    }
}

struct Head {
    down: Conv2d,
    up: ConvTranspose2d,
    last: ConvTranspose2d,
}

impl Head {
    fn new(config: &DetectorConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, kernel) = (config.neck_out_channels, config.kernel_list[0]);
        let (down, up, inner) = (weights.pp("conv_down"), weights.pp("conv_up"), width / 4);
        let (weight, bias) = folded(
            (inner, width, kernel, kernel),
            &down.pp("convolution"),
            &down.pp("norm"),
        )?;
        Ok(Self {
            down: Conv2d::new(&weight, Some(bias), 1, kernel / 2)?,
            up: ConvTranspose2d::new(inner, inner, &up.pp("convolution"), Some(&up.pp("norm")))?,
            last: ConvTranspose2d::new(inner, 1, &weights.pp("conv_final"), None)?,
        })
    }

    fn forward(&self, map: &Tensor) -> Result<Tensor> {
        let narrow = self.down.forward(map, Activation::Relu)?;
        let doubled = self.up.forward(&narrow, Activation::Relu)?;
        candle_nn::ops::sigmoid(&self.last.forward(&doubled, Activation::None)?.squeeze(2)?)
    }
}

/// A detector with how it takes images.
pub struct TextDetector {
    network: DetectorNetwork,
    preprocessing: DetectorPreprocessing,
}

impl TextDetector {
    /// Reads a folder with `config.json`, `preprocessor_config.json` and `model.safetensors`.
    pub fn open(
        folder: &Path,
        dtype: DType,
        device: &Device,
    ) -> std::result::Result<Self, InferenceError> {
        let config: DetectorConfig = weights::config(&folder.join("config.json"))?;
        let preprocessing = weights::config(&folder.join("preprocessor_config.json"))?;
        let network = weights::load(&config, &[folder.join("model.safetensors")], dtype, device)?;
        Ok(Self {
            network,
            preprocessing,
        })
    }

    /// The lines of text on an image, in no order.
    pub fn find(
        &self,
        image: &RgbImage,
        watch: Watch,
    ) -> std::result::Result<Vec<TextBox>, InferenceError> {
        let size = preprocess::detector_size(image.dimensions(), &self.preprocessing);
        let pixels =
            preprocess::detector_pixels(image, size, self.network.dtype, &self.network.device)?;
        let likely = self.network.forward(&pixels, watch)?.to_dtype(DType::F32)?;
        Ok(postprocess::boxes(
            &likely.flatten_all()?.to_vec1()?,
            size,
            image.dimensions(),
        ))
    }
}
