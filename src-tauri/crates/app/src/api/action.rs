//! Actions of a plan: calls of tools with their inputs and outputs.

use std::collections::BTreeMap;

use patchbay_domain as domain;
use patchbay_domain::SubtaskId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::ResourceType;

/// The value of an input: a name or a literal text, or several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum InputValue {
    /// One name or literal.
    One(String),
    /// Several.
    Many(Vec<String>),
}

/// A typed argument of a subtask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Argument {
    /// Its type.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
    /// A resource's name, an earlier output, or a literal text.
    pub value: InputValue,
}

/// What a subtask makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Returns {
    /// The type wanted.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
    /// The name under which later subtasks take it, `<GEN>-n`.
    #[serde(default)]
    pub value: String,
}

/// One call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Action {
    /// The tool's name.
    pub tool: String,
    /// A value for each of the tool's arguments.
    pub inputs: BTreeMap<String, InputValue>,
    /// What it makes.
    pub outputs: Vec<Returns>,
    /// The seed of everything random in it; none: the run's. Recipes have it where their actions
    /// were run apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub seed: Option<u64>,
    /// What a person set of it, by the names of its `StepSetting`s.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>", optional)]
    pub settings: BTreeMap<String, String>,
}

/// Where an action stands in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ActionPlace {
    /// The subtask's id.
    #[ts(as = "usize")]
    pub subtask: SubtaskId,
    /// The index of the solution among the subtask's.
    pub solution: usize,
    /// The index of the action among the solution's.
    pub action: usize,
}

impl InputValue {
    /// Every name or literal in it.
    pub(crate) fn values(&self) -> &[String] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }
}

impl From<domain::InputValue> for InputValue {
    fn from(value: domain::InputValue) -> Self {
        match value {
            domain::InputValue::One(value) => Self::One(value),
            domain::InputValue::Many(values) => Self::Many(values),
        }
    }
}

impl From<domain::Argument> for Argument {
    fn from(argument: domain::Argument) -> Self {
        let domain::Argument {
            resource_type,
            value,
        } = argument;
        Self {
            resource_type: (&resource_type).into(),
            value: value.into(),
        }
    }
}

impl From<domain::Returns> for Returns {
    fn from(returns: domain::Returns) -> Self {
        let domain::Returns {
            resource_type,
            value,
        } = returns;
        Self {
            resource_type: (&resource_type).into(),
            value,
        }
    }
}

impl From<domain::Action> for Action {
    fn from(action: domain::Action) -> Self {
        let domain::Action {
            tool,
            inputs,
            outputs,
            seed,
            settings,
        } = action;
        Self {
            tool,
            inputs: inputs
                .into_iter()
                .map(|(name, value)| (name, value.into()))
                .collect(),
            outputs: outputs.into_iter().map(Returns::from).collect(),
            seed,
            settings,
        }
    }
}

impl From<ActionPlace> for domain::ActionPlace {
    fn from(place: ActionPlace) -> Self {
        let ActionPlace {
            subtask,
            solution,
            action,
        } = place;
        Self {
            subtask,
            solution,
            action,
        }
    }
}

impl From<domain::ActionPlace> for ActionPlace {
    fn from(place: domain::ActionPlace) -> Self {
        let domain::ActionPlace {
            subtask,
            solution,
            action,
        } = place;
        Self {
            subtask,
            solution,
            action,
        }
    }
}
