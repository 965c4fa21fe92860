//! Knowledge of each tool of a toolbox: vectors of what it does and of the values that stand to
//! choose, and its questions.

use std::collections::HashMap;

use candle_core::{Result, Tensor};
use patchbay_domain::{Parameter, ParameterKind, Tool, Toolbox};

use crate::network::WIDTH;
use crate::weights::Reader;

/// A question that a tool asks of a wish.
#[derive(Clone, Copy)]
pub(crate) enum Asks<'a> {
    /// The words that it is given.
    Words,
    /// The value of a parameter.
    Parameter(&'a Parameter),
}

/// Returns all questions that a tool asks of a wish, in order.
pub(crate) fn asks(tool: &Tool) -> impl Iterator<Item = Asks<'_>> {
    std::iter::once(Asks::Words).chain(tool.parameters.iter().map(Asks::Parameter))
}

impl<'a> Asks<'a> {
    pub(crate) fn name(self) -> Option<&'a str> {
        match self {
            Self::Words => None,
            Self::Parameter(parameter) => Some(&parameter.name),
        }
    }

    /// The values that stand to choose: a parameter's choices, its tool's formats, or usual values.
    pub(crate) fn closed(self, tool: &'a Tool) -> &'a [String] {
        match self {
            Self::Words => &[],
            Self::Parameter(parameter) if !parameter.choices.is_empty() => &parameter.choices,
            Self::Parameter(parameter) if parameter.kind == ParameterKind::FileFormat => {
                &tool.formats
            }
            Self::Parameter(parameter) => &parameter.usual,
        }
    }

    /// The kind of the values in the words that it takes; none where it takes words as they are, or has choices.
    pub(crate) fn kind(self) -> Option<ParameterKind> {
        match self {
            Self::Parameter(parameter)
                if parameter.choices.is_empty() && parameter.kind != ParameterKind::Text =>
            {
                Some(parameter.kind)
            }
            _ => None,
        }
    }

    /// Whether it takes words as they are.
    pub(crate) fn is_span(self) -> bool {
        match self {
            Self::Words => true,
            Self::Parameter(parameter) => {
                parameter.kind == ParameterKind::Text && parameter.choices.is_empty()
            }
        }
    }

    /// Whether another call may find its value: where something is, when it is.
    pub(crate) fn is_findable(self) -> bool {
        use ParameterKind as Kind;
        matches!(
            self,
            Self::Parameter(parameter) if matches!(
                parameter.kind,
                Kind::Box | Kind::TimeRanges | Kind::Times | Kind::Time | Kind::Track | Kind::Loudness | Kind::Decibel | Kind::Size
            )
        )
    }
}

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
            texts.push(reader.text(&format!(
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
                    values.push(reader.text(&format!(
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
