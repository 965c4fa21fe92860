//! The embedded encoder: `MiniLM`, trained for requests, with heads for clauses, spans, tools and
//! sources (`models/planner/training` makes its weights). One forward pass reads a whole request.
//!
//! - [`input`]: a request as token ids, files and quotations masked
//! - [`heads`]: what is read off the hidden states
//! - [`tools`]: what is known of each tool of a toolbox

pub mod heads;
pub mod input;
pub mod tools;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use candle_core::{DType, Device, Error, Result, Tensor};
use candle_nn::VarBuilder;
use patchbay_reader::network::Network;
use tokenizers::Tokenizer;

use self::heads::{Cut, Heads, Reading};
use self::input::Input;
use self::tools::ToolVectors;

/// The encoder with its tokenizer.
pub struct Encoder {
    tokenizer: Tokenizer,
    network: Network,
    heads: Heads,
    /// Texts of the built-in toolbox, and the mean of their hidden states.
    texts: HashMap<String, Vec<f32>>,
    /// The same of texts that were read since: each is read once.
    read_since: Mutex<HashMap<String, Vec<f32>>>,
}

/// An encoder that is loaded when it is needed first. Planners over several toolboxes share it.
pub struct SharedEncoder {
    files: Files,
    loaded: OnceLock<Option<Arc<Encoder>>>,
}

impl SharedEncoder {
    /// Loads nothing yet.
    pub fn new(files: Files) -> Self {
        Self {
            files,
            loaded: OnceLock::new(),
        }
    }

    /// The encoder; none where its files are damaged.
    pub fn get(&self) -> Option<&Arc<Encoder>> {
        let load = || {
            Encoder::new(self.files)
                .inspect_err(|error| tracing::error!(%error, "the encoder cannot be read"))
                .ok()
                .map(Arc::new)
        };
        self.loaded.get_or_init(load).as_ref()
    }
}

/// The files of an encoder, as `models/planner` holds them.
#[derive(Clone, Copy)]
pub struct Files {
    /// Weights, in safetensors' format.
    pub weights: &'static [u8],
    /// The tokenizer, in Hugging Face's JSON.
    pub tokenizer: &'static [u8],
    /// A JSON object: the mean of the hidden states of texts that need not be read again.
    pub texts: &'static [u8],
}

impl Encoder {
    /// Loads the files.
    pub fn new(files: Files) -> Result<Self> {
        let mut tokenizer = Tokenizer::from_bytes(files.tokenizer).map_err(Error::wrap)?;
        tokenizer
            .with_padding(None)
            .with_truncation(None)
            .map_err(Error::wrap)?;
        let vars = VarBuilder::from_slice_safetensors(files.weights, DType::F32, &Device::Cpu)?;
        Ok(Self {
            tokenizer,
            network: Network::new(files.weights, &vars.pp("bert"))?,
            heads: Heads::new(&vars)?,
            texts: serde_json::from_slice(files.texts).map_err(Error::wrap)?,
            read_since: Mutex::default(),
        })
    }

    /// Everything that can be read off a request at once.
    pub fn read(&self, input: &Input, tools: &ToolVectors) -> Result<Reading> {
        let hidden = self.network.forward(&input.ids, &input.types)?;
        self.heads.read(&hidden, input, tools, Cut::LIKELIEST)
    }

    /// The same with the clauses cut at each of these costs; the network runs once.
    pub fn read_cut(
        &self,
        input: &Input,
        tools: &ToolVectors,
        cuts: &[Cut],
    ) -> Result<Vec<Reading>> {
        let hidden = self.network.forward(&input.ids, &input.types)?;
        cuts.iter()
            .map(|cut| self.heads.read(&hidden, input, tools, *cut))
            .collect()
    }

    /// The mean of the hidden states of a text of its own, such as a tool's description; shape `(1,
    /// width)`.
    fn text(&self, text: &str) -> Result<Tensor> {
        if let Some(known) = self.texts.get(text) {
            return Tensor::new(known.as_slice(), &Device::Cpu)?.unsqueeze(0);
        }
        let read_since = || {
            self.read_since
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(known) = read_since().get(text) {
            return Tensor::new(known.as_slice(), &Device::Cpu)?.unsqueeze(0);
        }
        let mean = self.mean(text)?;
        read_since().insert(text.to_owned(), mean.squeeze(0)?.to_vec1()?);
        Ok(mean)
    }

    fn mean(&self, text: &str) -> Result<Tensor> {
        let ids = input::ids_of(&self.tokenizer, text)?;
        let hidden = self.network.forward(&ids, &vec![0; ids.len()])?;
        hidden.mean_keepdim(0)
    }

    /// What a text means, as the base model sees it: a vector of length 1, whose products with those
    /// of other texts are cosines.
    pub fn meaning(&self, text: &str) -> Result<Vec<f32>> {
        self.heads.meaning(&self.mean(text)?)?.squeeze(0)?.to_vec1()
    }

    /// The tokenizer.
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }
}
