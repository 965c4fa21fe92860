//! Local models on candle: which there are, getting them, keeping them in memory, running them.
//!
//! - [`weights`]: a network's tensors out of its files, checked before use
//! - [`watch`]: how long work is followed and stopped
//! - [`networks`]: one module per network: its configuration, layers, what goes in and what comes out
//!
//! Nothing here knows a tool, a plan or a window. A tool's implementation asks for a model and calls its network.

mod error;
pub mod networks;
mod operations;
mod resample;
pub mod watch;
pub mod weights;

pub use error::InferenceError;
pub use watch::Watch;
