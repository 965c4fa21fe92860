//! Work that goes on beside single operations: pointing at images, work on models, runs, watched
//! folders. Each is
//! given the store, the engine or the way to the fronts, as far as it needs them, and knows nothing
//! of the application that holds it.

pub(crate) mod announce;
pub(crate) mod line;
pub(crate) mod mask_model;
pub(crate) mod model_jobs;
mod run_outputs;
mod run_record;
pub(crate) mod running;
pub(crate) mod runs;
pub(crate) mod segmentation;
pub(crate) mod watching;
