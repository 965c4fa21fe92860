//! Sessions, which keep what a model has read: the next prompt that begins alike costs only what is
//! new in it.

use std::collections::HashMap;
use std::path::Path;

use candle_core::{Device, Tensor, safetensors};
use serde_json::json;

use crate::InferenceError;
use crate::networks::decoder::{Decoder, KeyValueCache};

/// The tokens that a model has read, with its keys and values.
#[derive(Debug)]
pub struct Session {
    tokens: Vec<u32>,
    cache: KeyValueCache,
}

/// The name of the tokens beside the keys and values.
const TOKENS: &str = "tokens";

impl Session {
    pub(super) fn new(network: &Decoder) -> Self {
        Self {
            tokens: Vec::new(),
            cache: network.cache(),
        }
    }

    /// Returns the number of tokens that were read.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Forgets what differs from `prompt`, and returns how many of its tokens were read already:
    /// never all, so that something is left to read.
    pub(super) fn keep_common(&mut self, prompt: &[u32]) -> usize {
        let same = self.tokens.iter().zip(prompt);
        let common = same.take_while(|(read, wanted)| read == wanted).count();
        let common = common.min(prompt.len().saturating_sub(1));
        self.tokens.truncate(common);
        self.cache.truncate(common);
        common
    }

    /// Reads `tokens` behind what was read; logits of what follows.
    pub(super) fn read(
        &mut self,
        network: &Decoder,
        tokens: &[u32],
        watch: crate::Watch<'_>,
    ) -> Result<Tensor, InferenceError> {
        let logits = network.read(tokens, &mut self.cache, watch)?;
        self.tokens.extend_from_slice(tokens);
        Ok(logits)
    }

    /// Writes what was read to `path`, in place of what is there.
    pub fn save(&self, path: &Path) -> Result<(), InferenceError> {
        let unusable = |reason: String| InferenceError::File {
            path: path.to_owned(),
            reason,
        };
        let mut tensors = self.cache.tensors()?;
        tensors.insert(
            TOKENS.into(),
            Tensor::new(self.tokens.as_slice(), &Device::Cpu)?,
        );
        let unfinished = path.with_extension("part");
        safetensors::save(&tensors, &unfinished).map_err(|error| unusable(error.to_string()))?;
        std::fs::rename(&unfinished, path).map_err(|error| unusable(error.to_string()))
    }

    /// Reads what [`Session::save`] wrote for the same network.
    pub(super) fn load(
        network: &Decoder,
        path: &Path,
        device: &Device,
    ) -> Result<Self, InferenceError> {
        let unusable = |reason: String| InferenceError::File {
            path: path.to_owned(),
            reason,
        };
        let tensors: HashMap<String, Tensor> =
            safetensors::load(path, &Device::Cpu).map_err(|error| unusable(error.to_string()))?;
        let tokens = tensors.get(TOKENS).map(Tensor::to_vec1);
        let tokens: Vec<u32> = match tokens {
            Some(Ok(tokens)) => tokens,
            _ => return Err(unusable(format!("it has no {}", json!(TOKENS)))),
        };
        let mut cache = network.cache();
        cache
            .restore(&tensors, device)
            .map_err(|error| unusable(error.to_string()))?;
        if cache.len() != tokens.len() {
            return Err(unusable("it is incomplete".into()));
        }
        Ok(Self { tokens, cache })
    }
}
