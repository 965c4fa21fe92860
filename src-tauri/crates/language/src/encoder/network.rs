//! `MiniLM-L6`: a BERT encoder (Devlin et al. 2018) of six layers, 384 wide, in f32 on the CPU, for one text at a time.

use candle_core::{D, DType, Device, Result, Tensor};
use candle_nn::{LayerNorm, Linear, Module, VarBuilder, layer_norm, linear};

/// Width of the hidden states.
pub const WIDTH: usize = 384;
const HEADS: usize = 12;
const LAYERS: usize = 6;
const INNER: usize = 1536;
const VOCABULARY: usize = 30_522;
const POSITIONS: usize = 512;
const EPSILON: f64 = 1e-12;

/// The transformer.
pub struct Network {
    /// In half precision: half of all weights are here, and a request needs a few rows.
    words: Tensor,
    positions: Tensor,
    types: Tensor,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

struct Layer {
    /// Queries, keys and values side by side.
    attention: Linear,
    output: Linear,
    output_norm: LayerNorm,
    up: Linear,
    down: Linear,
    down_norm: LayerNorm,
}

impl Network {
    /// Loads the weights under the names that transformers gives a `BertModel`.
    pub fn new(vars: &VarBuilder) -> Result<Self> {
        let embeddings = vars.pp("embeddings");
        let table = |name: &str, rows: usize| embeddings.get((rows, WIDTH), &format!("{name}.weight"));
        Ok(Self {
            words: embeddings.get_with_hints_dtype(
                (VOCABULARY, WIDTH),
                "word_embeddings.weight",
                candle_nn::init::ZERO,
                DType::F16,
            )?,
            positions: table("position_embeddings", POSITIONS)?,
            types: table("token_type_embeddings", 2)?,
            norm: layer_norm(WIDTH, EPSILON, embeddings.pp("LayerNorm"))?,
            layers: (0..LAYERS).map(|n| Layer::new(&vars.pp(format!("encoder.layer.{n}")))).collect::<Result<_>>()?,
        })
    }

    /// The hidden states of a text, shape `(ids, WIDTH)`. At most 512 ids.
    pub fn forward(&self, ids: &[u32], types: &[u32]) -> Result<Tensor> {
        let device = Device::Cpu;
        let words = self.words.index_select(&Tensor::new(ids, &device)?, 0)?.to_dtype(DType::F32)?;
        let types = self.types.index_select(&Tensor::new(types, &device)?, 0)?;
        let positions = self.positions.narrow(0, 0, ids.len())?;
        let mut hidden = self.norm.forward(&((words + types)? + positions)?)?;
        for layer in &self.layers {
            hidden = layer.forward(&hidden)?;
        }
        Ok(hidden)
    }
}

impl Layer {
    fn new(vars: &VarBuilder) -> Result<Self> {
        let own = vars.pp("attention.self");
        let parts = ["query", "key", "value"];
        let weights = parts.map(|part| own.get((WIDTH, WIDTH), &format!("{part}.weight")));
        let biases = parts.map(|part| own.get(WIDTH, &format!("{part}.bias")));
        let joined = |tensors: [Result<Tensor>; 3]| -> Result<Tensor> {
            Tensor::cat(&tensors.into_iter().collect::<Result<Vec<_>>>()?, 0)
        };
        Ok(Self {
            attention: Linear::new(joined(weights)?, Some(joined(biases)?)),
            output: linear(WIDTH, WIDTH, vars.pp("attention.output.dense"))?,
            output_norm: layer_norm(WIDTH, EPSILON, vars.pp("attention.output.LayerNorm"))?,
            up: linear(WIDTH, INNER, vars.pp("intermediate.dense"))?,
            down: linear(INNER, WIDTH, vars.pp("output.dense"))?,
            down_norm: layer_norm(WIDTH, EPSILON, vars.pp("output.LayerNorm"))?,
        })
    }

    fn forward(&self, hidden: &Tensor) -> Result<Tensor> {
        let length = hidden.dim(0)?;
        let size = WIDTH / HEADS;
        // (length, 3 * WIDTH) as three of (HEADS, length, size).
        let joined = self.attention.forward(hidden)?.reshape((length, 3, HEADS, size))?.permute((1, 2, 0, 3))?;
        let part = |index: usize| joined.get(index)?.contiguous();
        let (query, key, value) = (part(0)?, part(1)?, part(2)?);
        let scores = (query.matmul(&key.transpose(1, 2)?)? / (size as f64).sqrt())?;
        let seen = candle_nn::ops::softmax(&scores, D::Minus1)?.matmul(&value)?;
        let seen = seen.transpose(0, 1)?.contiguous()?.reshape((length, WIDTH))?;
        let hidden = self.output_norm.forward(&(self.output.forward(&seen)? + hidden)?)?;
        let inner = self.up.forward(&hidden)?.gelu_erf()?;
        self.down_norm.forward(&(self.down.forward(&inner)? + hidden)?)
    }
}
