//! Whether a tool can run on this computer, how, and what is missing: everybody who asks that asks
//! here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use patchbay_domain::{
    Action, InputValue, Missing, ModelUse, Resource, Solution, StepSetting, TextRole, Tool,
    Toolbox, ValueRef,
};
use patchbay_inference::Models;
use patchbay_tool_api::{Implementation, ImplementationRef, Inputs};

use crate::recovery::Call;
use crate::recovery::same_goal::is_same_goal;
use crate::{sentences, values};

/// Finds every implementation of a tool by the tool's name, whether it can run here or not.
pub type Implementations = dyn Fn(&str) -> Vec<ImplementationRef> + Send + Sync;

/// The tools of a toolbox with their implementations and the models on this computer. Clones share
/// everything.
#[derive(Clone)]
pub struct Availability {
    toolbox: Arc<Toolbox>,
    implementations: Arc<Implementations>,
    models: Models,
}

impl fmt::Debug for Availability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Availability")
            .field("tools", &self.toolbox.tools.len())
            .finish_non_exhaustive()
    }
}

impl Availability {
    /// `implementations` are those of [`patchbay_tool_api::registry`], and of what is connected, but in tests.
    pub fn new(
        toolbox: Arc<Toolbox>,
        implementations: Arc<Implementations>,
        models: Models,
    ) -> Self {
        Self {
            toolbox,
            implementations,
            models,
        }
    }

    /// The toolbox whose tools are asked about.
    pub(crate) fn toolbox(&self) -> &Arc<Toolbox> {
        &self.toolbox
    }

    /// The implementation that runs on this computer now, if there is one.
    pub fn runnable(&self, tool: &str) -> Option<ImplementationRef> {
        self.all_runnable(tool).next()
    }

    /// The first that runs and is for these inputs; where none is for them, the first that runs: it
    /// says what is wrong.
    pub(crate) fn runnable_for(&self, tool: &str, inputs: &Inputs) -> Option<ImplementationRef> {
        self.all_runnable(tool)
            .find(|implementation| implementation.suits(inputs))
            .or_else(|| self.runnable(tool))
    }

    /// The implementations of a tool that run here and are for these inputs, but for those of the
    /// given labels.
    pub(crate) fn others_for(
        &self,
        tool: &str,
        inputs: &Inputs,
        tried: &BTreeSet<String>,
    ) -> impl Iterator<Item = ImplementationRef> {
        self.all_runnable(tool).filter(move |implementation| {
            !tried.contains(implementation.label()) && implementation.suits(inputs)
        })
    }

    /// The implementation of that label, where it runs here.
    pub(crate) fn labelled(&self, tool: &str, label: &str) -> Option<ImplementationRef> {
        self.all_runnable(tool)
            .find(|implementation| implementation.label() == label)
    }

    /// The models on this computer.
    pub(crate) fn models(&self) -> &Models {
        &self.models
    }

    fn all_runnable(&self, tool: &str) -> impl Iterator<Item = ImplementationRef> {
        let all = (self.implementations)(tool).into_iter();
        all.filter(|implementation| implementation.missing(&self.models).is_none())
    }

    /// The model that an implementation runs on now, as steps tell it.
    pub(crate) fn model_use(
        &self,
        implementation: &dyn Implementation,
        chosen: &BTreeMap<String, String>,
    ) -> Option<ModelUse> {
        let model = implementation.model(&self.models)?;
        let mut settings: BTreeMap<_, _> = model
            .settings
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect();
        settings.extend(chosen.clone());
        Some(ModelUse {
            id: model.id.clone(),
            name: model.name.clone(),
            source: model.source.to_string(),
            device: self.models.device(),
            settings,
        })
    }

    /// Whether something on this computer can do a tool's work.
    pub fn is_runnable(&self, tool: &str) -> bool {
        self.runnable(tool).is_some()
    }

    /// Returns a tool's settings: its parameters, and the settings of the way in which it is done
    /// here now.
    pub fn settings(&self, tool: &str) -> Vec<StepSetting> {
        let parameters = self
            .toolbox
            .tool(tool)
            .into_iter()
            .flat_map(Tool::parameter_settings);
        let of_implementation = self.runnable(tool).map_or_else(Vec::new, |implementation| {
            implementation.settings(&self.models)
        });
        parameters.chain(of_implementation).collect()
    }

    /// Whether something on this computer can do every action of a solution, given as the names of
    /// its tools.
    pub fn can_run<'a>(&self, tools: impl IntoIterator<Item = &'a str>) -> bool {
        tools.into_iter().all(|tool| self.is_runnable(tool))
    }

    /// The index of the first solution that can run here and does what the best one does; 0 where
    /// none can: what does something else is a person's choice.
    pub fn first_runnable(&self, solutions: &[Vec<Call<'_>>]) -> usize {
        let runs = |solution: &Vec<Call<'_>>| {
            is_same_goal(&self.toolbox, &solutions[0], solution)
                && self.can_run(solution.iter().map(|call| call.tool))
        };
        solutions.iter().position(runs).unwrap_or(0)
    }

    /// Returns the requirements that a solution's actions lack here, by their places in it: their
    /// tools, or the only things here that do them with the words that they are given. `is_name`:
    /// whether a value is a name and no words.
    pub fn missing_in(
        &self,
        solution: &Solution,
        is_name: impl Fn(&str) -> bool,
    ) -> Vec<(usize, Missing)> {
        let actions = &solution.actions;
        let missing = |(place, action): (usize, &Action)| {
            let wanted = self.wanted(action, &actions[place + 1..]);
            Some((place, self.missing_for(action, &wanted, &is_name)?))
        };
        actions.iter().enumerate().filter_map(missing).collect()
    }

    /// Returns, in sentences, the losses of a solution's actions by their places in it: properties
    /// of the values at hand that the results cannot keep, and data that would leave this computer.
    /// Nothing is known yet of what earlier actions make. `at_hand`: the value of that name.
    pub fn losses_in(
        &self,
        solution: &Solution,
        at_hand: impl Fn(&str) -> Option<Resource>,
    ) -> Vec<(usize, Vec<String>)> {
        let losses = |action: &Action| {
            let parameters = self
                .toolbox
                .tool(&action.tool)
                .map_or(&[][..], |tool| &tool.args);
            let value = |(name, input): (&String, &InputValue)| {
                let InputValue::One(text) = input else {
                    return None;
                };
                let found = at_hand(text);
                let is_words = found.is_none() && !ValueRef::is_name(text, |_| false);
                let wanted = parameters
                    .iter()
                    .find(|parameter| parameter.name == *name)
                    .map(|found| &found.resource_type);
                Some((
                    name.clone(),
                    found.or_else(|| is_words.then(|| values::words(text, wanted)))?,
                ))
            };
            let inputs = Inputs::new(action.inputs.iter().filter_map(value).collect());
            self.runnable_for(&action.tool, &inputs)
                .map_or_else(Vec::new, |implementation| {
                    let sends = implementation.sends(&inputs, &self.models);
                    let unread = implementation.unread(&inputs);
                    let losses = implementation.losses(&inputs).into_iter();
                    losses.chain(unread).chain(sends).collect()
                })
        };
        let all = solution.actions.iter().map(losses).enumerate();
        all.filter(|(_, losses)| !losses.is_empty()).collect()
    }

    fn missing_for(
        &self,
        action: &Action,
        wanted: &[&str],
        is_name: &impl Fn(&str) -> bool,
    ) -> Option<Missing> {
        let words = action.inputs.iter().filter_map(|(name, input)| {
            let parameters = &self.toolbox.tool(&action.tool)?.args;
            let wanted = parameters
                .iter()
                .find(|parameter| parameter.name == *name)
                .map(|found| &found.resource_type);
            let InputValue::One(text) = input else {
                return None;
            };
            let is_words = !is_name(text) && values::can_be_words(wanted);
            is_words.then(|| (name.clone(), values::words(text, wanted)))
        });
        let inputs = Inputs::new(words.collect());
        self.missing(&action.tool).or_else(|| {
            let needs = self.runnable_for(&action.tool, &inputs)?.lacks_for(
                &inputs,
                wanted,
                &self.models,
            )?;
            Some(self.lacking(&action.tool, needs))
        })
    }

    /// The words by which the next of the later actions that chooses among what an action finds
    /// does so.
    fn wanted<'a>(&self, action: &'a Action, later: &'a [Action]) -> Vec<&'a str> {
        let outputs =
            |action: &'a Action| action.outputs.iter().map(|output| output.value.as_str());
        let mut made: BTreeSet<&str> = outputs(action).collect();
        for next in later {
            let mut values = next.inputs.values().flat_map(InputValue::values);
            if !values.any(|value| made.contains(value.as_str())) {
                continue;
            }
            let parameters = self
                .toolbox
                .tool(&next.tool)
                .map_or(&[][..], |tool| &tool.args);
            let objects = parameters
                .iter()
                .filter(|parameter| parameter.role == Some(TextRole::Object));
            let words = objects
                .filter_map(|object| next.inputs.get(&object.name))
                .flat_map(InputValue::values);
            let words: Vec<&str> = words.map(String::as_str).collect();
            if !words.is_empty() {
                return words;
            }
            made.extend(outputs(next));
        }
        Vec::new()
    }

    /// Returns the requirements of a tool that nothing here can do; none if it can run.
    pub fn missing(&self, tool: &str) -> Option<Missing> {
        let implementations = (self.implementations)(tool);
        let mut reasons = Vec::with_capacity(implementations.len());
        for implementation in implementations {
            reasons.push(implementation.missing(&self.models)?);
        }
        let declared = self.toolbox.tool(tool);
        let model = declared
            .map(|tool| tool.model.as_str())
            .filter(|model| !matches!(*model, "" | "-"));
        Some(self.lacking(tool, sentences::needs(&reasons, model)))
    }

    /// Returns a tool's missing requirements, with the size of the model that would do it.
    pub(crate) fn lacking(&self, tool: &str, needs: String) -> Missing {
        let declared = || self.toolbox.tool(tool).map_or(0, |tool| tool.model_bytes);
        let implementations = (self.implementations)(tool);
        let needed = implementations
            .iter()
            .map(|implementation| implementation.models_to_get(&self.models));
        let models = needed
            .into_iter()
            .find(|models| !models.is_empty())
            .unwrap_or_default();
        let bytes = if models.is_empty() {
            declared()
        } else {
            models.iter().map(|model| model.bytes).sum()
        };
        let models = models.iter().map(|model| model.id.clone()).collect();
        Missing {
            tool: tool.to_owned(),
            label: self.label(tool),
            needs,
            bytes,
            models,
        }
    }

    /// Returns a tool's name for people.
    pub(crate) fn label(&self, tool: &str) -> String {
        self.toolbox
            .tool(tool)
            .map_or_else(|| tool.replace('_', " "), Tool::title)
    }
}
