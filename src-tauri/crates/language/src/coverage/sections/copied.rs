//! What of a request's words steps take over: copied into arguments, or as values of parameters.

use std::ops::Range;

use patchbay_domain::{
    Action, InputValue, Parameter, ParameterKind, TextRole, Tool, ToolIndex, ValueRef,
};
use patchbay_phrases::times::{digits, said_limits};
use patchbay_phrases::{Quantity, values};
use patchbay_values::is_limit;

use super::super::words::holds;
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
                    && (!is_limit(parameter) || is_limited())
            })
        };
        if quantity.kind == ParameterKind::Count && self.lists_as_many(quantity, &words) {
            return true;
        }
        (self.tools(&quantity.bytes).any(takes)
            && (self.sets_nothing(&quantity.bytes) || self.sets_a_value(&quantity.bytes)))
            // What an image or a file measures is said of it, also where it stands among words that
            // are shown.
            || (!matches!(quantity.kind, ParameterKind::Size | ParameterKind::FrameRate | ParameterKind::Bytes)
                && self.copied(&quantity.bytes).any(|copied| {
                    let copied = copied.trim().to_lowercase();
                    copied.contains(&words) && copied.len() > words.len() + 2
                }))
    }

    /// Whether a step is given as many times as words count: “two stills, one at 7 s and one at 10 s”.
    fn lists_as_many(&self, quantity: &Quantity, words: &str) -> bool {
        let counted = digits(words);
        let owners = self.owners(&quantity.bytes).into_iter();
        let mut steps = owners.flat_map(|place| self.actions(place));
        steps.any(|action| {
            let tool = self.toolbox.tool(&action.tool);
            let mut parameters = tool.into_iter().flat_map(|tool| &tool.parameters);
            parameters.any(|one| {
                let value = action
                    .inputs
                    .get(&one.name)
                    .and_then(|value| value.values().first());
                one.kind == ParameterKind::Times
                    && value.is_some_and(|times| {
                        let count = times.split(',').count().to_string();
                        counted.split_whitespace().any(|word| word == count)
                    })
            })
        })
    }

    /// Whether some step of the subtasks that words belong to has no value set: it reads its words by itself.
    fn sets_nothing(&self, bytes: &Range<usize>) -> bool {
        let owners = self.owners(bytes).into_iter();
        let mut steps = owners.flat_map(|place| self.actions(place));
        steps.any(|action| {
            let tool = self.toolbox.tool(&action.tool);
            let is_set = |one: &Parameter| action.inputs.contains_key(&one.name);
            tool.is_some_and(|tool| !tool.parameters.iter().any(is_set))
        })
    }

    /// Whether a step is set to something because of these words: it is set to what they say, or without them its tool
    /// would be set otherwise.
    pub(in crate::coverage) fn sets_a_value(&self, bytes: &Range<usize>) -> bool {
        let owners = self.owners(bytes).into_iter();
        let mut steps =
            owners.flat_map(|place| self.actions(place).iter().map(move |one| (place, one)));
        steps.any(|(place, action)| {
            let Some(tool) = self.toolbox.tool(&action.tool) else {
                return false;
            };
            let set: Vec<(&Parameter, &InputValue)> = tool
                .parameters
                .iter()
                .filter_map(|one| Some((one, action.inputs.get(&one.name)?)))
                .collect();
            if set.is_empty() {
                return false;
            }
            let words = self.text[bytes.clone()].trim();
            let is_it = |(one, value): &(&Parameter, &InputValue)| {
                let read = values::read(tool, one, words);
                let is_part = |value: &&String| {
                    words.contains(|letter: char| letter.is_ascii_digit()) && value.contains(words)
                };
                read.is_ok_and(|read| **value == InputValue::One(read))
                    || value.values().iter().any(|value| is_part(&value))
            };
            set.iter().any(is_it) || self.would_be_set_otherwise(tool, &set, (place, bytes))
        })
    }

    /// Whether a tool would be set otherwise without words, be it that they are left out of a subtask's words or of the
    /// whole request.
    fn would_be_set_otherwise(
        &self,
        tool: &Tool,
        set: &[(&Parameter, &InputValue)],
        (place, bytes): (usize, &Range<usize>),
    ) -> bool {
        let own = self.bytes(place);
        let is_inside = holds(&own, bytes);
        let wholes = [own, 0..self.text.len()];
        let mut wholes = wholes.iter().filter(|whole| holds(whole, bytes));
        wholes.any(|whole| {
            let with = &self.text[whole.clone()];
            let mut without = with.to_owned();
            let blanked = bytes.start - whole.start..bytes.end - whole.start;
            without.replace_range(blanked.clone(), &" ".repeat(blanked.len()));
            let without = values::said(tool, &without);
            values::said(tool, with).iter().any(|(name, value)| {
                let value_set = set.iter().find(|(one, _)| one.name == *name);
                without.get(name) != Some(value)
                    && value_set.is_some_and(|(_, set)| {
                        // Words outside of its own count only where it is set as they say.
                        is_inside || **set == InputValue::One(value.clone())
                    })
            })
        })
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
                        // What also works without a model does not follow all words.
                        let is_followed = parameter.role.is_none()
                            || tool.is_some_and(|tool| tool.built_in.starts_with('-'));
                        return parameter.kind == ParameterKind::Text && is_followed;
                    }
                    let role = tool.and_then(|tool| {
                        tool.args
                            .iter()
                            .find(|argument| argument.name == name)?
                            .role
                    });
                    role != Some(TextRole::Instruction) || tool.is_some_and(Tool::follows_words)
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
