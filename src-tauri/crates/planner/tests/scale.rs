//! A toolbox a hundred times as large: the right solution is still found, and few tools are looked
//! at.

mod support;

use patchbay_planner::Strategy;
use support::{TASKS, assessments, find, toolbox};

#[test]
fn a_hundred_times_the_tools_hide_no_way_and_cost_few_visits() {
    let graph = toolbox(100);
    let mut visited = 0;
    for task in &TASKS {
        let found = find(&graph, task, &assessments(&graph, task), Strategy::Adaptive);
        let best = found
            .solutions
            .first()
            .unwrap_or_else(|| panic!("{task:?}: a way"));
        let tool = found.terms.tool(*best).expect("a call");
        assert_eq!(graph.toolbox()[tool].name, task.1);
        visited += found.visited;
    }
    assert!(
        visited < 33 * TASKS.len(),
        "{} tools were visited on average",
        visited / TASKS.len()
    );
}
