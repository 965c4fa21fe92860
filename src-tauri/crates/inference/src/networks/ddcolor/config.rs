//! The hub's `config.json` of a `DDColor` model. Fields that it leaves out have the values of the
//! large one.

use candle_core::Result;
use serde::Deserialize;

use crate::networks::shared::pre_norm_block::check_heads;

/// The sides of what the network sees are multiples of this, so that each stage halves its maps
/// without rest.
const MULTIPLE: usize = 32;
/// The longest side of it, in pixels.
const LONGEST: usize = 2048;

/// A `DDColor` model.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct DdColorConfig {
    /// The encoder: `convnext-t`, `convnext-s`, `convnext-b` or `convnext-l`.
    pub encoder_name: String,
    /// Number of blocks of each of its stages, if they are not those of its name.
    pub depths: Option<[usize; 4]>,
    /// Channels of each of its stages, where they are not those of its name.
    pub dims: Option<[usize; 4]>,
    /// `MultiScaleColorDecoder`; nothing else is published.
    pub decoder_name: String,
    /// Height and width at which images are seen, in pixels: multiples of 32.
    pub input_size: [usize; 2],
    /// Two: the axes a and b of CIE L*a*b*.
    pub num_output_channels: usize,
    /// How the pixel decoder's last convolution is normalised: `Spectral`; nothing else is
    /// published.
    pub last_norm: String,
    /// Whether what comes out is normalised as colours are; not supported, and in none of the
    /// models here.
    pub do_normalize: bool,
    /// Number of colours that are looked for.
    pub num_queries: usize,
    /// Maps in which they are looked for: three.
    pub num_scales: usize,
    /// Layers of the colour decoder.
    pub dec_layers: usize,
    /// Channels of the pixel decoder's first two maps; half as many has its last.
    pub nf: usize,
    /// Width of the colour decoder.
    pub hidden_dim: usize,
    /// Heads of its attention; they divide the width.
    pub nheads: usize,
    /// Width inside its feed-forward layers.
    pub dim_feedforward: usize,
}

impl Default for DdColorConfig {
    fn default() -> Self {
        Self {
            encoder_name: "convnext-l".to_owned(),
            depths: None,
            dims: None,
            decoder_name: "MultiScaleColorDecoder".to_owned(),
            input_size: [512, 512],
            num_output_channels: 2,
            last_norm: "Spectral".to_owned(),
            do_normalize: false,
            num_queries: 100,
            num_scales: 3,
            dec_layers: 9,
            nf: 512,
            hidden_dim: 256,
            nheads: 8,
            dim_feedforward: 2048,
        }
    }
}

impl DdColorConfig {
    /// Blocks and channels of the encoder's stages (Liu et al. 2022, "A `ConvNet` for the 2020s",
    /// section 3).
    pub(super) fn stages(&self) -> Result<([usize; 4], [usize; 4])> {
        let (depths, widths) = match self.encoder_name.as_str() {
            "convnext" | "convnext-t" => ([3, 3, 9, 3], [96, 192, 384, 768]),
            "convnext-s" => ([3, 3, 27, 3], [96, 192, 384, 768]),
            "convnext-b" => ([3, 3, 27, 3], [128, 256, 512, 1024]),
            "convnext-l" => ([3, 3, 27, 3], [192, 384, 768, 1536]),
            other => candle_core::bail!(
                "the encoder {other} is not known: only convnext-t, -s, -b and -l are"
            ),
        };
        Ok((self.depths.unwrap_or(depths), self.dims.unwrap_or(widths)))
    }

    /// Refuses what no published model has, and sizes that do not fit.
    pub(super) fn check(&self) -> Result<()> {
        if self.decoder_name != "MultiScaleColorDecoder" || self.last_norm != "Spectral" {
            candle_core::bail!(
                "a {} with {} norms is not supported",
                self.decoder_name,
                self.last_norm
            );
        }
        if self.num_output_channels != 2 || self.num_scales != 3 || self.do_normalize {
            candle_core::bail!(
                "only two channels of colour, plain, out of three maps are supported"
            );
        }
        if !self
            .input_size
            .iter()
            .all(|side| (MULTIPLE..=LONGEST).contains(side) && side.is_multiple_of(MULTIPLE))
        {
            candle_core::bail!(
                "pictures of {:?} pixels are not seen: sides are multiples of 32",
                self.input_size
            );
        }
        if self.nf == 0 || !self.nf.is_multiple_of(2) || self.num_queries == 0 {
            candle_core::bail!(
                "{} channels or {} colours do not fit",
                self.nf,
                self.num_queries
            );
        }
        check_heads(self.hidden_dim, self.nheads)
    }
}
