//! Configuration of HED networks. The published weights have no `config.json`.

use serde::Deserialize;

/// Convolutions of each block, as in VGG-16 (Simonyan and Zisserman 2015).
pub(super) const DEPTHS: [usize; 5] = [2, 2, 3, 3, 3];

/// A HED network.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct HedConfig {
    /// Channels of each block.
    pub widths: [usize; 5],
}

impl Default for HedConfig {
    fn default() -> Self {
        Self {
            widths: [64, 128, 256, 512, 512],
        }
    }
}
