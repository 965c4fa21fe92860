//! Runs a plan: what can be done at the same time is, every step reports how far it is and can be stopped, and what
//! fails takes down only what depends on it.
//!
//! - [`engine`]: what runs share; the way in
//! - [`job`]: what a run is given
//! - [`report`]: what it says while it runs and at the end
//! - [`outputs`]: where what steps make goes
//! - `graph`: the steps of all subtasks and what each waits for
//! - `length`: how long made sound and films should be
//! - `pictures`: on which picture boxes and masks were found
//! - `values`: words and lists as the values that tools take
//! - `course`: where a run stands; `runner`: the order in time; `task`: one step; `cache`: what was made before

mod cache;
mod course;
pub mod engine;
mod graph;
pub mod job;
mod length;
pub mod outputs;
mod pictures;
pub mod report;
mod runner;
mod task;
mod values;

pub use engine::{Engine, FilmLength, Implementations};
pub use job::Job;
pub use outputs::{Kept, Making, Outputs, Passed};
pub use report::{Event, Outcome, Report};
