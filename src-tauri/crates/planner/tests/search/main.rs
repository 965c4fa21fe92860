//! Properties of every search, on random small toolboxes, and against an independent brute force.

mod brute_force;
mod case;

use std::collections::BTreeSet;

use patchbay_domain::ToolIndex;
use patchbay_planner::Strategy as SearchStrategy;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::brute_force::brute_force;
use crate::case::{Case, TYPES, case, graph, run, spell, spelled};

#[test]
fn a_step_that_is_asked_for_is_not_left_out() {
    // What is heard, put into another language, is spoken: the middle one gives what it takes.
    let tools = vec![(vec![0], 1, 4.0), (vec![1], 1, 4.0), (vec![1], 2, 4.0)];
    let case = Case {
        parents: vec![None; TYPES],
        tools,
        given: vec![0],
        wanted: 2,
    };
    let graph = graph(&case, false);
    for strategy in [SearchStrategy::Adaptive, SearchStrategy::Exhaustive] {
        let solutions = |asked_for: &dyn Fn(ToolIndex) -> bool| {
            let found = run(&case, &graph, strategy, asked_for);
            found
                .solutions
                .iter()
                .map(|solution| spell(&found, &graph, *solution))
                .collect::<Vec<_>>()
        };
        assert_eq!(solutions(&|_| false), ["tool2(tool0(#0))"]);
        assert_eq!(
            solutions(&|tool| tool == ToolIndex(1)),
            ["tool2(tool0(#0))", "tool2(tool1(tool0(#0)))"]
        );
    }
}

#[test]
fn what_leads_to_a_tool_that_is_asked_for_is_found() {
    // A video can be described; what is said in it takes its audio first, of which nobody spoke.
    let tools = vec![
        (vec![0], 1, 4.0),
        (vec![0], 2, 1.0),
        (vec![2], 1, 4.5),
        (vec![1], 3, 5.0),
    ];
    let case = Case {
        parents: vec![None; TYPES],
        tools,
        given: vec![0],
        wanted: 3,
    };
    let graph = graph(&case, false);
    let solutions = |asked_for: &dyn Fn(ToolIndex) -> bool| {
        let found = run(&case, &graph, SearchStrategy::Adaptive, asked_for);
        found
            .solutions
            .iter()
            .map(|solution| spell(&found, &graph, *solution))
            .collect::<Vec<_>>()
    };
    assert_eq!(solutions(&|_| false), ["tool3(tool0(#0))"]);
    assert_eq!(
        solutions(&|tool| tool == ToolIndex(2)),
        ["tool3(tool0(#0))", "tool3(tool2(tool1(#0)))"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exhaustive_search_finds_what_brute_force_finds(case in case()) {
        let found: Vec<String> = spelled(&case, false, SearchStrategy::Exhaustive);
        let different: BTreeSet<String> = found.iter().cloned().collect();
        prop_assert_eq!(found.len(), different.len(), "no way twice");
        prop_assert_eq!(different, brute_force(&case));
    }

    #[test]
    fn every_strategy_finds_a_part_of_them(case in case()) {
        let all: BTreeSet<String> = spelled(&case, false, SearchStrategy::Exhaustive).into_iter().collect();
        for strategy in [SearchStrategy::Greedy, SearchStrategy::Beam, SearchStrategy::Adaptive] {
            for solution in spelled(&case, false, strategy) {
                prop_assert!(all.contains(&solution), "{strategy:?} found {solution}, which is not a way");
            }
        }
    }

    #[test]
    fn adaptive_search_finds_something_where_there_is_something(case in case()) {
        if !spelled(&case, false, SearchStrategy::Exhaustive).is_empty() {
            prop_assert!(!spelled(&case, false, SearchStrategy::Adaptive).is_empty());
        }
    }

    #[test]
    fn the_order_of_the_toolbox_does_not_matter(case in case()) {
        for strategy in [SearchStrategy::Adaptive, SearchStrategy::Exhaustive] {
            prop_assert_eq!(spelled(&case, false, strategy), spelled(&case, true, strategy));
        }
    }
}
