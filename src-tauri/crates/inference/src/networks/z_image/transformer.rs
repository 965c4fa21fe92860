//! The transformer that says where the image lies from noisy latents. Text and image first go
//! through layers of their own, then, one behind the other, through the others. What the text
//! becomes does not depend on the latents: it is read once.

use std::path::Path;

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::TransformerConfig;
use super::layer::Layer;
use super::rotary_embedding::{RotaryEmbedding, filled_up};
use crate::kernels::{Activation, LayerNorm, Linear, RmsNorm, applied};
use crate::models::weights::{self, Network};
use crate::networks::shared::layers::Layers;
use crate::{InferenceError, Watch};

/// A patch's side in latents.
pub(super) const PATCH: usize = 2;
/// Values of the waves that a time is told by.
const WAVES: usize = 256;
/// The slowest of them is this many times as long as the quickest.
const LONGEST_WAVE: f32 = 10_000.0;
/// Width between the two layers that embed a time.
const TIME_INNER: usize = 1024;

/// Says where the image lies from noisy latents.
pub struct Transformer {
    config: TransformerConfig,
    patches: Linear,
    /// Token that fills up a row of patches, and one that fills up a row of words: `(1, width)`.
    patch_filling: Tensor,
    text_filling: Tensor,
    text_norm: RmsNorm,
    text: Linear,
    time: [Linear; 2],
    of_image: Layers<Layer>,
    of_text: Layers<Layer>,
    of_both: Layers<Layer>,
    /// From a time to what the last norm is scaled by.
    scale: Linear,
    output: Linear,
}

/// A text as the transformer has it.
pub struct ReadText {
    /// `(1, tokens, width)`, filled up to a multiple of 32.
    hidden: Tensor,
    places: RotaryEmbedding,
}

/// The groups of layers: how the file names them, how many they are, and whether they know how
/// noisy the latents are.
fn groups(config: &TransformerConfig) -> [(&'static str, usize, bool); 3] {
    let alone = config.n_refiner_layers;
    [
        ("noise_refiner", alone, true),
        ("context_refiner", alone, false),
        ("layers", config.n_layers, true),
    ]
}

impl Network for Transformer {
    type Config = TransformerConfig;

    fn new(config: &TransformerConfig, weights: VarBuilder) -> Result<Self> {
        config.check()?;
        let group = |(name, count, modulated): (&str, usize, bool)| {
            Layers::kept(count, |index| {
                Layer::new(config, modulated, &weights.pp(format!("{name}.{index}")))
            })
        };
        let [image, text, both] = groups(config).map(group);
        Self::with(config, [image?, text?, both?], &weights)
    }
}

impl Transformer {
    /// Reads a folder with `config.json` and weights. On the processor each layer is read when it
    /// is its turn.
    pub fn open(
        folder: &Path,
        dtype: DType,
        device: &Device,
    ) -> std::result::Result<Self, InferenceError> {
        let config: TransformerConfig = weights::config(&folder.join("config.json"))?;
        let weights =
            weights::mapped::<Self>(&config, &weights::all_files(folder)?, dtype, device, |_| {
                None
            })?;
        if !device.is_cpu() {
            return Ok(Self::new(&config, weights)?);
        }
        let layers = groups(&config).map(|(name, count, modulated)| {
            let (config, weights) = (config.clone(), weights.pp(name));
            Layers::mapped(count, move |index| {
                Layer::new(&config, modulated, &weights.pp(index))
            })
        });
        Ok(Self::with(&config, layers, &weights)?)
    }

    fn with(
        config: &TransformerConfig,
        layers: [Layers<Layer>; 3],
        weights: &VarBuilder,
    ) -> Result<Self> {
        let (width, patch) = (config.dim, PATCH * PATCH * config.in_channels);
        let (patches, last) = (
            weights.pp("all_x_embedder.2-1"),
            weights.pp("all_final_layer.2-1"),
        );
        let (text, time) = (weights.pp("cap_embedder"), weights.pp("t_embedder.mlp"));
        let [of_image, of_text, of_both] = layers;
        Ok(Self {
            config: config.clone(),
            patches: Linear::new(patch, width, &patches)?,
            patch_filling: weights.get((1, width), "x_pad_token")?,
            text_filling: weights.get((1, width), "cap_pad_token")?,
            text_norm: RmsNorm::new(config.cap_feat_dim, config.norm_eps, &text.pp("0"))?,
            text: Linear::new(config.cap_feat_dim, width, &text.pp("1"))?,
            time: [
                Linear::new(WAVES, TIME_INNER, &time.pp("0"))?,
                Linear::new(TIME_INNER, config.time_width(), &time.pp("2"))?,
            ],
            of_image,
            of_text,
            of_both,
            scale: Linear::new(config.time_width(), width, &last.pp("adaLN_modulation.1"))?,
            output: Linear::new(width, patch, &last.pp("linear"))?,
        })
    }

    /// Channels of the latents.
    pub fn channels(&self) -> usize {
        self.config.in_channels
    }

    /// Reads what the text encoder says of a text, `(1, tokens, width)`, for all steps.
    pub fn read(
        &self,
        text: &Tensor,
        watch: Watch,
    ) -> std::result::Result<ReadText, InferenceError> {
        let tokens = text.dim(1)?;
        let (whole, most) = (filled_up(tokens), self.config.axes_lens[0]);
        if tokens == 0 || whole + 1 >= most {
            return Err(InferenceError::Text(format!(
                "it has {tokens} tokens, and the model reads 1 to {}",
                most / 32 * 32 - 32
            )));
        }
        let hidden = filling(
            &self.text.forward(&self.text_norm.forward(text)?)?,
            &self.text_filling,
            whole,
        )?;
        let places = RotaryEmbedding::of_text(&self.config, whole, text.device())?;
        let hidden = through(&self.of_text, hidden, None, &places, watch)?;
        Ok(ReadText { hidden, places })
    }

    /// From noisy latents, `(height, width, channels)` with even sides, towards the image: what the
    /// latents change by, of the same shape. `time`: from 0, noise alone, to 1, the image.
    pub fn forward(
        &self,
        latents: &Tensor,
        time: f64,
        text: &ReadText,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let (height, width, channels) = latents.dims3()?;
        let (down, across) = (height / PATCH, width / PATCH);
        let [_, most_down, most_across] = self.config.axes_lens;
        let fits = height.is_multiple_of(PATCH)
            && width.is_multiple_of(PATCH)
            && channels == self.channels();
        if !fits || height == 0 || width == 0 || down > most_down || across > most_across {
            let sides = format!("{height} by {width} latents of {channels} channels");
            let most = format!(
                "up to {} by {} of {}",
                PATCH * most_down,
                PATCH * most_across,
                self.channels()
            );
            return Err(InferenceError::Image(format!(
                "it has {sides}, and the model takes even sides {most}"
            )));
        }
        let count = down * across;
        let time = self.embedded(time, latents.dtype(), latents.device())?;
        let patches = latents
            .reshape((down, PATCH, across, PATCH, channels))?
            .permute((0, 2, 1, 3, 4))?;
        let patches =
            self.patches
                .forward(&patches.reshape((1, count, PATCH * PATCH * channels))?)?;
        let hidden = filling(&patches, &self.patch_filling, filled_up(count))?;
        let places = RotaryEmbedding::of_image(
            &self.config,
            (down, across),
            text.hidden.dim(1)?,
            latents.device(),
        )?;
        let alone =
            self.of_image.len() as f64 / (self.of_image.len() + self.of_both.len()).max(1) as f64;
        let hidden = through(
            &self.of_image,
            hidden,
            Some(&time),
            &places,
            watch.part(0.0, alone),
        )?;
        let (hidden, places) = (
            Tensor::cat(&[&hidden, &text.hidden], 1)?,
            places.then(&text.places)?,
        );
        let hidden = through(
            &self.of_both,
            hidden,
            Some(&time),
            &places,
            watch.part(alone, 1.0),
        )?;
        let scale = (self
            .scale
            .forward(&applied(&time, Activation::Silu)?)?
            .squeeze(0)?
            + 1.0)?;
        let normed = LayerNorm::scaling(scale, 1e-6)?.forward(&hidden.narrow(1, 0, count)?)?;
        let patches = self
            .output
            .forward(&normed)?
            .reshape((down, across, PATCH, PATCH, channels))?;
        Ok(patches
            .permute((0, 2, 1, 3, 4))?
            .reshape((height, width, channels))?)
    }

    /// A time as the layers are told it, `(1, width)`.
    fn embedded(&self, time: f64, dtype: DType, device: &Device) -> Result<Tensor> {
        // In single precision, where the authors round too.
        let time = (time * self.config.t_scale) as f32;
        let half = WAVES / 2;
        let angle = |wave: usize| time * (-LONGEST_WAVE.ln() * wave as f32 / half as f32).exp();
        let waves = (0..half)
            .map(|wave| angle(wave).cos())
            .chain((0..half).map(|wave| angle(wave).sin()));
        let waves = Tensor::from_iter(waves, &Device::Cpu)?
            .reshape((1, WAVES))?
            .to_device(device)?
            .to_dtype(dtype)?;
        let [first, second] = &self.time;
        second.forward(&first.forward_then(&waves, None, Activation::Silu)?)
    }
}

/// Rows `(1, tokens, width)` with as many of `filling`, `(1, width)`, behind them as make them so
/// many.
fn filling(rows: &Tensor, filling: &Tensor, whole: usize) -> Result<Tensor> {
    let (_, tokens, width) = rows.dims3()?;
    if tokens == whole {
        return Ok(rows.clone());
    }
    Tensor::cat(
        &[
            rows,
            &filling
                .broadcast_as((1, whole - tokens, width))?
                .contiguous()?,
        ],
        1,
    )
}

/// Runs tokens, `(1, tokens, width)`, through layers.
fn through(
    layers: &Layers<Layer>,
    mut hidden: Tensor,
    time: Option<&Tensor>,
    places: &RotaryEmbedding,
    watch: Watch,
) -> std::result::Result<Tensor, InferenceError> {
    for index in 0..layers.len() {
        let ask = || watch.at(index, layers.len());
        ask()?;
        hidden = layers.get(index)?.forward(&hidden, time, places, &ask)?;
    }
    Ok(hidden)
}
