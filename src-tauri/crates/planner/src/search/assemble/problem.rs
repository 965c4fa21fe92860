//! Problem of a search, and its result.

use patchbay_domain::{ResourceParameter, ResourceType, ToolIndex};

use super::super::term::{ResourceIndex, TermId, Terms, Uses};
use super::super::{Limits, Strategy};
use crate::graph::ToolGraph;
use crate::language::Assessment;

/// Orders the resources at hand that fit an argument of a tool.
pub type Preference<'a> =
    dyn Fn(ToolIndex, &ResourceParameter, &[ResourceIndex]) -> Vec<ResourceIndex> + 'a;

/// Problem of a search: the type that is wanted, and the resources from which it is to be made.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// The tools.
    pub graph: &'a ToolGraph,
    /// The types of the resources at hand, in their order (at most 60).
    pub given: &'a [ResourceType],
    /// Resources at hand that a solution has to use, by position.
    pub required: Uses,
    /// Whether words have to be used too.
    pub words_required: bool,
    /// Whether words of the request can be the text argument of a tool.
    pub words: &'a dyn Fn(ToolIndex, &ResourceParameter) -> bool,
    /// The order in which the resources at hand are tried for an argument of a tool; those left out
    /// are not.
    pub prefer: &'a Preference<'a>,
    /// Type that is wanted.
    pub wanted: &'a ResourceType,
    /// Assessment of each tool.
    pub assessments: &'a [Assessment],
    /// Whether a tool may be used.
    pub available: &'a dyn Fn(ToolIndex) -> bool,
    /// Whether a tool is asked for: its result is then not replaced by what it was made of.
    pub asked_for: &'a dyn Fn(ToolIndex) -> bool,
    /// Strategy that bounds the makers that are followed.
    pub strategy: Strategy,
    /// Bounds of the search.
    pub limits: Limits,
}

/// Result of a search.
pub struct Found {
    /// Every term that was built.
    pub terms: Terms,
    /// The solutions, no two the same graph, best assessed goal first.
    pub solutions: Vec<TermId>,
    /// Number of tools that were visited: expanded, or looked at and left.
    pub visited: usize,
}
