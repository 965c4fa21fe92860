//! Runs a plan: what can be done at the same time is, every step reports how far it is and can be
//! stopped, and what fails takes down only what depends on it.
//!
//! - [`Engine::run`]: the way in
//! - [`Availability`]: whether a tool can run on this computer, how, and what is missing
//! - [`job`]: what a run is given
//! - [`events`]: what it says while it runs and at the end
//! - [`provenance`]: where what steps make goes, and how it came about
//! - [`recovery`]: what is done where a step gave nothing, and who decides that
//! - [`StopSignal`]: how a person stops a run, pauses it, or leaves one of its steps
//!
//! Inside, each knows only those below it:
//!
//! - `scheduler`: the order in time; `deciding`: a router's decision, which may take its time
//! - `step`: one step on a thread of its own, or several in one pass over a video; `cache`: what steps made before
//! - `state`: where a run stands, and what the end of a step means for the others
//! - `graph`: the steps of all subtasks and what each waits for
//! - `values`: words and lists as the values that tools take; `sentences`: what people read about
//!   steps

mod availability;
mod cache;
mod deciding;
mod each;
mod engine;
pub mod events;
mod graph;
pub mod job;
pub mod provenance;
pub mod recovery;
mod scheduler;
mod sentences;
mod state;
mod step;
mod stop;
mod values;

pub use availability::{Availability, Implementations};
pub use engine::Engine;
pub use events::{Event, Outcome, Report};
pub use job::{FinishedStep, Job};
pub use provenance::{InputOrigin, Outputs, StepProvenance, StoredOutput};
pub use step::VideoLength;
pub use stop::StopSignal;
