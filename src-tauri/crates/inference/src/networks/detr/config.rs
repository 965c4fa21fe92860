//! The hub's `config.json` of a DETR model. Fields that it leaves out have the values of DETR R50.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::kernels::Activation;

/// A DETR model.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct DetrConfig {
    /// Width of the transformer.
    pub d_model: usize,
    /// Layers over the image.
    pub encoder_layers: usize,
    /// Heads of the attention there; they divide the width.
    pub encoder_attention_heads: usize,
    /// Width inside the feed-forward layers there.
    pub encoder_ffn_dim: usize,
    /// Layers over what is found.
    pub decoder_layers: usize,
    /// Heads of the attention there; they divide the width.
    pub decoder_attention_heads: usize,
    /// Width inside the feed-forward layers there.
    pub decoder_ffn_dim: usize,
    /// The most things that can be found.
    pub num_queries: usize,
    /// Between the feed-forward layers.
    pub activation_function: Activation,
    /// `sine`; nothing else is published.
    pub position_embedding_type: String,
    /// Whether the last stage keeps its resolution; not supported, and in none of the models here.
    pub dilation: bool,
    /// The backbone: `resnet50` or `resnet101`.
    pub backbone: Option<String>,
    /// The backbone where newer files name it.
    pub backbone_config: Option<BackboneConfig>,
    /// Its stages, where they are not those of its name.
    pub backbone_kwargs: Option<Stages>,
    /// The names of the classes by their number.
    pub id2label: BTreeMap<usize, String>,
}

/// A backbone by its name.
#[derive(Debug, Clone, Deserialize)]
pub struct BackboneConfig {
    /// `resnet50` or `resnet101`.
    pub backbone: Option<String>,
}

/// The stages of a residual network.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Stages {
    /// Number of blocks of each.
    pub layers: Option<[usize; 4]>,
    /// The inner width of each one's blocks; four times as many channels come out.
    pub channels: Option<[usize; 4]>,
}

impl Default for DetrConfig {
    fn default() -> Self {
        Self {
            d_model: 256,
            encoder_layers: 6,
            encoder_attention_heads: 8,
            encoder_ffn_dim: 2048,
            decoder_layers: 6,
            decoder_attention_heads: 8,
            decoder_ffn_dim: 2048,
            num_queries: 100,
            activation_function: Activation::Relu,
            position_embedding_type: "sine".to_owned(),
            dilation: false,
            backbone: None,
            backbone_config: None,
            backbone_kwargs: None,
            id2label: BTreeMap::new(),
        }
    }
}

impl DetrConfig {
    /// Blocks and inner widths of the backbone's stages.
    pub(super) fn stages(&self) -> candle_core::Result<([usize; 4], [usize; 4])> {
        let newer = self
            .backbone_config
            .as_ref()
            .and_then(|config| config.backbone.as_deref());
        let name = self.backbone.as_deref().or(newer).unwrap_or("resnet50");
        let layers = match name {
            "resnet50" => [3, 4, 6, 3],
            "resnet101" => [3, 4, 23, 3],
            _ => candle_core::bail!(
                "the backbone {name} is not known: only resnet50 and resnet101 are"
            ),
        };
        if self.dilation {
            candle_core::bail!("a dilated backbone is not supported: choose a model without DC5");
        }
        if self.position_embedding_type != "sine" {
            candle_core::bail!(
                "position embeddings of the type {} are not supported",
                self.position_embedding_type
            );
        }
        let own = self.backbone_kwargs.clone().unwrap_or_default();
        Ok((
            own.layers.unwrap_or(layers),
            own.channels.unwrap_or([64, 128, 256, 512]),
        ))
    }

    /// The name of a class.
    pub(super) fn label(&self, class: usize) -> String {
        self.id2label
            .get(&class)
            .cloned()
            .unwrap_or_else(|| format!("class {class}"))
    }
}
