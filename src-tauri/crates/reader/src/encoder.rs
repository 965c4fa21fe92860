//! The encoder of a reader with its tokenizer, and texts that were read ahead.

use std::collections::HashMap;

use candle_core::{Error, Result, Tensor};
use candle_nn::VarBuilder;
use tokenizers::Tokenizer;

use crate::network::{Network, WIDTH};

/// First and last token of every text.
pub(crate) const BEGINS: u32 = 101;
pub(crate) const ENDS: u32 = 102;
/// Tokens that are read of a text of its own.
const LONGEST_TEXT: usize = 38;

/// The transformer with its tokenizer.
pub(crate) struct Encoder {
    pub(crate) tokenizer: Tokenizer,
    pub(crate) network: Network,
    /// Texts that were read ahead, by their places in `read`.
    texts: HashMap<String, usize>,
    /// The mean of the hidden states of each; shape `(texts, WIDTH)`.
    read: Option<Tensor>,
}

impl Encoder {
    /// Loads the network in `weights` and a tokenizer in Hugging Face's JSON; `texts`: those whose vectors stand in the weights.
    pub(crate) fn new(
        weights: &'static [u8],
        vars: &VarBuilder,
        tokenizer: &[u8],
        texts: Vec<String>,
    ) -> Result<Self> {
        let mut tokenizer = Tokenizer::from_bytes(tokenizer).map_err(Error::wrap)?;
        tokenizer
            .with_padding(None)
            .with_truncation(None)
            .map_err(Error::wrap)?;
        let read = (!texts.is_empty()).then(|| vars.get((texts.len(), WIDTH), "texts"));
        Ok(Self {
            tokenizer,
            network: Network::new(weights, &vars.pp("bert"))?,
            read: read.transpose()?,
            texts: texts.into_iter().zip(0..).collect(),
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
        let ids = [&[BEGINS], ids.as_slice(), &[ENDS]].concat();
        let hidden = self.network.forward(&ids, &vec![0; ids.len()])?;
        hidden.mean_keepdim(0)
    }
}

/// Some rows of a tensor of shape `(rows, width)`.
pub(crate) fn rows(tensor: &Tensor, places: &[usize]) -> Result<Tensor> {
    let places: Vec<u32> = places.iter().map(|place| *place as u32).collect();
    tensor.index_select(&Tensor::new(places, tensor.device())?, 0)
}
