//! Watching folders: the timer, and what was seen in the round before.
//!
//! Folders are looked into again and again. The system's own notices of changes would be quicker, and do not come from drives in
//! the network or from other computers that write there.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use patchbay_store::FileVersion;
use tokio::sync::{Mutex as Round, MutexGuard as RoundGuard};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::ingest::watched::FoundFile;

/// How often watched folders are looked into by fronts that stay open.
pub const WATCH_EVERY: Duration = Duration::from_secs(2);

/// The watching of all folders.
#[derive(Default)]
pub(crate) struct Watching {
    /// Held by the one round that goes on.
    round: Round<Seen>,
    /// What keeps a folder from being looked into, in a sentence, by the folder's id.
    troubles: Mutex<HashMap<String, String>>,
    task: Mutex<Option<JoinHandle<()>>>,
    stopped: CancellationToken,
}

impl Watching {
    /// Has `look` called at once and then each time that `every` has passed since, until it is stopped. Once it goes on, calling it
    /// again does nothing. Must be called within a tokio runtime.
    pub(crate) fn begin<Looked: Future<Output = ()> + Send>(
        &self,
        every: Duration,
        look: impl Fn() -> Looked + Send + Sync + 'static,
    ) {
        let mut task = locked(&self.task);
        if task.is_some() || self.stopped.is_cancelled() {
            return;
        }
        let stopped = self.stopped.clone();
        *task = Some(tokio::spawn(async move {
            let mut ticks = interval(every);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            while stopped.run_until_cancelled(ticks.tick()).await.is_some() {
                look().await;
            }
        }));
    }

    /// Begins a round, after the one that goes on.
    pub(crate) async fn round(&self) -> RoundGuard<'_, Seen> {
        self.round.lock().await
    }

    /// Takes no more files, for good; [`Watching::ended`] says when the last one is left.
    pub(crate) fn stop(&self) {
        self.stopped.cancel();
    }

    /// Cancelled when no more files are to be taken.
    pub(crate) fn stopped(&self) -> &CancellationToken {
        &self.stopped
    }

    /// Waits until nothing is looked at any more, after it was stopped.
    pub(crate) async fn ended(&self) {
        let task = locked(&self.task).take();
        let Some(task) = task else { return };
        if let Err(error) = task.await {
            tracing::error!(%error, "watching folders broke off");
        }
    }

    /// What keeps a folder from being looked into.
    pub(crate) fn trouble(&self, watched: &str) -> Option<String> {
        locked(&self.troubles).get(watched).cloned()
    }

    /// Says what keeps a folder from being looked into, if anything does; answers whether that is news.
    pub(crate) fn set_trouble(&self, watched: &str, trouble: Option<String>) -> bool {
        let mut troubles = locked(&self.troubles);
        let before = match trouble.clone() {
            Some(trouble) => troubles.insert(watched.to_owned(), trouble),
            None => troubles.remove(watched),
        };
        before != trouble
    }
}

/// The files of the round before, by the ids of their folders, each with whether it was dealt with.
#[derive(Default)]
pub(crate) struct Seen(HashMap<String, HashMap<FileVersion, bool>>);

impl Seen {
    /// Takes in the files that a folder holds now. Answers those that are as they were in the round before, so that nobody writes
    /// them any more, and were not dealt with yet.
    pub(crate) fn settled(&mut self, watched: &str, found: Vec<FoundFile>) -> Vec<FoundFile> {
        let before = self.0.remove(watched).unwrap_or_default();
        let mut now = HashMap::with_capacity(found.len());
        let mut settled = Vec::new();
        for file in found {
            let known = before.get(&file.version).copied();
            now.insert(file.version.clone(), known.unwrap_or(false));
            if known == Some(false) {
                settled.push(file);
            }
        }
        self.0.insert(watched.to_owned(), now);
        settled
    }

    /// Notes that a file was dealt with as it is now.
    pub(crate) fn deal_with(&mut self, watched: &str, file: &FoundFile) {
        if let Some(files) = self.0.get_mut(watched) {
            files.insert(file.version.clone(), true);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, bytes: i64) -> FoundFile {
        FoundFile {
            path: path.into(),
            version: FileVersion {
                path: path.to_owned(),
                bytes,
                modified: 1,
            },
        }
    }

    #[test]
    fn a_file_is_settled_once_it_stayed_the_same_over_two_rounds() {
        let mut seen = Seen::default();
        let mut look = |files: &[FoundFile]| {
            let settled = seen.settled("in", files.to_vec());
            for file in &settled {
                seen.deal_with("in", file);
            }
            settled
                .into_iter()
                .map(|one| one.version.bytes)
                .collect::<Vec<_>>()
        };
        assert!(look(&[file("a", 1)]).is_empty());
        assert!(look(&[file("a", 2)]).is_empty(), "it grew");
        assert_eq!(look(&[file("a", 2), file("b", 5)]), [2]);
        assert_eq!(look(&[file("a", 2), file("b", 5)]), [5]);
        assert!(look(&[file("a", 3)]).is_empty(), "it is written anew");
        assert_eq!(look(&[file("a", 3)]), [3]);
    }

    #[tokio::test]
    async fn it_looks_until_it_is_stopped_and_only_once_at_a_time() {
        let watching = Watching::default();
        let (sender, mut looks) = tokio::sync::mpsc::unbounded_channel();
        for _ in 0..2 {
            let sender = sender.clone();
            watching.begin(Duration::from_millis(1), move || {
                let _ = sender.send(());
                std::future::ready(())
            });
        }
        drop(sender);
        looks.recv().await.unwrap();
        looks.recv().await.unwrap();
        watching.stop();
        watching.ended().await;
        while looks.recv().await.is_some() {}
        watching.begin(Duration::from_millis(1), || std::future::ready(()));
        assert!(locked(&watching.task).is_none(), "stopped for good");
    }
}
