//! Recipes: the actions that made a result, so that it can be made again out of other files.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::index::SubtaskId;
use crate::plan::{Action, InputValue, NamedResource};
use crate::resource_type::ResourceType;
use crate::toolbox::Toolbox;
use crate::value::{ValueRef, output_of, output_on_the_way};

/// The actions that made a result, and what they began with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// Resources that were given, by the names that the actions use.
    pub given: Vec<NamedResource>,
    /// The actions, each after those whose outputs it takes; the last made the result.
    pub actions: Vec<Action>,
    /// The seed of everything random in them.
    pub seed: u64,
}

/// Error of a recipe that cannot be followed.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum RecipeError {
    /// It has no actions.
    #[error("The recipe has no steps.")]
    Empty,
    /// This version of the program does not have one of its tools, or has another of that name.
    #[error(
        "The recipe was made with a tool that is not here, or that takes something else here: “{tool}”."
    )]
    UnknownTool {
        /// The tool's name.
        tool: String,
    },
    /// It sets what its tool has no parameter for here.
    #[error(
        "The recipe sets “{parameter}” of “{tool}”, which has no such parameter here. It was made with another version."
    )]
    UnknownParameter {
        /// The tool's name.
        tool: String,
        /// The parameter's name.
        parameter: String,
    },
    /// A value is of a type that the tool does not take, or nothing makes it.
    #[error("The recipe is damaged: “{tool}” cannot take “{value}” as {argument}.")]
    Unfit {
        /// The tool's name.
        tool: String,
        /// The argument's name.
        argument: String,
        /// The value.
        value: String,
    },
    /// There are fewer files than it begins with.
    #[error(
        "The recipe begins with {wanted} of type {resource_type}, for which there is no file. Give one more."
    )]
    TooFew {
        /// Its name when the recipe was made.
        wanted: String,
        /// Its type.
        resource_type: ResourceType,
    },
}

impl Recipe {
    /// Whether a toolbox can follow it: every tool is there, and every value is given, made before,
    /// or words, and of a type that its argument takes.
    pub fn check(&self, toolbox: &Toolbox) -> Result<(), RecipeError> {
        let mut types: BTreeMap<&str, &ResourceType> = self
            .given
            .iter()
            .map(|given| (given.name.as_str(), &given.resource_type))
            .collect();
        if self.actions.is_empty() {
            return Err(RecipeError::Empty);
        }
        for action in &self.actions {
            let unknown = || RecipeError::UnknownTool {
                tool: action.tool.clone(),
            };
            let tool = toolbox.tool(&action.tool).ok_or_else(unknown)?;
            let takes: BTreeSet<&str> = tool
                .args
                .iter()
                .map(|argument| argument.name.as_str())
                .collect();
            let [output] = action.outputs.as_slice() else {
                return Err(unknown());
            };
            let (given, set): (BTreeSet<&str>, BTreeSet<&str>) = action
                .inputs
                .keys()
                .map(String::as_str)
                .partition(|name| takes.contains(name));
            if takes != given || output.resource_type != tool.returns {
                return Err(unknown());
            }
            if let Some(parameter) = set.into_iter().find(|name| tool.parameter(name).is_none()) {
                let (tool, parameter) = (action.tool.clone(), parameter.to_owned());
                return Err(RecipeError::UnknownParameter { tool, parameter });
            }
            for argument in &tool.args {
                let wanted = &argument.resource_type;
                for value in action.inputs[&argument.name].values() {
                    let fits = match types.get(value.as_str()) {
                        Some(found) => toolbox.fits(found, wanted),
                        None => {
                            toolbox.fits(wanted, &ResourceType::TEXT) && !ValueRef::is_output(value)
                        }
                    };
                    if !fits {
                        let (tool, argument) = (action.tool.clone(), argument.name.clone());
                        return Err(RecipeError::Unfit {
                            tool,
                            argument,
                            value: value.clone(),
                        });
                    }
                }
            }
            types.insert(&output.value, &output.resource_type);
        }
        Ok(())
    }

    /// The actions on other files: each artifact that was given is replaced by the first file left
    /// that is of its type. What they make is called `<GEN>-{subtask}-n`.
    pub fn on(
        &self,
        files: &[NamedResource],
        subtask: SubtaskId,
        toolbox: &Toolbox,
    ) -> Result<Vec<Action>, RecipeError> {
        let mut left: Vec<&NamedResource> = files.iter().collect();
        let mut names: BTreeMap<&str, String> = BTreeMap::new();
        for given in &self.given {
            let fits =
                |file: &&NamedResource| toolbox.fits(&file.resource_type, &given.resource_type);
            let place = left
                .iter()
                .position(fits)
                .ok_or_else(|| RecipeError::TooFew {
                    wanted: format!("“{}”", given.name),
                    resource_type: given.resource_type.clone(),
                })?;
            names.insert(&given.name, left.remove(place).name.clone());
        }
        for (number, action) in self.actions.iter().enumerate() {
            let last = number + 1 == self.actions.len();
            for output in &action.outputs {
                let name = if last {
                    output_of(subtask)
                } else {
                    output_on_the_way(subtask, number)
                };
                names.insert(&output.value, name);
            }
        }
        let renamed = |value: &String| names.get(value.as_str()).unwrap_or(value).clone();
        let follow = |action: &Action| {
            let mut action = action.clone();
            for value in action.inputs.values_mut() {
                match value {
                    InputValue::One(value) => *value = renamed(value),
                    InputValue::Many(values) => {
                        for value in values {
                            *value = renamed(value);
                        }
                    }
                }
            }
            action
                .outputs
                .iter_mut()
                .for_each(|output| output.value = renamed(&output.value));
            action
        };
        Ok(self.actions.iter().map(follow).collect())
    }
}
