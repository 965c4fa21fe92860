//! What is known of each tool of a toolbox, from its name and description alone.

use candle_core::{Result, Tensor};
use patchbay_domain::Toolbox;

use super::Encoder;

/// Vectors of all tools, each `(tools, width)`, of length 1.
pub struct ToolVectors {
    /// As the tool that a clause is about.
    pub(super) key: Tensor,
    /// As a tool that a clause asks for on the way.
    pub(super) help: Tensor,
    /// As the base model sees it.
    pub(super) base: Tensor,
}

impl ToolVectors {
    /// Reads every tool's name and description.
    pub fn new(encoder: &Encoder, toolbox: &Toolbox) -> Result<Self> {
        let texts = toolbox
            .tools
            .iter()
            .map(|tool| {
                encoder.text(&format!(
                    "{}: {}",
                    tool.name.replace('_', " "),
                    tool.description
                ))
            })
            .collect::<Result<Vec<_>>>()?;
        let texts = Tensor::cat(&texts, 0)?;
        encoder.heads.tools(&texts)
    }

    /// The vectors by which a clause's tool is found, one for each tool.
    pub fn key(&self) -> Result<Vec<Vec<f32>>> {
        self.key.to_vec2()
    }
}
