//! Runs blocking work (files, the database, pixels) away from the threads that serve fronts.

use crate::error::Error;

/// Does work on a thread that may block, and answers what it answered.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let work = tokio::task::spawn_blocking(work);
    work.await.unwrap_or_else(|failure| {
        Err(Error::Internal {
            reason: failure.to_string(),
        })
    })
}
