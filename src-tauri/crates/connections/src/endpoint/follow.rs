//! Work over the network, followed from the thread that wants it.
//!
//! Callers block: they are threads of a blocking pool or plain ones. The work itself runs on a small
//! runtime of this module, which lives as long as the program, and tells the calling thread over a
//! channel what it heard. So neither `said` nor the watch has to be sendable to another thread, no
//! runtime is entered twice, and a call is right on every thread. It still holds up the thread that
//! makes it, so a task of a runtime hands it to `spawn_blocking`.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use patchbay_inference::Watch;
use tokio::runtime::{Builder, Runtime};
use tokio::task::AbortHandle;

use super::EndpointError;

/// Tells the calling thread a part of an answer.
pub(super) type Parts = Arc<dyn Fn(String) + Send + Sync>;

/// The watch is asked this often.
const ASK_EVERY: Duration = Duration::from_millis(50);

enum Event<T> {
    Part(String),
    Done(Result<T, EndpointError>),
}

/// Ends the work when the calling thread no longer waits for it.
struct Aborting(AbortHandle);

impl Drop for Aborting {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Runs `work` for the server `name` until it is done or `watch` stops it, which ends the request.
/// `said` hears each part; `longest` is about how many there will be.
pub(super) fn follow<T, F>(
    name: &str,
    watch: Watch<'_>,
    longest: usize,
    said: &mut dyn FnMut(&str),
    work: impl FnOnce(Parts) -> F,
) -> Result<T, EndpointError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, EndpointError>> + Send + 'static,
{
    let failed = |reason: &str| EndpointError::Unreachable {
        name: name.to_owned(),
        reason: reason.to_owned(),
    };
    let runtime = runtime().map_err(failed)?;
    let (sender, receiver) = mpsc::channel();
    let telling = sender.clone();
    // A failed send means that nobody waits any more.
    let parts: Parts = Arc::new(move |part| drop(telling.send(Event::Part(part))));
    let work = work(parts);
    let task = runtime.spawn(async move {
        let result = work.await;
        drop(sender.send(Event::Done(result)));
    });
    let _aborting = Aborting(task.abort_handle());
    let ask = |heard: usize| {
        let going_on = watch.at(heard.min(longest), longest);
        going_on.map_err(|_| EndpointError::Cancelled)
    };
    let (mut heard, mut next) = (0, Instant::now());
    loop {
        if next <= Instant::now() {
            ask(heard)?;
            next = Instant::now() + ASK_EVERY;
        }
        match receiver.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(Event::Part(part)) => {
                heard += 1;
                said(&part);
            }
            Ok(Event::Done(result)) => return result,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(failed("its request failed")),
        }
    }
}

/// One thread waits for all servers: there is little to compute.
fn runtime() -> Result<&'static Runtime, &'static str> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(1).thread_name("connections");
        builder
            .enable_all()
            .build()
            .map_err(|error| error.to_string())
    });
    runtime.as_ref().map_err(String::as_str)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    use patchbay_inference::Watch;

    use super::follow;
    use crate::endpoint::EndpointError;

    /// Sets its flag when it is dropped.
    struct Ended(Arc<AtomicBool>);

    impl Drop for Ended {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    #[test]
    fn parts_come_in_order_and_progress_rises_to_the_end() {
        let heard = RefCell::new(Vec::new());
        let report = |fraction: f64| {
            heard.borrow_mut().push(fraction);
            ControlFlow::Continue(())
        };
        let mut text = String::new();
        let mut said = |part: &str| text.push_str(part);
        let result = follow(
            "it",
            Watch::new(&report),
            4,
            &mut said,
            |parts| async move {
                for part in ["a", "b", "c"] {
                    parts(part.to_owned());
                    tokio::time::sleep(Duration::from_millis(60)).await;
                }
                Ok(3)
            },
        );
        assert_eq!(result, Ok(3));
        assert_eq!(text, "abc");
        let heard = heard.into_inner();
        assert!(heard.is_sorted() && heard.len() >= 3, "{heard:?}");
        assert_eq!((heard[0], heard[heard.len() - 1]), (0.0, 0.75));
    }

    #[test]
    fn stopping_drops_the_work_at_once() {
        let begun = Instant::now();
        let report = |_: f64| {
            if begun.elapsed() > Duration::from_millis(60) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let ended = Arc::new(AtomicBool::new(false));
        let flag = Ended(Arc::clone(&ended));
        let result = follow("it", Watch::new(&report), 1, &mut |_| {}, |_| async move {
            let _flag = flag;
            tokio::time::sleep(Duration::from_mins(1)).await;
            Ok(())
        });
        assert_eq!(result, Err(EndpointError::Cancelled));
        while !ended.load(Ordering::SeqCst) {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "the work goes on"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test]
    async fn a_thread_of_a_runtime_may_call() {
        let result = follow("it", Watch::nobody(), 1, &mut |_| {}, |_| async { Ok(1) });
        assert_eq!(result, Ok(1));
    }
}
