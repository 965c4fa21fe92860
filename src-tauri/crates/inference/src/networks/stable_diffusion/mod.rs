//! Stable Diffusion 1.5 (Rombach et al. 2022, "High-Resolution Image Synthesis with Latent
//! Diffusion Models"): images of what a text says, out of noise. A U-Net says what noise is in
//! latents, a scheduler takes it away step by step, and an autoencoder makes the image. Models of
//! the same shape fill masks (9 channels), follow instructions (`InstructPix2Pix`, 8 channels), and
//! follow an image by a `ControlNet` beside the U-Net.

mod autoencoder;
mod config;
mod control_net;
mod down_blocks;
mod generate;
pub mod images;
mod layers;
mod model;
mod noise;
mod schedulers;
mod text;
mod tiles;
mod transformer;
mod unet;
mod windows;

pub use self::autoencoder::{Autoencoder, Moments};
pub use self::config::{
    AutoencoderConfig, BetaSchedule, Block, ControlNetConfig, DiffusionConfig, Prediction,
    UNetConfig,
};
pub use self::control_net::ControlNet;
pub use self::generate::{Control, Draw, Origin, Request};
pub use self::model::StableDiffusion;
pub use self::noise::Noise;
pub use self::schedulers::{Scheduler, SchedulerKind};
pub use self::text::TextEncoder;
pub use self::unet::{Residuals, UNet};
