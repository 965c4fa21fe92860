//! Time of a search as the toolbox grows: the built-in one 1, 10, 100 and 1,000 times over. Prints
//! a Markdown table; Criterion shows means, and here the slowest twentieth counts.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use patchbay_planner::Strategy;
use support::{TASKS, assessments, find, toolbox};

/// Number of searches for each task.
const ROUNDS: usize = 40;

fn main() {
    println!(
        "| tools | median ms | 95th percentile | most | tools visited | right |\n|---:|---:|---:|---:|---:|---:|"
    );
    for times in [1, 10, 100, 1000] {
        let graph = toolbox(times);
        let (mut elapsed, mut visited, mut right) = (Vec::new(), 0, 0);
        for task in &TASKS {
            let assessments = assessments(&graph, task);
            for _ in 0..ROUNDS {
                let begun = Instant::now();
                let found = find(&graph, task, &assessments, Strategy::Adaptive);
                elapsed.push(begun.elapsed().as_secs_f64() * 1000.0);
                visited += found.visited;
                let best = found
                    .solutions
                    .first()
                    .and_then(|solution| found.terms.tool(*solution));
                right += usize::from(best.is_some_and(|tool| graph.toolbox()[tool].name == task.1));
            }
        }
        elapsed.sort_by(f64::total_cmp);
        let at =
            |share: f64| elapsed[((elapsed.len() as f64 * share) as usize).min(elapsed.len() - 1)];
        println!(
            "| {} | {:.2} | {:.2} | {:.2} | {:.1} | {:.0} % |",
            graph.toolbox().tools.len(),
            at(0.5),
            at(0.95),
            at(1.0),
            visited as f64 / elapsed.len() as f64,
            100.0 * right as f64 / elapsed.len() as f64,
        );
    }
}
