//! Recall and rank.

use std::fmt;

/// A request and the names of the tools that it needs, each once.
pub(crate) struct Case {
    pub(crate) request: String,
    pub(crate) needed: Vec<String>,
}

/// Sums over requests.
#[derive(Default)]
pub(crate) struct Figures {
    requests: f64,
    recall: [f64; 3],
    all: f64,
    gain: f64,
}

/// The ranks up to which recall is taken.
const RANKS: [usize; 3] = [5, 10, 20];

impl Figures {
    /// Adds a request. `found`: the names of the tools found, best first.
    pub(crate) fn add(&mut self, needed: &[String], found: &[&str]) {
        let within = |rank: usize| {
            let first = &found[..rank.min(found.len())];
            needed
                .iter()
                .filter(|name| first.contains(&name.as_str()))
                .count()
        };
        self.requests += 1.0;
        for (sum, rank) in self.recall.iter_mut().zip(RANKS) {
            *sum += within(rank) as f64 / needed.len() as f64;
        }
        self.all += f64::from(u8::from(within(10) == needed.len()));
        let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
        let first: Vec<(usize, &&str)> = found.iter().take(5).enumerate().collect();
        let got: f64 = first
            .iter()
            .filter(|(rank, name)| {
                needed.iter().any(|needed| needed == *name) && !found[..*rank].contains(name)
            })
            .map(|(rank, _)| gain(*rank))
            .sum();
        self.gain += got / (0..needed.len().min(5)).map(gain).sum::<f64>();
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |sum: f64| sum / self.requests.max(1.0);
        for (rank, sum) in RANKS.iter().zip(self.recall) {
            write!(f, "R@{rank} {:.3}, ", share(sum))?;
        }
        write!(
            f,
            "all@10 {:.3}, nDCG@5 {:.3} of {} requests",
            share(self.all),
            share(self.gain),
            self.requests
        )
    }
}
