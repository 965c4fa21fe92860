//! The embedded language model: reads requests by aligning them with the examples that each tool of the toolbox brings.
//! Nothing in here names a tool: a new tool is understood by its examples, name and description.
//!
//! - [`lexicon`]: word forms and words that mean the same
//! - [`tokens`]: a request as tokens: words, files, references, quotations
//! - [`pattern`]: an example as a pattern with slots, and its alignment with tokens
//! - [`clauses`]: where one wish ends and the next begins
//! - [`references`]: which files a clause is about
//! - [`decomposer`]: a request becomes subtasks
//! - [`experts`]: judges tools, and copies words into arguments

pub mod clauses;
pub mod decomposer;
pub mod experts;
pub mod lexicon;
pub mod pattern;
pub mod references;
pub mod tokens;

use std::sync::Arc;

use patchbay_domain::Toolbox;
use patchbay_planner::ranking::FitAndCost;
use patchbay_planner::{Language, Planner};

use self::decomposer::EmbeddedDecomposer;
use self::experts::{Copying, Likeness};
use self::pattern::Patterns;

/// A planner over a toolbox in which every question of language is answered by the embedded model.
pub fn planner(toolbox: Toolbox) -> Planner {
    let patterns = Arc::new(Patterns::new(&toolbox));
    let language = Language {
        decomposer: Box::new(EmbeddedDecomposer::new(patterns)),
        assessor: Box::new(Likeness),
        solution_expert: Box::new(FitAndCost),
        resource_expert: Box::new(Copying),
    };
    Planner::new(toolbox, language)
}
