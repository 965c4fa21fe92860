//! What is known of each tool of a toolbox: vectors of what it does and of the values that stand to choose.

use std::collections::HashMap;

use candle_core::{Result, Tensor};
use patchbay_domain::Toolbox;

use crate::asks::{Asks, asks};
use crate::network::WIDTH;
use crate::weights::Reader;

/// Vectors of the tools of a toolbox.
pub struct Tools {
    /// Vectors of what each does, as its key; shape `(tools, WIDTH)`.
    pub(crate) keys: Tensor,
    /// Vectors that were learned of each by itself; zeros for those that the reader was not trained
    /// with.
    pub(crate) own: Tensor,
    /// The closed values of each tool's questions one behind the other, by the tool's name; shape `(values, WIDTH)`.
    pub(crate) closed: HashMap<String, Tensor>,
}

impl Tools {
    /// Reads the descriptions and closed values of all tools. Texts that the reader's files hold
    /// already are not read again.
    pub fn new(reader: &Reader, toolbox: &Toolbox) -> Result<Self> {
        let (mut texts, mut own, mut closed) = (Vec::new(), Vec::new(), HashMap::new());
        let nothing = Tensor::zeros(
            (1, WIDTH),
            candle_core::DType::F32,
            &candle_core::Device::Cpu,
        )?;
        for tool in &toolbox.tools {
            texts.push(reader.encoder.text(&format!(
                "{}: {}",
                tool.name.replace('_', " "),
                tool.description
            ))?);
            own.push(match reader.trained.get(&tool.name) {
                Some(place) => reader.first.own.narrow(0, *place, 1)?,
                None => nothing.clone(),
            });
            let mut values = Vec::new();
            for asked in asks(tool) {
                let Asks::Parameter(parameter) = asked else {
                    continue;
                };
                for value in asked.closed(tool) {
                    let words = parameter
                        .words
                        .get(value)
                        .map_or(&[][..], |words| &words[..words.len().min(3)]);
                    values.push(reader.encoder.text(&format!(
                        "{} {value} {}",
                        parameter.question,
                        words.join(" ")
                    ))?);
                }
            }
            if !values.is_empty() {
                closed.insert(tool.name.clone(), Tensor::cat(&values, 0)?);
            }
        }
        Ok(Self {
            keys: reader.first.keys(&Tensor::cat(&texts, 0)?)?,
            own: Tensor::cat(&own, 0)?,
            closed,
        })
    }
}
