//! The embedded language model: reads requests by aligning them with the examples that each tool of the toolbox brings.
//! Nothing in here names a tool: a new tool is understood by its examples, name and description.
//!
//! - [`lexicon`]: word forms and words that mean the same
//! - [`tokens`]: a request as tokens: words, files, references, quotations
//! - [`pattern`]: an example as a pattern with slots, and its alignment with tokens
//! - [`clauses`]: where one wish ends and the next begins
//! - [`references`]: which files a clause is about
//! - [`reader`]: what the encoder hears of a request
//! - [`decomposer`]: a request becomes subtasks
//! - [`experts`]: judges tools, and copies words into arguments

pub mod clauses;
pub mod decomposer;
pub mod experts;
pub mod lexicon;
pub mod pattern;
pub mod reader;
pub mod references;
pub mod tokens;

use std::sync::Arc;

use patchbay_domain::Toolbox;
use patchbay_planner::ranking::FitAndCost;
use patchbay_planner::{Language, Planner};

use self::decomposer::EmbeddedDecomposer;
use self::experts::{Copying, Likeness};
use self::pattern::Patterns;
use crate::encoder::Files;

/// The encoder that ships with the program.
pub static ENCODER: Files<'static> = Files {
    weights: include_bytes!("../../../../../models/planner/encoder.safetensors"),
    tokenizer: include_bytes!("../../../../../models/planner/tokenizer.json"),
    texts: include_bytes!("../../../../../models/planner/texts.json"),
};

/// A planner over a toolbox in which every question of language is answered by the embedded model.
pub fn planner(toolbox: Toolbox) -> Planner {
    planner_with(toolbox, Some(ENCODER))
}

/// The same with another encoder, or with none: by the toolbox's examples alone.
pub fn planner_with(toolbox: Toolbox, encoder: Option<Files<'static>>) -> Planner {
    let patterns = Arc::new(Patterns::new(&toolbox));
    let language = Language {
        decomposer: Box::new(EmbeddedDecomposer::new(patterns, encoder)),
        assessor: Box::new(Likeness),
        solution_expert: Box::new(FitAndCost),
        resource_expert: Box::new(Copying),
    };
    Planner::new(toolbox, language)
}
