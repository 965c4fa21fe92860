//! Which steps share one encode: neighbouring filters of a video run as one pass over it, and only
//! the last one's result is written. A result that anybody else needs is written, too.

use std::mem;

use patchbay_domain::{Resource, ResourceType, StepStatus};
use patchbay_tool_api::filtering::VIDEO;
use patchbay_tool_api::{ImplementationRef, Inputs, VideoFilter};

use super::RunState;
use crate::graph::Source;
use crate::graph::duration::awaited_video;
use crate::values;

/// Minimum number of steps that change frames: with fewer, each step alone does not encode any
/// twice.
const WORTH_JOINING: usize = 2;

impl RunState {
    /// The nodes that share one encode with `first`, which can begin: each takes the video of the
    /// one before. None where it is done alone.
    pub(crate) fn followers(&self, first: usize) -> Vec<usize> {
        let changes_frames = |implementation: &ImplementationRef| {
            let filter = implementation.filter();
            filter.is_some_and(VideoFilter::changes_frames)
        };
        let Some((implementation, inputs)) = self.filter_of(first) else {
            return Vec::new();
        };
        let is_video = inputs.get(VIDEO).is_ok_and(|value| match value {
            Resource::Video(_) => true,
            Resource::Several { kind, .. } => *kind == ResourceType::VIDEO,
            _ => false,
        });
        if !is_video {
            return Vec::new();
        }
        let mut changing = usize::from(changes_frames(&implementation));
        let (mut last, mut followers) = (first, Vec::new());
        while let Some(next) = self.follower(last) {
            let Some((implementation, inputs)) = self.filter_of(next) else {
                break;
            };
            let filter = implementation.filter();
            if filter.is_some_and(|filter| filter.measures(&inputs)) {
                break;
            }
            changing += usize::from(changes_frames(&implementation));
            followers.push(next);
            last = next;
        }
        if changing < WORTH_JOINING {
            followers.clear();
        }
        followers
    }

    /// The implementation of a node that changes a video as it passes, with its arguments that are
    /// there; none where it cannot.
    fn filter_of(&self, node: usize) -> Option<(ImplementationRef, Inputs)> {
        if self.alone.contains(&node) {
            return None;
        }
        let (arguments, _) = self.arguments(node);
        let inputs = values::first_values(&arguments);
        let implementation = self.implementation(node, &inputs)?;
        let suits = implementation.filter()?.suits(&inputs);
        suits.then_some((implementation, inputs))
    }

    /// The node that takes a node's video and could go on with it as it passes: the only one that
    /// needs it, and one that waits for nothing else.
    fn follower(&self, node: usize) -> Option<usize> {
        let is_awaited = self
            .durations
            .values()
            .any(|length| awaited_video(Some(length)) == Some(node));
        let places = self.steps[node].actions.iter();
        if is_awaited || places.clone().any(|place| self.job.written.contains(place)) {
            return None;
        }
        let takes = |other: &&usize| {
            self.graph.nodes[**other]
                .dependencies()
                .any(|dependency| dependency == node)
        };
        let mut takers = self.graph.wanted.iter().filter(takes);
        let next = *takers.next().filter(|_| takers.next().is_none())?;
        let known = &self.graph.nodes[next];
        let is_video = |(name, sources): &(String, Vec<Source>)| {
            name == VIDEO && *sources == [Source::Node(node)]
        };
        let waits = known
            .dependencies()
            .filter(|dependency| *dependency != node)
            .any(|dependency| self.steps[dependency].status != StepStatus::Done);
        let taken = known.dependencies().filter(|other| *other == node).count();
        let is_free = self.steps[next].status == StepStatus::Waiting
            && taken == 1
            && !waits
            && awaited_video(self.durations.get(&next)).is_none();
        (is_free && known.arguments.iter().any(is_video)).then_some(next)
    }

    /// Puts the steps of a pass that failed back: each is done alone, so that it is known which of
    /// them cannot be done, and what comes before it is kept.
    pub(crate) fn separate(&mut self, nodes: &[usize]) {
        for &node in nodes {
            self.alone.insert(node);
            self.steps[node] = self.waiting(node);
        }
    }

    /// Puts steps back that were done without writing what they made, where something needs it after
    /// all: another solution that is taken now.
    pub(super) fn write_what_is_needed(&mut self) {
        let mut changed = true;
        while mem::take(&mut changed) {
            for node in 0..self.steps.len() {
                if self.passed[node].is_some() && self.is_needed(node) {
                    self.passed[node] = None;
                    self.steps[node] = self.waiting(node);
                    changed = true;
                }
            }
        }
    }

    /// Whether a step that waits takes what a node made, or it is the goal of a subtask that nothing
    /// goes on with any more.
    fn is_needed(&self, node: usize) -> bool {
        let takes = |other: usize| {
            self.graph.nodes[other]
                .dependencies()
                .any(|dependency| dependency == node)
        };
        let mut takers = self.graph.wanted.iter().filter(|other| takes(**other));
        let is_waited_for = takers
            .clone()
            .any(|other| self.steps[*other].status == StepStatus::Waiting);
        let is_left = takers.next().is_none() && self.graph.goals.contains(&Source::Node(node));
        is_waited_for || is_left
    }
}
