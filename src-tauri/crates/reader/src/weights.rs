//! The weights of a reader: its encoder and the heads of both looks.

use std::collections::HashMap;

use candle_core::{DType, Device, Error, Result};
use candle_nn::VarBuilder;
use safetensors::SafeTensors;

use crate::encoder::Encoder;
use crate::first::FirstHeads;
use crate::relative::Relative;
use crate::second::SecondHeads;

/// An encoder with the heads of both looks.
pub struct Reader {
    pub(crate) encoder: Encoder,
    pub(crate) first: FirstHeads,
    pub(crate) second: SecondHeads,
    /// Tells which way the numbers of changed steps go; none: usual values stand for these words.
    pub(crate) relative: Option<Relative>,
    /// The names of the tools that the reader was trained with, in the order of `FirstHeads::own`.
    pub(crate) trained: HashMap<String, usize>,
}

impl Reader {
    /// Loads weights in safetensors' format and a tokenizer in Hugging Face's JSON. The weights say in their metadata which
    /// `tools` they were trained with and, where they hold some, which `texts` were read ahead.
    pub fn new(weights: &'static [u8], tokenizer: &[u8]) -> Result<Self> {
        let (_, metadata) = SafeTensors::read_metadata(weights).map_err(Error::wrap)?;
        let named = |name: &str| -> Result<Vec<String>> {
            let text = metadata.metadata().as_ref().and_then(|all| all.get(name));
            text.map_or(Ok(Vec::new()), |text| {
                serde_json::from_str(text).map_err(Error::wrap)
            })
        };
        let vars = VarBuilder::from_slice_safetensors(weights, DType::F32, &Device::Cpu)?;
        let tools = named("tools")?;
        Ok(Self {
            encoder: Encoder::new(weights, &vars, tokenizer, named("texts")?)?,
            first: FirstHeads::new(&vars, tools.len())?,
            second: SecondHeads::new(&vars)?,
            relative: None,
            trained: tools.into_iter().zip(0..).collect(),
        })
    }

    /// Takes changes that are relative to a step's numbers for such.
    #[must_use]
    pub fn with_relative(mut self, relative: Relative) -> Self {
        self.relative = Some(relative);
        self
    }
}
