//! A run of several parts that all get their turn, and the summary at its end.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// The parts that ran so far.
#[derive(Default)]
pub(crate) struct Parts {
    only: Vec<String>,
    ran: Vec<(&'static str, Duration, Option<anyhow::Error>)>,
}

impl Parts {
    /// Creates a run of all parts, or of those alone that are named.
    pub(crate) fn only(names: &[String]) -> Self {
        Self {
            only: names.to_vec(),
            ran: Vec::new(),
        }
    }

    /// Runs one part. Its failure is told at the end and stops no other part.
    pub(crate) fn part(&mut self, name: &'static str, action: impl FnOnce() -> Result<()>) {
        if !self.only.is_empty() && !self.only.iter().any(|only| only == name) {
            return;
        }
        eprintln!("\n\x1b[1m── {name}\x1b[0m");
        let start = Instant::now();
        let error = action().err();
        if let Some(error) = &error {
            eprintln!("{}", first_line(error));
        }
        self.ran.push((name, start.elapsed(), error));
    }

    /// Prints the errors of the parts that failed and the names of those that passed; returns an
    /// error where anything failed or nothing ran.
    pub(crate) fn finish(self) -> Result<()> {
        for (name, _, error) in &self.ran {
            if let Some(error) = error {
                println!("\n── {name}: {error:#}");
            }
        }
        println!();
        for (name, took, error) in &self.ran {
            let outcome = error.as_ref().map_or_else(
                || "passed".into(),
                |error| format!("FAILED: {}", first_line(error)),
            );
            println!("{name:<12} {:>6.1} s  {outcome}", took.as_secs_f64());
        }
        let failed = self
            .ran
            .iter()
            .filter(|(.., error)| error.is_some())
            .count();
        println!("parts: {} passed, {failed} failed", self.ran.len() - failed);
        if self.ran.is_empty() {
            bail!("There is no part of the name {}.", self.only.join(", "));
        }
        if failed > 0 {
            bail!("{failed} of {} parts failed.", self.ran.len());
        }
        Ok(())
    }
}

fn first_line(error: &anyhow::Error) -> String {
    format!("{error:#}")
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}
