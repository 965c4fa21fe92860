//! The weights of a reader, with its tokenizer.

use std::collections::HashMap;

use candle_core::{DType, Device, Error, Result, Tensor};
use candle_nn::VarBuilder;
use safetensors::SafeTensors;
use tokenizers::Tokenizer;

use crate::first::FirstHeads;
use crate::network::Network;
use crate::second::SecondHeads;

const CLS: u32 = 101;
const SEP: u32 = 102;
/// Tokens that are read of a text of its own.
const LONGEST_TEXT: usize = 38;

/// An encoder with the heads of both looks.
pub struct Reader {
    pub(crate) tokenizer: Tokenizer,
    pub(crate) network: Network,
    pub(crate) first: FirstHeads,
    pub(crate) second: SecondHeads,
    /// The names of the tools that the reader was trained with, in the order of `FirstHeads::own`.
    pub(crate) trained: HashMap<String, usize>,
    /// Texts that were read ahead, and the mean of the hidden states of each.
    texts: HashMap<String, usize>,
    read: Option<Tensor>,
}

impl Reader {
    /// Loads weights in safetensors' format and a tokenizer in Hugging Face's JSON. The weights say in their metadata which
    /// `tools` they were trained with and, where they hold some, which `texts` were read ahead.
    pub fn new(weights: &'static [u8], tokenizer: &[u8]) -> Result<Self> {
        let mut tokenizer = Tokenizer::from_bytes(tokenizer).map_err(Error::wrap)?;
        tokenizer
            .with_padding(None)
            .with_truncation(None)
            .map_err(Error::wrap)?;
        let (_, metadata) = SafeTensors::read_metadata(weights).map_err(Error::wrap)?;
        let named = |name: &str| -> Result<Vec<String>> {
            let text = metadata.metadata().as_ref().and_then(|all| all.get(name));
            text.map_or(Ok(Vec::new()), |text| {
                serde_json::from_str(text).map_err(Error::wrap)
            })
        };
        let numbered = |names: Vec<String>| names.into_iter().zip(0..).collect();
        let vars = VarBuilder::from_slice_safetensors(weights, DType::F32, &Device::Cpu)?;
        let (tools, texts) = (named("tools")?, named("texts")?);
        Ok(Self {
            tokenizer,
            network: Network::new(weights, &vars.pp("bert"))?,
            first: FirstHeads::new(&vars, tools.len())?,
            second: SecondHeads::new(&vars)?,
            read: (!texts.is_empty())
                .then(|| vars.get((texts.len(), crate::network::WIDTH), "texts"))
                .transpose()?,
            trained: numbered(tools),
            texts: numbered(texts),
        })
    }

    /// The tokens of a text.
    pub(crate) fn ids(&self, text: &str) -> Result<Vec<u32>> {
        let coded = self.tokenizer.encode(text, false).map_err(Error::wrap)?;
        Ok(coded.get_ids().to_vec())
    }

    /// The token of a mark.
    pub(crate) fn mark(&self, number: usize) -> Result<u32> {
        let name = format!("[unused{number}]");
        let id = self.tokenizer.token_to_id(&name);
        id.ok_or_else(|| Error::Msg(format!("the tokenizer does not know {name}")))
    }

    /// The mean hidden state of a text of its own, such as a tool's description; shape `(1, WIDTH)`.
    pub(crate) fn text(&self, text: &str) -> Result<Tensor> {
        if let (Some(place), Some(read)) = (self.texts.get(text), &self.read) {
            return read.narrow(0, *place, 1);
        }
        let mut ids = self.ids(text)?;
        ids.truncate(LONGEST_TEXT);
        let ids = [&[CLS], ids.as_slice(), &[SEP]].concat();
        let hidden = self.network.forward(&ids, &vec![0; ids.len()])?;
        hidden.mean_keepdim(0)
    }
}

pub(crate) const BEGINS: u32 = CLS;
pub(crate) const ENDS: u32 = SEP;

/// Some rows of a tensor of shape `(rows, width)`.
pub(crate) fn rows(tensor: &Tensor, places: &[usize]) -> Result<Tensor> {
    let places: Vec<u32> = places.iter().map(|place| *place as u32).collect();
    tensor.index_select(&Tensor::new(places, tensor.device())?, 0)
}
