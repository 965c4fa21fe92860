//! Progress of a run, on standard error: bars on a terminal, a line for each finished step
//! elsewhere.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use patchbay_app::api::{Step, StepStatus};

use crate::terminal::{printable, tell};

/// Parts that a bar is divided into.
const PARTS: u64 = 1000;

/// Display of a run's progress.
pub(crate) struct Progress {
    bars: Option<MultiProgress>,
    steps: BTreeMap<usize, ProgressBar>,
    said: BTreeMap<usize, StepStatus>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let bars = std::io::stderr().is_terminal().then(MultiProgress::new);
        Self {
            bars,
            steps: BTreeMap::new(),
            said: BTreeMap::new(),
        }
    }

    /// Says something between the steps.
    pub(crate) fn say(&self, line: &str) {
        match &self.bars {
            Some(bars) => bars.suspend(|| tell!("{line}")),
            None => tell!("{line}"),
        }
    }

    /// Shows the status of a step.
    pub(crate) fn step(&mut self, step: &Step) {
        let Some(bars) = &self.bars else {
            if step.status.is_final()
                && self.said.insert(step.index, step.status) != Some(step.status)
            {
                tell!("{}", line(step));
            }
            return;
        };
        if step.status == StepStatus::Waiting {
            return;
        }
        let bar = self.steps.entry(step.index).or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:20} {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = bars.add(ProgressBar::new(PARTS).with_style(style));
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        bar.set_position((step.progress * PARTS as f64) as u64);
        bar.set_message(printable(&line(step)).into_owned());
        if step.status.is_final() {
            if step.status == StepStatus::Done {
                bar.finish();
            } else {
                bar.abandon();
            }
        }
    }
}

fn line(step: &Step) -> String {
    let state = match (&step.status, &step.error) {
        (StepStatus::Waiting | StepStatus::Running, _) => String::new(),
        (StepStatus::Done, _) => "done".to_owned(),
        (StepStatus::Failed, Some(error)) => format!("failed: {}", error.message),
        (StepStatus::Failed, None) => "failed".to_owned(),
        (StepStatus::Skipped, _) => "skipped".to_owned(),
        (StepStatus::Cancelled, _) => "stopped".to_owned(),
    };
    format!("{} {:.1} s {state}", step.label, step.seconds)
        .trim_end()
        .to_owned()
}
