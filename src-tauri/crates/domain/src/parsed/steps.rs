//! The steps of a conversation: calls that were run, as they stand after every change, and the calls that a turn comes to.

use serde::{Deserialize, Serialize};

use super::source::{CallReference, Source};
use super::{ParsedCall, ParsedRequest, ParsedSlot};

/// A call that was run in an earlier turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConversationStep {
    /// Call that asked for the step first, which names it from then on.
    pub reference: CallReference,
    /// Its tool's name.
    pub tool: String,
    /// Files and results that it works on; results of other steps by the names of these.
    pub sources: Vec<Source>,
    /// The values of its parameters by name, in the order in which they were given.
    pub values: Vec<(String, String)>,
    /// The turn in which it was run last, and its place among the calls of that turn.
    pub ran: CallReference,
    /// States before each change, the last one last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Version>,
}

impl ConversationStep {
    /// Whether a call asked for this step or changed it.
    pub fn is_named(&self, call: CallReference) -> bool {
        self.reference == call || self.before.iter().any(|version| version.changed_by == call)
    }
}

/// State of a step before a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The call that changed it.
    pub changed_by: CallReference,
    /// Files and results that it worked on.
    pub sources: Vec<Source>,
    /// The values that it had.
    pub values: Vec<(String, String)>,
}

/// Outcome of a turn: calls to run, and the steps after it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settled {
    /// The steps after the turn.
    pub steps: Vec<ConversationStep>,
    /// The calls to run, all of them calls of tools, in order of work: new ones, changed ones, and those that work on what changed.
    pub calls: Vec<ParsedCall>,
    /// The step of each call.
    pub of: Vec<CallReference>,
    /// Results and files to show again, where a step was taken back on which nothing works.
    pub shown: Vec<Source>,
}

/// Settles a turn of a conversation: changes of earlier steps become calls with the values that these then have, and what works on
/// a changed step is called again behind it. A change of a step that is not there comes to nothing.
pub fn settled(steps: &[ConversationStep], turn: usize, parsed: &ParsedRequest) -> Settled {
    let mut state = State {
        steps: steps.to_vec(),
        changed: Vec::new(),
        shown: Vec::new(),
    };
    for (number, call) in parsed.calls.iter().enumerate() {
        let reference = CallReference {
            turn: Some(turn),
            call: number,
        };
        state.take(call, reference, turn);
    }
    state.settle(turn, parsed)
}

struct State {
    steps: Vec<ConversationStep>,
    /// The steps that have to be run.
    changed: Vec<CallReference>,
    shown: Vec<Source>,
}

impl State {
    fn take(&mut self, call: &ParsedCall, reference: CallReference, turn: usize) {
        let sources: Vec<Source> = call
            .sources
            .iter()
            .filter_map(|source| self.absolute(source, turn))
            .collect();
        if let Some(wanted) = call.amends {
            self.amend(wanted, call, sources, reference);
        } else if let Some(wanted) = call.undo {
            self.take_back(wanted);
        } else if let Some(wanted) = call.again {
            let Some(step) = self.find(wanted).map(|place| self.steps[place].clone()) else {
                return;
            };
            let sources = if sources.is_empty() {
                step.sources
            } else {
                sources
            };
            self.add(reference, step.tool, sources, merged(step.values, call));
        } else if let Some(tool) = &call.tool {
            self.add(reference, tool.clone(), sources, merged(Vec::new(), call));
        }
    }

    fn add(
        &mut self,
        reference: CallReference,
        tool: String,
        sources: Vec<Source>,
        values: Vec<(String, String)>,
    ) {
        self.changed.push(reference);
        self.steps.push(ConversationStep {
            reference,
            tool,
            sources,
            values,
            ran: reference,
            before: Vec::new(),
        });
    }

    /// The place of the step that a call asked for, or that it changed.
    fn find(&self, wanted: CallReference) -> Option<usize> {
        self.steps.iter().position(|step| step.is_named(wanted))
    }

    /// A source with the name of its step; none where there is no such step.
    fn absolute(&self, source: &Source, turn: usize) -> Option<Source> {
        let Source::Call(CallReference { turn: of, call }) = *source else {
            return Some(source.clone());
        };
        let wanted = CallReference {
            turn: of.or(Some(turn)),
            call,
        };
        let place = self.find(wanted)?;
        Some(Source::Call(self.steps[place].reference))
    }

    /// Whether a step would rest on itself with these sources.
    fn goes_round(&self, step: CallReference, sources: &[Source]) -> bool {
        let resting = self.resting_on(&[step]);
        let rests =
            |source: &Source| matches!(source, Source::Call(made) if resting.contains(made));
        sources.iter().any(rests)
    }

    fn amend(
        &mut self,
        wanted: CallReference,
        call: &ParsedCall,
        sources: Vec<Source>,
        reference: CallReference,
    ) {
        let Some(place) = self.find(wanted) else {
            return;
        };
        let goes_round = self.goes_round(self.steps[place].reference, &sources);
        let step = &mut self.steps[place];
        step.before.push(Version {
            changed_by: reference,
            sources: step.sources.clone(),
            values: step.values.clone(),
        });
        if !sources.is_empty() && !goes_round {
            step.sources = sources;
        }
        step.values = merged(std::mem::take(&mut step.values), call);
        self.changed.push(step.reference);
    }

    /// Takes a change of a step back, or the step itself: what worked on it then works on what it worked on.
    fn take_back(&mut self, wanted: CallReference) {
        let Some(place) = self.find(wanted) else {
            return;
        };
        let step = &mut self.steps[place];
        let change = step
            .before
            .iter()
            .position(|version| version.changed_by == wanted);
        if let Some(change) = change {
            let version = step.before.swap_remove(change);
            step.before.truncate(change);
            step.values = version.values;
            let reference = step.reference;
            if !self.goes_round(reference, &version.sources) {
                self.steps[place].sources = version.sources;
            }
            self.changed.push(reference);
            return;
        }
        let step = self.steps.remove(place);
        let named = Source::Call(step.reference);
        let mut has_users = false;
        for user in &mut self.steps {
            let Some(at) = user.sources.iter().position(|source| *source == named) else {
                continue;
            };
            has_users = true;
            user.sources.splice(at..=at, step.sources.clone());
            self.changed.push(user.reference);
        }
        self.changed
            .retain(|reference| *reference != step.reference);
        if !has_users {
            self.shown.extend(step.sources);
        }
    }

    /// The steps of a list and all that rest on them, each once.
    fn resting_on(&self, wanted: &[CallReference]) -> Vec<CallReference> {
        let mut resting = wanted.to_vec();
        let mut place = 0;
        while let Some(made) = resting.get(place).copied().map(Source::Call) {
            let takes = |step: &&ConversationStep| step.sources.contains(&made);
            for step in self.steps.iter().filter(takes) {
                if !resting.contains(&step.reference) {
                    resting.push(step.reference);
                }
            }
            place += 1;
        }
        resting
    }

    /// The calls of all changed steps, each behind those on which it rests.
    fn settle(mut self, turn: usize, parsed: &ParsedRequest) -> Settled {
        let to_run = self.resting_on(&self.changed);
        let mut waiting: Vec<ConversationStep> = self
            .steps
            .iter()
            .filter(|step| to_run.contains(&step.reference))
            .cloned()
            .collect();
        let mut result = Settled::default();
        while !waiting.is_empty() {
            let is_ready = |step: &ConversationStep| {
                let waits = |source: &Source| matches!(source, Source::Call(reference) if waiting.iter().any(|other| other.reference == *reference));
                !step.sources.iter().any(waits)
            };
            let place = waiting.iter().position(is_ready).unwrap_or(0);
            let step = waiting.remove(place);
            result
                .calls
                .push(call(&step, &result.of, &self.steps, turn, parsed));
            result.of.push(step.reference);
        }
        for (number, reference) in result.of.iter().enumerate() {
            if let Some(step) = self
                .steps
                .iter_mut()
                .find(|step| step.reference == *reference)
            {
                step.ran = CallReference {
                    turn: Some(turn),
                    call: number,
                };
            }
        }
        let shown = self
            .shown
            .iter()
            .map(|source| as_run(source, &[], &self.steps));
        result.shown = shown.collect();
        result.steps = self.steps;
        result
    }
}

/// Values with those of a call in their place; an empty one takes a parameter back.
fn merged(mut values: Vec<(String, String)>, call: &ParsedCall) -> Vec<(String, String)> {
    for slot in &call.slots {
        match values.iter_mut().find(|(name, _)| *name == slot.parameter) {
            Some(old) => old.1.clone_from(&slot.value),
            None => values.push((slot.parameter.clone(), slot.value.clone())),
        }
    }
    values.retain(|(_, value)| !value.is_empty());
    values
}

/// The call of a step; words of this turn keep their places.
fn call(
    step: &ConversationStep,
    before: &[CallReference],
    steps: &[ConversationStep],
    turn: usize,
    parsed: &ParsedRequest,
) -> ParsedCall {
    let of_this_turn = |reference: CallReference| {
        (reference.turn == Some(turn))
            .then(|| parsed.calls.get(reference.call))
            .flatten()
    };
    let last = step
        .before
        .last()
        .map_or(step.reference, |version| version.changed_by);
    let said = of_this_turn(last);
    let slot = |(name, value): &(String, String)| ParsedSlot {
        parameter: name.clone(),
        value: value.clone(),
        span: said.and_then(|call| call.slots.iter().find(|slot| slot.parameter == *name)?.span),
    };
    ParsedCall {
        tool: Some(step.tool.clone()),
        anchor: said.and_then(|call| call.anchor),
        sources: step
            .sources
            .iter()
            .map(|source| as_run(source, before, steps))
            .collect(),
        slots: step.values.iter().map(slot).collect(),
        ..ParsedCall::default()
    }
}

/// Source as a plan takes it: a call of this turn by its place, an earlier result by the turn and place in which it was run last.
fn as_run(source: &Source, before: &[CallReference], steps: &[ConversationStep]) -> Source {
    let Source::Call(reference) = source else {
        return source.clone();
    };
    if let Some(call) = before.iter().position(|other| other == reference) {
        return Source::Call(CallReference { turn: None, call });
    }
    let step = steps.iter().find(|step| step.reference == *reference);
    Source::Call(step.map_or(*reference, |step| step.ran))
}
