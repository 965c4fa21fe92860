//! Thoughts-on-Graph: finds every sensible solution of what a request asks for, over a typed graph
//! of tools (ControlLLM, arXiv 2310.17796, sections 3 and 6). No IO, no model, no clock: language
//! is behind the traits of [`language`], and the same request, toolbox and scores always give the
//! same plan.
//!
//! - [`planner`]: a request becomes a plan: decompose, search, rank, fill
//! - `alone`: requests that need nothing of what came before them
//! - `refused`: sentences about subtasks that are not done
//! - [`graph`]: the tool graph: tools that make a type, tools that take it
//! - `parsed`: the plan for a request that was read already
//! - `steps`: the steps of a conversation after a plan
//! - [`search`]: finds the solutions from what is at hand to what is wanted
//! - [`ranking`]: scores and orders the solutions found (the solution expert)
//! - `unchanged`: solutions that end where they began; `ways`: those that differ by a value alone
//! - `at_hand`: resources that a subtask works on
//! - [`actions`]: writes a solution down as actions with named values
//! - [`language`]: interface of the planner to a language model

pub mod actions;
mod alone;
mod at_hand;
pub mod graph;
pub mod language;
mod parsed;
pub mod planner;
pub mod ranking;
mod refused;
pub mod search;
mod steps;
mod unchanged;
mod ways;

pub use graph::ToolGraph;
pub use language::{
    Assessment, Assessor, Clarification, Coverage, CoverageChecker, Decomposer, Decomposition,
    InterpretedSubtask, Language, ResourceExpert, SolutionExpert, Solved, TextSpans,
};
pub use planner::{Options, Planner, is_whole};
pub use search::{Limits, Strategy};
pub use unchanged::puts_back;
