//! How far a download is. Time is passed in.

use std::collections::VecDeque;
use std::time::Duration;

use serde::Serialize;

/// The speed is that of the last seconds, so that it follows a change and does not jump.
const WINDOW: Duration = Duration::from_secs(5);

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Progress {
    /// The bytes that are there, of all files together.
    pub bytes: u64,
    /// The bytes that there will be; the registry's rounded figure until the server has told of
    /// every file.
    pub total: u64,
    /// Bytes a second in the last seconds.
    pub speed: f64,
    /// Seconds left at that speed; nothing as long as nothing comes.
    pub seconds_left: Option<f64>,
}

/// Counts what comes, file by file.
pub(super) struct Meter {
    about: u64,
    files: Vec<(u64, Option<u64>)>,
    received: u64,
    seen: VecDeque<(Duration, u64)>,
}

impl Meter {
    /// Of so many files that have about so many bytes together.
    pub(super) fn new(files: usize, about: u64) -> Self {
        Self {
            about,
            files: vec![(0, None); files],
            received: 0,
            seen: VecDeque::new(),
        }
    }

    /// The bytes that are there of a file, and its size where it is known.
    pub(super) fn set(&mut self, file: usize, bytes: u64, size: Option<u64>) {
        self.files[file] = (bytes, size);
    }

    /// Bytes of a file that came over the network.
    pub(super) fn receive(&mut self, file: usize, bytes: u64) {
        self.files[file].0 += bytes;
        self.received += bytes;
    }

    /// How it stands at a time since the beginning.
    pub(super) fn progress(&mut self, now: Duration) -> Progress {
        self.seen.push_back((now, self.received));
        while self.seen.len() > 2 && self.seen[1].0 + WINDOW <= now {
            self.seen.pop_front();
        }
        let (since, before) = self.seen[0];
        let seconds = now.saturating_sub(since).as_secs_f64();
        let speed = if seconds > 0.0 {
            (self.received - before) as f64 / seconds
        } else {
            0.0
        };
        let bytes: u64 = self.files.iter().map(|(bytes, _)| bytes).sum();
        let known: Option<u64> = self.files.iter().map(|(_, size)| *size).sum();
        let total = known.unwrap_or(self.about).max(bytes);
        let seconds_left = (speed > 0.0).then(|| (total - bytes) as f64 / speed);
        Progress {
            bytes,
            total,
            speed,
            seconds_left,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Meter;

    #[test]
    fn speed_is_that_of_the_last_seconds_and_of_what_came_over_the_network() {
        let mut meter = Meter::new(2, 5000);
        let at = Duration::from_secs;
        meter.set(0, 1000, Some(2000));
        let start = meter.progress(at(0));
        assert_eq!(
            (start.bytes, start.total, start.seconds_left),
            (1000, 5000, None)
        );
        meter.receive(0, 500);
        meter.set(1, 0, Some(1000));
        let one = meter.progress(at(1));
        assert_eq!(
            (one.bytes, one.total, one.speed, one.seconds_left),
            (1500, 3000, 500.0, Some(3.0))
        );
        for second in 2..=20 {
            meter.receive(1, 10);
            meter.progress(at(second));
        }
        let later = meter.progress(at(20));
        assert!((later.speed - 10.0).abs() < 1e-9, "{later:?}");
        let stalled = meter.progress(at(40));
        assert!(stalled.speed < 1.0 && stalled.total == 3000, "{stalled:?}");
    }
}
