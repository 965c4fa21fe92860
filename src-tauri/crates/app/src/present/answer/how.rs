//! How a result was made: from what, by which steps, and with what a person set of them.

use std::borrow::Cow;

use patchbay_domain::{Parameter, ParameterKind, Step, StepStatus, Subtask, Toolbox, ValueRef};
use patchbay_language::typed;

use super::AnswerContext;
use super::words::list;

/// Returns the files that it was made from and the steps of the solution that led to it, with the words that were asked for or
/// the values that were read from them: “, made from clip.mp4 by Compose music (“calm piano”) and Edit a video (Brightness 20 %)”.
pub(super) fn how(context: &AnswerContext<'_>, subtask: &Subtask, solution: usize) -> String {
    made(context, subtask, solution).told()
}

/// Sources of a result, and the steps that made it.
#[derive(Clone)]
pub(super) struct Made<'a> {
    pub(super) from: Vec<&'a str>,
    /// Each with the words that were asked for, or their values.
    pub(super) by: Vec<String>,
    pub(super) in_one_pass: bool,
}

pub(super) fn made<'a>(
    context: &AnswerContext<'a>,
    subtask: &Subtask,
    solution: usize,
) -> Made<'a> {
    let led = led_to(context, subtask, solution);
    let in_one_pass = led.iter().any(|step| step.pass.is_some());
    let mut from: Vec<&str> = Vec::new();
    let mut steps = Vec::new();
    for step in led {
        let Some((subtask, solution)) = owner(context, step) else {
            continue;
        };
        let made = made_with(context.toolbox, step, subtask, solution);
        let mut words = Vec::new();
        for (argument, value) in &step.inputs {
            if context.turn.names.contains_key(value) {
                let name = if let ValueRef::Points(name) = ValueRef::of(value, |_| true) {
                    name
                } else {
                    value
                };
                if !from.contains(&name) {
                    from.push(name);
                }
            } else if asks_for(subtask, value) && !made.is_read(argument) {
                words.push(format!("“{value}”"));
            }
        }
        words.extend(made.values);
        let words = if words.is_empty() {
            String::new()
        } else {
            format!(" ({})", words.join(", "))
        };
        steps.push(format!("{}{words}", step.label));
    }
    Made {
        from,
        by: steps,
        in_one_pass,
    }
}

impl Made<'_> {
    /// As a part of a sentence.
    pub(super) fn told(&self) -> String {
        let from = if self.from.is_empty() {
            String::new()
        } else {
            format!(" from {}", list(&self.from))
        };
        match self.by.as_slice() {
            [] if from.is_empty() => String::new(),
            [] => format!(", made{from}"),
            steps => format!(
                ", made{from} by {}{}",
                list(&steps.iter().map(String::as_str).collect::<Vec<_>>()),
                if self.in_one_pass { " in one pass" } else { "" }
            ),
        }
    }
}

/// Whether an action of a subtask takes these words.
fn asks_for(subtask: &Subtask, words: &str) -> bool {
    subtask
        .solutions
        .iter()
        .flat_map(|solution| &solution.actions)
        .flat_map(|action| action.inputs.values())
        .any(|input| input.values().iter().any(|value| value == words))
}

/// The steps of a solution that gave their results, after those of earlier subtasks that were done
/// in one pass with them.
pub(super) fn led_to<'a>(
    context: &AnswerContext<'a>,
    subtask: &Subtask,
    solution: usize,
) -> Vec<&'a Step> {
    let own = steps_done(context, subtask, solution);
    let is_in_pass = |step: &&Step| {
        step.pass
            .is_some_and(|into| own.iter().any(|known| known.index == into))
    };
    let is_own = |step: &&Step| own.iter().any(|known| known.index == step.index);
    let steps = context.report.steps.iter();
    steps
        .filter(|step| is_own(step) || is_in_pass(step))
        .collect()
}

/// The subtask that a step serves, and which of its solutions was run.
pub(super) fn owner<'a>(context: &AnswerContext<'a>, step: &Step) -> Option<(&'a Subtask, usize)> {
    let mut subtasks = context.turn.plan.subtasks.iter();
    let subtask = subtasks.find(|subtask| subtask.goal.id == step.subtask)?;
    let mut outcomes = context.report.outcomes.iter();
    let outcome = outcomes.find(|outcome| outcome.subtask == step.subtask)?;
    Some((subtask, outcome.solution))
}

/// The steps of a solution that gave their results.
pub(super) fn steps_done<'a>(
    context: &AnswerContext<'a>,
    subtask: &Subtask,
    solution: usize,
) -> Vec<&'a Step> {
    let is_of_it = |step: &Step| {
        step.actions
            .iter()
            .any(|place| (place.subtask, place.solution) == (subtask.goal.id, solution))
    };
    let steps = context.report.steps.iter();
    steps
        .filter(|step| {
            step.subtask == subtask.goal.id && step.status == StepStatus::Done && is_of_it(step)
        })
        .collect()
}

/// A value with the sign of print where it is a negative number.
fn with_minus(value: &str) -> Cow<'_, str> {
    match value.strip_prefix('-') {
        Some(number) if number.parse::<f64>().is_ok() => format!("−{number}").into(),
        _ => value.into(),
    }
}

/// Values with which a step made what it made.
#[derive(Default)]
struct MadeWith<'a> {
    /// The argument whose words the values say; none where they say nothing, or something else.
    read: Option<&'a str>,
    /// Each with its name: all of them where they say the step's words, else those that a person set in place of the plan's.
    values: Vec<String>,
}

impl MadeWith<'_> {
    /// Whether the values say the words of an argument.
    fn is_read(&self, argument: &str) -> bool {
        self.read == Some(argument)
    }
}

fn made_with<'a>(
    toolbox: &'a Toolbox,
    step: &Step,
    subtask: &Subtask,
    solution: usize,
) -> MadeWith<'a> {
    let place = step
        .actions
        .iter()
        .find(|place| (place.subtask, place.solution) == (subtask.goal.id, solution));
    let action = place.and_then(|place| subtask.solutions.get(solution)?.actions.get(place.action));
    let (Some(action), Some(tool)) = (action, toolbox.tool(&step.tool)) else {
        return MadeWith::default();
    };
    let said = typed::said_once(action, tool);
    let instruction = tool.instruction().map(|one| one.name.as_str());
    let read = instruction.filter(|name| !said.contains_key(*name));
    let is_planned = |name: &str, value: &str| said.get(name).is_some_and(|set| set == &[value]);
    let shown = |parameter: &Parameter| {
        let name = parameter.name.as_str();
        let set = step
            .settings
            .get(name)
            .filter(|value| !is_planned(name, value));
        let planned = said.get(name).and_then(|values| values.first());
        let is_shown = read.is_some() && parameter.kind != ParameterKind::FileFormat;
        let value = set.or(planned.filter(|value| is_shown && !value.is_empty()))?;
        let value = if value.is_empty() { "none" } else { value };
        let (value, unit) = (with_minus(value), parameter.kind.unit());
        let told = format!("{} {value} {unit}", parameter.label);
        Some(told.trim_end().to_owned())
    };
    let people_set = tool.parameters.iter().filter(|one| !one.label.is_empty());
    MadeWith {
        read,
        values: people_set.filter_map(shown).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_minus;

    #[test]
    fn only_negative_numbers_have_a_minus() {
        assert_eq!(with_minus("-15"), "−15");
        assert_eq!(with_minus("-0.5"), "−0.5");
        assert_eq!(with_minus("15"), "15");
        assert_eq!(with_minus("-fast"), "-fast");
        assert_eq!(with_minus("0:02 to 0:05"), "0:02 to 0:05");
    }
}
