//! The network, run over tiles of an image.

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::{GenericImage, GenericImageView, Rgb32FImage};

use super::compact::Compact;
use super::config::{Body, RealEsrganConfig};
use super::dense::Dense;
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// The side of what is worked on at once, in pixels: memory grows with it, and what is worked on
/// twice shrinks.
const TILE: u32 = 192;
/// Pixels around it that are seen too, so that no seam shows.
const MARGIN: u32 = 16;

/// The network.
pub struct RealEsrgan {
    layers: Layers,
    scale: u32,
    dtype: DType,
    device: Device,
}

enum Layers {
    Compact(Compact),
    Dense(Box<Dense>),
}

impl Network for RealEsrgan {
    type Config = RealEsrganConfig;

    fn new(config: &RealEsrganConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        let (features, scale) = (config.features, config.scale);
        let layers = match config.body {
            Body::Compact { convolutions } => {
                Layers::Compact(Compact::new(convolutions, features, scale, &weights)?)
            }
            Body::Dense { blocks, growth } if scale == 4 => {
                Layers::Dense(Box::new(Dense::new(blocks, growth, features, &weights)?))
            }
            Body::Dense { .. } => candle_core::bail!("a dense body enlarges by 4, not by {scale}"),
        };
        Ok(Self {
            layers,
            scale: scale as u32,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl RealEsrgan {
    /// Returns the factor by which images become wider and higher.
    #[must_use]
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// `(height, width, 3)`, values from 0 to 1, at [`scale`](Self::scale) times the size; what
    /// comes may lie a little outside.
    pub fn forward(&self, pixels: &Tensor, watch: Watch) -> Result<Tensor, InferenceError> {
        match &self.layers {
            Layers::Compact(layers) => layers.forward(pixels, watch),
            Layers::Dense(layers) => layers.forward(pixels, watch),
        }
    }

    /// An image at [`scale`](Self::scale) times its size, components from 0 to 1. Worked on piece
    /// by piece, so that memory grows with the image itself only.
    pub fn upscaled(
        &self,
        image: &Rgb32FImage,
        watch: Watch,
    ) -> Result<Rgb32FImage, InferenceError> {
        let (width, height) = image.dimensions();
        let mut large = Rgb32FImage::new(width * self.scale, height * self.scale);
        let (across, down) = (width.div_ceil(TILE), height.div_ceil(TILE));
        for index in 0..across * down {
            let at = |done: u32| f64::from(done) / f64::from(across * down);
            let inner = (
                Piece::of(index % across, width),
                Piece::of(index / across, height),
            );
            self.piece(
                image,
                inner,
                &mut large,
                watch.part(at(index), at(index + 1)),
            )?;
        }
        Ok(large)
    }

    /// Makes one piece of the image larger.
    fn piece(
        &self,
        image: &Rgb32FImage,
        (across, down): (Piece, Piece),
        large: &mut Rgb32FImage,
        watch: Watch,
    ) -> Result<(), InferenceError> {
        let (width, height) = image.dimensions();
        let (seen_across, seen_down) = (across.widened(width), down.widened(height));
        let view = image.view(
            seen_across.start,
            seen_down.start,
            seen_across.length(),
            seen_down.length(),
        );
        let values = view.to_image().into_raw();
        let shape = (
            seen_down.length() as usize,
            seen_across.length() as usize,
            3,
        );
        let pixels = Tensor::from_vec(values, shape, &self.device)?.to_dtype(self.dtype)?;
        let made = self
            .forward(&pixels, watch)?
            .to_dtype(DType::F32)?
            .to_device(&Device::Cpu)?;
        let (skipped, scale) = (
            (
                down.start - seen_down.start,
                across.start - seen_across.start,
            ),
            self.scale,
        );
        let own = |length: u32| (length * scale) as usize;
        let made = made.narrow(0, own(skipped.0), own(down.length()))?.narrow(
            1,
            own(skipped.1),
            own(across.length()),
        )?;
        let values = made.clamp(0.0, 1.0)?.flatten_all()?.to_vec1()?;
        let Some(made) =
            Rgb32FImage::from_raw(across.length() * scale, down.length() * scale, values)
        else {
            return Err(InferenceError::Image(
                "a piece of the picture has another size".to_owned(),
            ));
        };
        let place = |start: u32| start * scale;
        let placed = large.copy_from(&made, place(across.start), place(down.start));
        placed.map_err(|error| InferenceError::Image(error.to_string()))
    }
}

/// A stretch of a side, in pixels.
#[derive(Debug, Clone, Copy)]
struct Piece {
    start: u32,
    end: u32,
}

impl Piece {
    fn of(index: u32, side: u32) -> Self {
        Self {
            start: index * TILE,
            end: ((index + 1) * TILE).min(side),
        }
    }

    fn length(self) -> u32 {
        self.end - self.start
    }

    fn widened(self, side: u32) -> Self {
        Self {
            start: self.start.saturating_sub(MARGIN),
            end: (self.end + MARGIN).min(side),
        }
    }
}
