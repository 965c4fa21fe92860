//! What is searched for, and what was found.

use patchbay_domain::{ResourceParameter, ResourceType, ToolIndex};

use super::super::term::{ResourceIndex, TermId, Terms, Uses};
use super::super::{Limits, Strategy};
use crate::graph::ToolGraph;
use crate::language::Assessment;

/// Orders the resources at hand that fit an argument of a tool.
pub type Preference<'a> =
    dyn Fn(ToolIndex, &ResourceParameter, &[ResourceIndex]) -> Vec<ResourceIndex> + 'a;

/// What is searched for, from what.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// The tools.
    pub graph: &'a ToolGraph,
    /// The types of the resources at hand, in their order (at most 60).
    pub given: &'a [ResourceType],
    /// Which of them a solution has to use, by position.
    pub required: Uses,
    /// Whether words have to be used too.
    pub words_required: bool,
    /// Whether words of the request can be the text argument of a tool.
    pub words: &'a dyn Fn(ToolIndex, &ResourceParameter) -> bool,
    /// The order in which the resources at hand are tried for an argument of a tool; those left out
    /// are not.
    pub prefer: &'a Preference<'a>,
    /// What is wanted.
    pub wanted: &'a ResourceType,
    /// One for each tool.
    pub assessments: &'a [Assessment],
    /// Whether a tool may be used.
    pub available: &'a dyn Fn(ToolIndex) -> bool,
    /// Whether a tool is asked for: what it makes of something is not as good as that itself.
    pub asked_for: &'a dyn Fn(ToolIndex) -> bool,
    /// How many makers are followed.
    pub strategy: Strategy,
    /// Bounds.
    pub limits: Limits,
}

/// What a search found.
pub struct Found {
    /// Every term that was built.
    pub terms: Terms,
    /// The solutions, no two the same graph, best assessed goal first.
    pub solutions: Vec<TermId>,
    /// How many tools were visited: expanded, or looked at and left.
    pub visited: usize,
}
