//! Thoughts-on-Graph search: every solution from what is at hand to a value of the wanted type.
//!
//! The search works from the goal: a tool that makes the wanted type leaves its arguments open, and
//! each is filled by something at hand or by a tool that makes it. So no branch is ever built that
//! does not reach the goal, and a solution is a graph: tools that need different inputs stand side
//! by side. What ControlLLM's four strategies choose from (its section 3.3: the tools to go on with
//! at each step) is here the makers of an open argument.
//!
//! A state is the set of typed values at hand. A step that gives a value of a type that its own
//! inputs hold already, and brings in nothing that the solution has to use, makes no new state: it
//! is dominated and cut.

mod assemble;
mod term;

pub use assemble::{Found, Preference, Problem, search};
pub use term::{ResourceIndex, Term, TermId, Terms, Uses};

use patchbay_domain::ToolIndex;
use serde::{Deserialize, Serialize};

/// Strategy that bounds the makers of an open argument that are followed (ControlLLM, section
/// 3.3.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The best one.
    Greedy,
    /// The best three.
    Beam,
    /// Those assessed at 3 or better; where there is none, the best ones.
    #[default]
    Adaptive,
    /// All.
    Exhaustive,
}

/// Bounds of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of tools of a solution.
    pub max_length: usize,
    /// Maximum number of terms that are kept for one open argument, best first, except by
    /// exhaustive search.
    pub fillings_per_argument: usize,
    /// Maximum number of terms that are built; an exhaustive search over a large toolbox ends here.
    pub max_terms: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_length: 10,
            fillings_per_argument: 12,
            max_terms: 4_000,
        }
    }
}

impl Strategy {
    /// Number of tools with the same arguments and result that are followed to the goal, and on the
    /// way: the rest are more of the same.
    fn alike(self) -> (usize, usize) {
        match self {
            Self::Greedy => (1, 1),
            Self::Beam => (3, 3),
            Self::Adaptive => (3, 2),
            Self::Exhaustive => (usize::MAX, usize::MAX),
        }
    }

    /// Those of `makers` (with their assessments) that are followed, best first. `doubtful`: the
    /// best three of the rest too.
    fn choose(self, mut makers: Vec<(ToolIndex, f32)>, doubtful: bool) -> Vec<(ToolIndex, f32)> {
        makers.sort_by(|a, b| b.1.total_cmp(&a.1));
        match self {
            Self::Greedy => makers.truncate(1),
            Self::Beam => makers.truncate(3),
            Self::Adaptive => {
                let good = makers.iter().take_while(|(_, score)| *score >= 3.0).count();
                makers.truncate(if doubtful { good + 3 } else { good });
            }
            Self::Exhaustive => {}
        }
        makers
    }
}

/// The best `count` of some tools, best first, ties in their order; none is sorted that is not
/// kept.
fn best(tools: impl Iterator<Item = (ToolIndex, f32)>, count: usize) -> Vec<(ToolIndex, f32)> {
    let mut kept: Vec<(ToolIndex, f32)> = Vec::new();
    for (tool, score) in tools {
        if kept.len() < count || kept.last().is_some_and(|(_, worst)| score > *worst) {
            let place = kept.partition_point(|(_, other)| *other >= score);
            kept.insert(place, (tool, score));
            kept.truncate(count);
        }
    }
    kept
}
