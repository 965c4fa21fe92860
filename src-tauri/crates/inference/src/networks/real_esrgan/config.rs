//! Configuration of Real-ESRGAN's networks. The published weights have no `config.json`.

use serde::Deserialize;

/// A Real-ESRGAN network.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RealEsrganConfig {
    /// How it is built.
    pub body: Body,
    /// Channels of its maps.
    pub features: usize,
    /// Factor by which images become wider and higher; 4 if the body is dense.
    pub scale: usize,
}

/// How a network is built.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// One convolution after the other, then larger.
    Compact {
        /// Convolutions between the first and the last.
        convolutions: usize,
    },
    /// Blocks that see all maps of their own, then larger, then two more convolutions.
    Dense {
        /// Blocks.
        blocks: usize,
        /// Channels that each convolution of a block adds.
        growth: usize,
    },
}

impl RealEsrganConfig {
    /// As `realesr-general-x4v3` is.
    #[must_use]
    pub const fn general() -> Self {
        Self {
            body: Body::Compact { convolutions: 32 },
            features: 64,
            scale: 4,
        }
    }

    /// As `RealESRGAN_x4plus` is.
    #[must_use]
    pub const fn dense() -> Self {
        Self {
            body: Body::Dense {
                blocks: 23,
                growth: 32,
            },
            features: 64,
            scale: 4,
        }
    }
}
