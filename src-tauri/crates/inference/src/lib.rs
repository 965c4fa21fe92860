//! Local models on candle: which there are, getting them, keeping them in memory, running them.
//!
//! - [`models`]: which models there are, where their files come from, whether they are on disk,
//!   what is in memory
//! - [`networks`]: one module a network: its configuration, layers, what goes in and what comes out
//! - [`kernels`]: the operations that networks spend their time in
//! - [`messages`]: what is said to a chat model and what it answers, wherever it runs
//! - [`chat`]: language models that answer messages; [`LocalChat`]: one of the library
//! - [`Segmenter`]: masks of what is pointed at, with the embeddings of recent images
//! - [`images`] and `audio`: images and audio as networks take them
//! - [`labels`] and [`detection`]: what classifiers and detectors answer with
//! - [`watch`]: how long work is followed and stopped
//!
//! Nothing here knows what a tool does, a plan or a window: the registry names the tools that a
//! model serves, and a tool's implementation asks for a model by its name and calls its network.

mod audio;
pub mod chat;
pub mod detection;
mod error;
pub mod images;
pub mod kernels;
pub mod labels;
mod local_chat;
pub mod messages;
pub mod models;
pub mod networks;
mod segmenter;
mod size;
pub mod watch;

pub use candle_core::{DType, Device, Tensor};
pub use error::InferenceError;
pub use local_chat::LocalChat;
pub use models::{Models, device, download, library, registry, weights};
pub use segmenter::Segmenter;
pub use size::size;
pub use watch::Watch;
