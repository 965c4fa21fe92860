//! What of a request's words steps take over: copied into arguments, or as values of parameters.

use std::ops::Range;

use patchbay_domain::{
    Action, InputValue, Parameter, ParameterKind, TextRole, ToolIndex, ValueRef,
};
use patchbay_phrases::times::said_limits;
use patchbay_phrases::{Quantity, values};

use super::Sections;

impl<'a> Sections<'a> {
    /// Whether words are copied into an argument: as what a result is to show, as the thing that is
    /// meant, as a question, or as an instruction that a tool follows in all its words.
    pub(in crate::coverage) fn is_copied(&self, bytes: &Range<usize>) -> bool {
        let words = self.text[bytes.clone()].trim().to_lowercase();
        self.copied(bytes)
            .any(|copied| copied.to_lowercase().contains(&words))
    }

    /// Whether a step has a parameter for a quantity, or it is a part of longer words that are
    /// copied.
    pub(in crate::coverage) fn takes_value(&self, quantity: &Quantity) -> bool {
        let words = self.text[quantity.bytes.clone()].trim().to_lowercase();
        let is_limited = || {
            let owners = self.owners(&quantity.bytes).into_iter();
            owners
                .map(|place| said_limits(&self.words_of(place)))
                .any(|limits| limits.is_some())
        };
        let takes = |tool: ToolIndex| {
            let tool = &self.toolbox[tool];
            tool.parameters.iter().any(|parameter| {
                values::takes(tool, parameter, quantity.kind, &words)
                    && (!values::is_limit(parameter) || is_limited())
            })
        };
        self.tools(&quantity.bytes).any(takes)
            // What an image or a file measures is said of it, also where it stands among words that
            // are shown.
            || (!matches!(quantity.kind, ParameterKind::Size | ParameterKind::FrameRate | ParameterKind::Bytes)
                && self.copied(&quantity.bytes).any(|copied| {
                    let copied = copied.trim().to_lowercase();
                    copied.contains(&words) && copied.len() > words.len() + 2
                }))
    }

    /// All words that the subtasks, which words belong to, copy into arguments that are not read by
    /// a grammar.
    fn copied<'b>(&'b self, bytes: &Range<usize>) -> impl Iterator<Item = &'a str> + use<'a, 'b> {
        let toolbox = self.toolbox;
        self.ways(bytes)
            .flat_map(|way| &way.actions)
            .flat_map(move |action| {
                let tool = toolbox.tool(&action.tool);
                let is_free = move |name: &str| {
                    if let Some(parameter) = tool.and_then(|tool| tool.parameter(name)) {
                        return parameter.kind == ParameterKind::Text;
                    }
                    let role = tool.and_then(|tool| {
                        tool.args
                            .iter()
                            .find(|argument| argument.name == name)?
                            .role
                    });
                    let is_format =
                        |parameter: &Parameter| parameter.kind == ParameterKind::FileFormat;
                    role != Some(TextRole::Instruction)
                        || tool.is_some_and(|tool| tool.parameters.iter().all(is_format))
                };
                let inputs = action.inputs.iter().filter(move |(name, _)| is_free(name));
                inputs
                    .flat_map(|(_, value)| value.values())
                    .map(String::as_str)
                    .filter(|value| self.is_words(value))
            })
    }

    /// Whether a subtask's words name a thing that a step looks for.
    pub(in crate::coverage) fn names_a_thing(&self, place: usize) -> bool {
        let takes_one = |action: &Action| {
            let tool = self.toolbox.tool(&action.tool);
            let arguments = tool.map_or(&[][..], |tool| &tool.args);
            let things = arguments
                .iter()
                .filter(|one| one.role == Some(TextRole::Object));
            things
                .filter_map(|one| action.inputs.get(&one.name))
                .flat_map(InputValue::values)
                .any(|value| self.is_words(value))
        };
        self.actions(place).iter().any(takes_one)
    }

    /// Whether a step takes words of the request as they are.
    pub(in crate::coverage) fn copies(&self, action: &Action) -> bool {
        let values = action.inputs.values().flat_map(InputValue::values);
        let text = self.text.to_lowercase();
        values
            .into_iter()
            .any(|value| self.is_words(value) && text.contains(&value.to_lowercase()))
    }

    /// Whether the value of an argument is words and no name.
    pub(super) fn is_words(&self, value: &str) -> bool {
        !ValueRef::is_name(value, |name| {
            self.resources.iter().any(|resource| resource.name == name)
        })
    }
}
