//! The `config.json` of the Descript audio codec. Sizes that it leaves out, as those of Parler-TTS
//! do, are those of the published model for 44.1 kHz.

use serde::Deserialize;

/// Steps that a convolution sees.
pub(super) const KERNEL: usize = 7;
/// How far apart these are in the residual layers of a stage.
pub(super) const DILATIONS: [usize; 3] = [1, 3, 9];

/// The layers that decode codes to audio.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct DacConfig {
    /// Samples a second.
    pub sampling_rate: u32,
    /// Number of codebooks.
    pub num_codebooks: usize,
    /// Codes of each.
    pub codebook_size: usize,
    /// Width of what a code stands for, within its codebook.
    pub codebook_dim: usize,
    /// Width of what codes stand for together.
    pub latent_dim: usize,
    /// Channels of the first layer; half as many behind each ratio.
    pub decoder_dim: usize,
    /// By how much each stage makes the steps more.
    pub decoder_rates: Vec<usize>,
}

impl Default for DacConfig {
    fn default() -> Self {
        Self {
            sampling_rate: 44_100,
            num_codebooks: 9,
            codebook_size: 1024,
            codebook_dim: 8,
            latent_dim: 1024,
            decoder_dim: 1536,
            decoder_rates: vec![8, 8, 4, 2],
        }
    }
}

impl DacConfig {
    /// Samples that a frame becomes.
    pub fn hop(&self) -> usize {
        self.decoder_rates.iter().product()
    }

    /// Returns the maximum number of frames at each side that the audio of one depends on.
    pub(super) fn reach(&self) -> usize {
        let half = KERNEL as f64 / 2.0;
        let around = half * DILATIONS.iter().sum::<usize>() as f64;
        let (mut frames, mut steps) = (half, 1.0);
        for rate in &self.decoder_rates {
            frames += 1.0 / steps;
            steps *= *rate as f64;
            frames += around / steps;
        }
        (frames + half / steps).ceil() as usize
    }

    /// Refuses sizes that fit no network.
    pub(super) fn check(&self) -> candle_core::Result<()> {
        let (rates, channels) = (&self.decoder_rates, self.decoder_dim);
        if rates.is_empty()
            || rates.len() > 8
            || rates
                .iter()
                .any(|rate| *rate == 0 || *rate > 64 || rate % 2 == 1)
        {
            candle_core::bail!(
                "decoder_rates have to be even numbers, at most 64 each and 8 together"
            );
        }
        if channels == 0 || !channels.is_multiple_of(1 << rates.len()) {
            candle_core::bail!(
                "decoder_dim {channels} cannot be halved once for each of decoder_rates"
            );
        }
        if self.num_codebooks == 0 || self.codebook_size == 0 || self.sampling_rate == 0 {
            candle_core::bail!("num_codebooks, codebook_size and sampling_rate have to be above 0");
        }
        Ok(())
    }
}
