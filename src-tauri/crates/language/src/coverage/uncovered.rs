//! Words of a request that nothing takes up, with the subtasks that they belong to.

use std::ops::Range;

use patchbay_domain::{Toolbox, Uncovered, UncoveredKind};
use patchbay_planner::{Coverage, Solved};

use super::refusal;

/// Words of a request that nothing takes up.
pub(super) struct UncoveredSpans<'a> {
    pub(super) instruction: &'a str,
    /// Each with the places of the subtasks that it belongs to.
    pub(super) found: Vec<(Uncovered, Vec<usize>)>,
}

impl UncoveredSpans<'_> {
    /// Names words, unless they belong to no subtask or overlap with some that are named already.
    pub(super) fn add(&mut self, kind: UncoveredKind, bytes: Range<usize>, subtasks: Vec<usize>) {
        let overlaps = |(other, _): &(Uncovered, _)| {
            other.start < bytes.end && bytes.start < other.start + other.words.len()
        };
        if !subtasks.is_empty() && !self.found.iter().any(overlaps) {
            self.push(kind, bytes, subtasks);
        }
    }

    /// Names words, whatever is named already.
    pub(super) fn push(&mut self, kind: UncoveredKind, bytes: Range<usize>, subtasks: Vec<usize>) {
        let uncovered = Uncovered {
            start: bytes.start,
            words: self.instruction[bytes].to_owned(),
            kind,
        };
        self.found.push((uncovered, subtasks));
    }

    /// Counts what is left over of a wish to all of its details. `wishes`: the wish that each
    /// subtask belongs to.
    pub(super) fn spread(&mut self, wishes: &[usize]) {
        for (_, places) in &mut self.found {
            let of_it: Vec<usize> = places.iter().map(|place| wishes[*place]).collect();
            let others = (0..wishes.len()).filter(|place| of_it.contains(&wishes[*place]));
            let others: Vec<usize> = others.filter(|place| !places.contains(place)).collect();
            places.extend(others);
        }
    }

    /// What is said of the plan: the words in the request's order, the subtasks that are refused,
    /// and a sentence that says so. Empty where nothing is left over.
    pub(super) fn coverage(self, solved: &[Solved<'_>], toolbox: &Toolbox) -> Coverage {
        let mut found = self.found;
        if found.is_empty() {
            return Coverage::default();
        }
        // A wish that stands alone is shown with the fields to be filled in.
        let is_unsaid = |(one, _): &(Uncovered, _)| one.kind == UncoveredKind::Unsaid;
        if solved.len() == 1 && found.iter().all(is_unsaid) {
            return Coverage {
                uncovered: found.into_iter().map(|(uncovered, _)| uncovered).collect(),
                ..Coverage::default()
            };
        }
        let ids = |places: &Vec<usize>| {
            places
                .iter()
                .map(|place| solved[*place].subtask.goal.id)
                .collect::<Vec<_>>()
        };
        let refused = found.iter().flat_map(|(_, places)| ids(places)).collect();
        // What is only a detail can be left out; of those that belong together, the first named is it.
        let is_detail = |(one, _): &&(Uncovered, _)| {
            matches!(one.kind, UncoveredKind::Value | UncoveredKind::Format)
        };
        let wrong = found.iter().filter(|one| !is_detail(one));
        let wrong = wrong.filter_map(|(_, places)| places.first());
        let wrong = wrong.map(|place| solved[*place].subtask.goal.id).collect();
        let refusal = refusal::sentence(&found, solved, toolbox);
        found.sort_by_key(|(uncovered, _)| uncovered.start);
        Coverage {
            uncovered: found.into_iter().map(|(uncovered, _)| uncovered).collect(),
            refused,
            wrong,
            refusal: Some(refusal),
        }
    }
}
