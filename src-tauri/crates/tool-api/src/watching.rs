//! Joins a step's progress and stop button to the work on media.

use std::ops::ControlFlow;

use patchbay_media::MediaError;
use patchbay_media::video::Watch;

use crate::{Context, ToolError};

/// Does `work` while its progress is shown from `from` to `to` (of 0 to 1) and the step can be
/// stopped.
pub fn watched<T>(
    context: &Context,
    range: (f64, f64),
    work: impl FnOnce(&Watch) -> Result<T, MediaError>,
) -> Result<T, ToolError> {
    watching(context, range, |watch| Ok(work(watch)?))
}

/// As [`watched`], for work that may fail for other reasons than its media.
///
/// # Errors
/// Those of the work.
pub fn watching<T>(
    context: &Context,
    (from, to): (f64, f64),
    work: impl FnOnce(&Watch) -> Result<T, ToolError>,
) -> Result<T, ToolError> {
    let report = |fraction: f64| {
        context.progress.set(from + fraction * (to - from));
        if context.progress.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    work(&Watch::new(&report))
}
