//! Request to the model.

use candle_core::Tensor;
use image::{GrayImage, RgbImage};

use super::super::control_net::ControlNet;
use super::super::schedulers::SchedulerKind;

/// Draws noise of a shape with the mean 0 and the deviation 1, f32 on the processor:
/// [`Noise`](crate::networks::stable_diffusion::Noise) does.
pub type Draw<'a> = &'a mut dyn FnMut((usize, usize, usize)) -> candle_core::Result<Tensor>;

/// Request for an image.
pub struct Request<'a> {
    /// Description of the image, or of what is to become of one.
    pub text: &'a str,
    /// Description of what the image does not show.
    pub unwanted: &'a str,
    /// Beginning: noise or an image.
    pub origin: Origin<'a>,
    /// An image to follow.
    pub control: Option<Control<'a>>,
    /// How noise is taken away.
    pub scheduler: SchedulerKind,
    /// In how many steps, where noise is all that there is.
    pub steps: usize,
    /// Factor by which the text counts more than it would by itself (Ho and Salimans 2022,
    /// "Classifier-Free Diffusion Guidance"); at 1 and below the network is asked half as often,
    /// and what is unwanted is not looked at.
    pub guidance: f64,
    /// Is shown at each step what the image is becoming, small and rough.
    pub preview: Option<&'a dyn Fn(RgbImage)>,
}

/// Beginning of an image. Widths and heights are in pixels; a latent's side (8) has to divide them.
#[derive(Clone, Copy)]
pub enum Origin<'a> {
    /// Noise alone.
    Noise {
        /// The image's width.
        width: u32,
        /// The image's height.
        height: u32,
    },
    /// An image, with so much noise that it is forgotten by `strength`, above 0 and up to 1.
    Image {
        /// The image.
        image: &'a RgbImage,
        /// The share of it that is forgotten.
        strength: f64,
    },
    /// Noise, beside what a mask leaves of an image of the same size. Takes a model with 9
    /// channels.
    Filling {
        /// The image.
        image: &'a RgbImage,
        /// Set (128 and above) where the image is made anew.
        mask: &'a GrayImage,
    },
    /// Noise, beside an image that the text says how to change (Brooks et al. 2023,
    /// "`InstructPix2Pix`"). Takes a model with 8 channels.
    Editing {
        /// The image.
        image: &'a RgbImage,
        /// Factor by which the image counts more than it would by itself.
        guidance: f64,
    },
}

/// An image to follow, of the result's size.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// The network that follows it.
    pub network: &'a ControlNet,
    /// The image, of the kind that the network was trained on.
    pub image: &'a RgbImage,
    /// How closely it is followed: 1 as trained.
    pub strength: f64,
}

impl Origin<'_> {
    /// Width and height in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        match self {
            Self::Noise { width, height } => (*width, *height),
            Self::Image { image, .. }
            | Self::Filling { image, .. }
            | Self::Editing { image, .. } => image.dimensions(),
        }
    }
}
