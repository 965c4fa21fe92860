//! Why a model could not be had or run.

use std::path::PathBuf;

use thiserror::Error;

/// Why a model could not be had or run. Each message names the file or field and what to do.
#[derive(Debug, Error)]
pub enum InferenceError {
    /// The person stopped it.
    #[error("Stopped.")]
    Cancelled,
    /// The device's memory did not suffice.
    #[error(
        "There is not enough memory on {device} to run this model. Close other programs, or choose a smaller model."
    )]
    OutOfMemory {
        /// The device, as people know it.
        device: String,
    },
    /// A file cannot be read as what it has to be.
    #[error("{path} cannot be used: {reason}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Description of the problem.
        reason: String,
    },
    /// A text has more tokens than a language model can read.
    #[error(
        "This text is too long for the language model: it has {tokens} tokens, and {fits} fit. Shorten it, or choose a model that reads more."
    )]
    TextTooLong {
        /// Number of tokens of the text.
        tokens: usize,
        /// Maximum number of tokens.
        fits: usize,
    },
    /// The files lack a tensor that the network reads.
    #[error("{path} has no tensor “{tensor}”, which this network needs. It is made for another network, or incomplete.", path = path.display())]
    MissingTensor {
        /// The file, the first where there are several.
        path: PathBuf,
        /// The tensor's name.
        tensor: String,
    },
    /// A tensor has another shape than the network reads.
    #[error("In {path}, the tensor “{tensor}” has the shape {found:?} where {expected:?} is needed.", path = path.display())]
    TensorShape {
        /// The file.
        path: PathBuf,
        /// The tensor's name.
        tensor: String,
        /// Shape that the network reads.
        expected: Vec<usize>,
        /// Shape in the file.
        found: Vec<usize>,
    },
    /// An image cannot be taken.
    #[error("This picture cannot be used: {0}.")]
    Image(String),
    /// A text cannot be turned into tokens.
    #[error("This text cannot be read by the model: {0}.")]
    Text(String),
    /// A server gave no answer: a sentence that names it and says what to do.
    #[error("{0}")]
    Remote(String),
    /// A computation failed.
    #[error("The model failed: {}", first_line(.0))]
    Candle(candle_core::Error),
}

/// The first line of an error: others are a stack trace.
pub(crate) fn first_line(error: &candle_core::Error) -> String {
    let message = error.to_string();
    message.lines().next().unwrap_or_default().to_owned()
}

impl From<candle_core::Error> for InferenceError {
    fn from(error: candle_core::Error) -> Self {
        let text = error.to_string();
        if text.contains("out of memory") || text.contains("OUT_OF_MEMORY") {
            return Self::OutOfMemory {
                device: "the graphics card".to_owned(),
            };
        }
        Self::Candle(error)
    }
}
