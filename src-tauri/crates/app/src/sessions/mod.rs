//! What goes on beside single operations: pointing at a picture, work on models, runs.

pub(crate) mod mask_model;
pub(crate) mod model_jobs;
pub(crate) mod run_outputs;
pub(crate) mod segmentation;
