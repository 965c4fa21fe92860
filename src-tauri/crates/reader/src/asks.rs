//! Everything that a wish may say of a tool: the words that it is given, and values of its parameters.

use patchbay_domain::{Parameter, ParameterKind, Tool};

/// A question that a tool asks of a wish.
#[derive(Clone, Copy)]
pub(crate) enum Asks<'a> {
    /// The words that it is given.
    Words,
    /// The value of a parameter.
    Parameter(&'a Parameter),
}

/// Returns all questions that a tool asks of a wish, in order. Its edits are not asked for: single values say them.
pub(crate) fn asks(tool: &Tool) -> impl Iterator<Item = Asks<'_>> {
    let read = tool
        .parameters
        .iter()
        .filter(|parameter| parameter.kind != ParameterKind::Edits);
    std::iter::once(Asks::Words).chain(read.map(Asks::Parameter))
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
