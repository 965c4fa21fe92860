//! The embedded language model: reads requests by aligning them with the examples that each tool of
//! the toolbox brings. Nothing in here names a tool: a new tool is understood by its examples, name
//! and description.
//!
//! - [`tongue`]: whether a request is in another language
//! - [`clauses`]: where one wish ends and the next begins
//! - [`reader`]: what the encoder hears of a request
//! - [`hints`]: rules by which words count beside that
//! - [`decomposer`]: a request becomes subtasks
//! - [`experts`]: judges tools, and copies words into arguments; `spoken`, `filled`: which values words give

pub mod clauses;
pub mod decomposer;
pub mod experts;
pub(crate) mod filled;
pub mod hints;
pub mod reader;
pub(crate) mod spoken;
pub mod tongue;

use std::sync::Arc;

use patchbay_domain::Toolbox;
use patchbay_planner::ranking::{SearchOrderBaseline, UtilityRanker};
use patchbay_planner::{Language, Planner};

use self::decomposer::EmbeddedDecomposer;
use self::experts::{SimilarityAssessor, SpanCopyExpert, WholeClauseBaseline};
use self::hints::{HINTS, Hint};
use crate::coverage::{CountingChecker, RULES, Rule};
use crate::encoder::{Files, SharedEncoder};
use crate::words::pattern::Patterns;

/// The encoder that ships with the program.
pub static ENCODER: Files = Files {
    weights: include_bytes!("../../../../../models/planner/encoder.safetensors"),
    tokenizer: include_bytes!("../../../../../models/planner/tokenizer.json"),
    texts: include_bytes!("../../../../../models/planner/texts.json"),
};

/// What of the embedded model works. Parts are switched off only to measure what they are worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// The encoder; without it, requests are read by the toolbox's examples alone.
    pub encoder: bool,
    /// Telling from words that an image is a mask or an edge map, and that a result is one.
    pub types: bool,
    /// Choosing the spans and sources that arguments are filled with, and ranking the ways; without
    /// them, arguments take the whole clause and whatever comes first, and ways stay in the order
    /// in which they were found.
    pub experts: bool,
    /// The rules by which words count beside what the encoder hears.
    pub hints: Vec<Hint>,
    /// The rules by which a plan is held against its request.
    pub coverage: Vec<Rule>,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            encoder: true,
            types: true,
            experts: true,
            hints: HINTS.to_vec(),
            coverage: RULES.to_vec(),
        }
    }
}

/// A planner over a toolbox in which every question of language is answered by the embedded model.
pub fn planner(toolbox: Toolbox) -> Planner {
    planner_of(toolbox, Parts::default(), ENCODER)
}

/// The same with some parts only, and with another encoder.
pub fn planner_of(toolbox: Toolbox, parts: Parts, encoder: Files) -> Planner {
    planner_sharing(toolbox, parts, Arc::new(SharedEncoder::new(encoder)))
}

/// The same with an encoder that other planners have too.
pub fn planner_sharing(toolbox: Toolbox, parts: Parts, encoder: Arc<SharedEncoder>) -> Planner {
    let language = language_of(&toolbox, parts, encoder);
    Planner::new(toolbox, language)
}

/// Every part of a planner over a toolbox, by the embedded model.
pub fn language_of(toolbox: &Toolbox, parts: Parts, encoder: Arc<SharedEncoder>) -> Language {
    language_by(Arc::new(Patterns::new(toolbox)), parts, encoder)
}

/// The same by patterns that are made already.
pub fn language_by(patterns: Arc<Patterns>, parts: Parts, encoder: Arc<SharedEncoder>) -> Language {
    let checker = CountingChecker::new(parts.coverage, Arc::clone(&patterns));
    let encoder = parts.encoder.then_some(encoder);
    let decomposer = EmbeddedDecomposer::new(patterns, encoder, parts.types, parts.hints);
    Language {
        coverage: Box::new(checker),
        decomposer: Box::new(decomposer),
        assessor: Box::new(SimilarityAssessor),
        solution_expert: if parts.experts {
            Box::new(UtilityRanker)
        } else {
            Box::new(SearchOrderBaseline)
        },
        resource_expert: if parts.experts {
            Box::new(SpanCopyExpert)
        } else {
            Box::new(WholeClauseBaseline)
        },
    }
}
