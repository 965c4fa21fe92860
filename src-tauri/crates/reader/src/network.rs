//! `MiniLM-L6`: a BERT encoder (Devlin et al. 2018) of six layers, 384 wide, in f32 on the CPU, for
//! one text at a time.

use candle_core::{DType, Device, Error, Result, Tensor};
use candle_nn::{LayerNorm, Module, VarBuilder, layer_norm};
use safetensors::SafeTensors;

use super::activation::Gelu;

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
    words: Words,
    positions: Tensor,
    types: Tensor,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

/// The table of words in half precision, as it lies in the file: half of all weights are here, and
/// a request needs a few rows, so that the rest is never brought into memory.
struct Words(&'static [u8]);

impl Words {
    /// Bytes of a row.
    const ROW: usize = 2 * WIDTH;

    fn new(weights: &'static [u8]) -> Result<Self> {
        let name = "bert.embeddings.word_embeddings.weight";
        let table = SafeTensors::deserialize(weights)
            .and_then(|file| file.tensor(name))
            .map_err(Error::wrap)?;
        if table.dtype() != safetensors::Dtype::F16 || table.shape() != [VOCABULARY, WIDTH] {
            return Err(Error::Msg(format!(
                "{name} is not a table of {VOCABULARY} times {WIDTH} halves"
            )));
        }
        Ok(Self(table.data()))
    }

    /// The rows of some words, shape `(ids, WIDTH)`.
    fn rows(&self, ids: &[u32]) -> Result<Tensor> {
        let mut bytes = Vec::with_capacity(ids.len() * Self::ROW);
        for id in ids {
            let start = *id as usize * Self::ROW;
            let row = self.0.get(start..start + Self::ROW);
            bytes.extend_from_slice(
                row.ok_or_else(|| Error::Msg(format!("there is no word {id}")))?,
            );
        }
        Tensor::from_raw_buffer(&bytes, DType::F16, &[ids.len(), WIDTH], &Device::Cpu)?
            .to_dtype(DType::F32)
    }
}

/// A linear layer, `x · W + b`.
struct Linear {
    /// `(in, out)`, transposed from what the file has: the product with a request's few rows takes
    /// it as it lies.
    weight: Tensor,
    bias: Tensor,
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
    /// Loads the weights under the names that transformers gives a `BertModel`, with `vars` at them
    /// in `weights`.
    pub fn new(weights: &'static [u8], vars: &VarBuilder) -> Result<Self> {
        let embeddings = vars.pp("embeddings");
        let table =
            |name: &str, rows: usize| embeddings.get((rows, WIDTH), &format!("{name}.weight"));
        Ok(Self {
            words: Words::new(weights)?,
            positions: table("position_embeddings", POSITIONS)?,
            types: table("token_type_embeddings", 2)?,
            norm: layer_norm(WIDTH, EPSILON, embeddings.pp("LayerNorm"))?,
            layers: (0..LAYERS)
                .map(|n| Layer::new(&vars.pp(format!("encoder.layer.{n}"))))
                .collect::<Result<_>>()?,
        })
    }

    /// The hidden states of a text, shape `(ids, WIDTH)`. At most 512 ids.
    pub fn forward(&self, ids: &[u32], types: &[u32]) -> Result<Tensor> {
        let positions: Vec<u32> = (0..ids.len() as u32).collect();
        self.forward_at(ids, types, &positions, None)
    }

    /// The hidden states of a text at given positions below 512, with `marks`, shape
    /// `(ids, WIDTH)`, added to the words.
    pub fn forward_at(
        &self,
        ids: &[u32],
        types: &[u32],
        positions: &[u32],
        marks: Option<&Tensor>,
    ) -> Result<Tensor> {
        let device = Device::Cpu;
        let mut words = self.words.rows(ids)?;
        if let Some(marks) = marks {
            words = (words + marks)?;
        }
        let types = self.types.index_select(&Tensor::new(types, &device)?, 0)?;
        let positions = self
            .positions
            .index_select(&Tensor::new(positions, &device)?, 0)?;
        let mut hidden = self.norm.forward(&((words + types)? + positions)?)?;
        for layer in &self.layers {
            hidden = layer.forward(&hidden)?;
        }
        Ok(hidden)
    }
}

impl Linear {
    /// Layers of the same size side by side.
    fn joined(input: usize, output: usize, parts: &[VarBuilder]) -> Result<Self> {
        let weights = parts
            .iter()
            .map(|part| part.get((output, input), "weight"))
            .collect::<Result<Vec<_>>>()?;
        let biases = parts
            .iter()
            .map(|part| part.get(output, "bias"))
            .collect::<Result<Vec<_>>>()?;
        Ok(Self {
            weight: Tensor::cat(&weights, 0)?.t()?.contiguous()?,
            bias: Tensor::cat(&biases, 0)?,
        })
    }

    fn new(input: usize, output: usize, vars: VarBuilder) -> Result<Self> {
        Self::joined(input, output, &[vars])
    }

    /// Maps `(rows, in)` to `(rows, out)`.
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.matmul(&self.weight)?.broadcast_add(&self.bias)
    }
}

impl Layer {
    fn new(vars: &VarBuilder) -> Result<Self> {
        let own = vars.pp("attention.self");
        Ok(Self {
            attention: Linear::joined(
                WIDTH,
                WIDTH,
                &["query", "key", "value"].map(|part| own.pp(part)),
            )?,
            output: Linear::new(WIDTH, WIDTH, vars.pp("attention.output.dense"))?,
            output_norm: layer_norm(WIDTH, EPSILON, vars.pp("attention.output.LayerNorm"))?,
            up: Linear::new(WIDTH, INNER, vars.pp("intermediate.dense"))?,
            down: Linear::new(INNER, WIDTH, vars.pp("output.dense"))?,
            down_norm: layer_norm(WIDTH, EPSILON, vars.pp("output.LayerNorm"))?,
        })
    }

    fn forward(&self, hidden: &Tensor) -> Result<Tensor> {
        let length = hidden.dim(0)?;
        let size = WIDTH / HEADS;
        // (length, 3 * WIDTH) as three of (HEADS, length, size).
        let joined = self
            .attention
            .forward(hidden)?
            .reshape((length, 3, HEADS, size))?
            .permute((1, 2, 0, 3))?;
        let part = |index: usize| joined.get(index)?.contiguous();
        let (query, key, value) = (part(0)?, part(1)?, part(2)?);
        let scores = (query.matmul(&key.transpose(1, 2)?)? / (size as f64).sqrt())?;
        let seen = candle_nn::ops::softmax_last_dim(&scores)?.matmul(&value)?;
        let seen = seen
            .transpose(0, 1)?
            .contiguous()?
            .reshape((length, WIDTH))?;
        let hidden = self
            .output_norm
            .forward(&(self.output.forward(&seen)? + hidden)?)?;
        let inner = self.up.forward(&hidden)?.apply_op1_no_bwd(&Gelu)?;
        self.down_norm
            .forward(&(self.down.forward(&inner)? + hidden)?)
    }
}
