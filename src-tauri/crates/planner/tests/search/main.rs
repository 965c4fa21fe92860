//! What must be true of every search, on random small toolboxes, and against an independent brute
//! force.

use std::collections::BTreeSet;

use patchbay_domain::{ResourceParameter, ResourceType, Tool, ToolIndex, Toolbox, TypeDeclaration};
use patchbay_planner::search::{Found, Problem, Term, TermId, search};
use patchbay_planner::{Assessment, Limits, Strategy as SearchStrategy, ToolGraph};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[derive(Debug, Clone)]
struct Case {
    /// For each type the one that it is too.
    parents: Vec<Option<usize>>,
    /// For each tool what it takes, what it returns, and its assessment.
    tools: Vec<(Vec<usize>, usize, f32)>,
    given: Vec<usize>,
    wanted: usize,
}

const TYPES: usize = 4;
const LONGEST: usize = 4;

fn case() -> impl Strategy<Value = Case> {
    let parents = proptest::collection::vec(proptest::option::weighted(0.3, 0..TYPES), TYPES)
        .prop_map(|parents| {
            parents
                .into_iter()
                .enumerate()
                .map(|(i, p)| p.filter(|p| *p < i))
                .collect()
        });
    let tool = (
        proptest::collection::vec(0..TYPES, 1..=2),
        0..TYPES,
        1.0_f32..5.0,
    );
    let tools = proptest::collection::vec(tool, 1..=5);
    (
        parents,
        tools,
        proptest::collection::vec(0..TYPES, 1..=2),
        0..TYPES,
    )
        .prop_map(|(parents, tools, given, wanted)| Case {
            parents,
            tools,
            given,
            wanted,
        })
}

fn type_of(index: usize) -> ResourceType {
    ResourceType::new(format!("type{index}"))
}

fn graph(case: &Case, reversed: bool) -> ToolGraph {
    let types = case.parents.iter().enumerate();
    let types = types
        .map(|(i, parent)| TypeDeclaration {
            name: type_of(i),
            is_a: parent.map(type_of),
        })
        .collect();
    let mut tools: Vec<Tool> = case
        .tools
        .iter()
        .enumerate()
        .map(|(index, (args, returns, _))| {
            let args: Vec<ResourceParameter> = args
                .iter()
                .enumerate()
                .map(|(n, of)| ResourceParameter {
                    name: format!("argument{n}"),
                    resource_type: type_of(*of),
                    role: None,
                })
                .collect();
            serde_json::from_value(serde_json::json!({
                "name": format!("tool{index}"), "args": args, "returns": type_of(*returns),
            }))
            .expect("a tool")
        })
        .collect();
    if reversed {
        tools.reverse();
    }
    ToolGraph::new(Toolbox::new(types, tools).expect("a valid toolbox"))
}

fn run(
    case: &Case,
    graph: &ToolGraph,
    strategy: SearchStrategy,
    asked_for: &dyn Fn(ToolIndex) -> bool,
) -> Found {
    let given: Vec<ResourceType> = case.given.iter().map(|of| type_of(*of)).collect();
    let score = |tool: &Tool| case.tools[tool.name[4..].parse::<usize>().expect("a number")].2;
    let assessments: Vec<Assessment> = graph
        .toolbox()
        .tools
        .iter()
        .map(|tool| Assessment {
            goal: score(tool),
            support: score(tool),
        })
        .collect();
    search(&Problem {
        graph,
        given: &given,
        required: (1 << given.len()) - 1,
        words_required: false,
        words: &|_, _| false,
        prefer: &|_, _, candidates| candidates.to_vec(),
        wanted: &type_of(case.wanted),
        assessments: &assessments,
        available: &|_| true,
        asked_for,
        strategy,
        limits: Limits {
            max_length: LONGEST,
            max_terms: 200_000,
            ..Limits::default()
        },
    })
}

/// A way as text: tools by name, resources by number.
fn spell(found: &Found, graph: &ToolGraph, term: TermId) -> String {
    match found.terms.get(term) {
        Term::Given(index) => format!("#{}", index.0),
        Term::Call(tool, inputs) => {
            let inputs: Vec<String> = inputs
                .iter()
                .map(|input| spell(found, graph, *input))
                .collect();
            format!("{}({})", graph.toolbox()[*tool].name, inputs.join(","))
        }
        Term::Words | Term::Thing | Term::WordsAnd(_) => unreachable!("no words were given"),
    }
}

fn spelled(case: &Case, reversed: bool, strategy: SearchStrategy) -> Vec<String> {
    let graph = graph(case, reversed);
    let found = run(case, &graph, strategy, &|_| false);
    found
        .ways
        .iter()
        .map(|way| spell(&found, &graph, *way))
        .collect()
}

/// The brute force: every tree of at most [`LONGEST`] different calls, kept where it is a way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Given(usize),
    Call(usize, Vec<Tree>),
}

impl Tree {
    fn of(&self, case: &Case) -> usize {
        match self {
            Self::Given(index) => case.given[*index],
            Self::Call(tool, _) => case.tools[*tool].1,
        }
    }

    fn parts(&self) -> BTreeSet<Self> {
        match self {
            Self::Given(_) => BTreeSet::new(),
            Self::Call(_, inputs) => inputs
                .iter()
                .flat_map(|input| input.parts().into_iter().chain([input.clone()]))
                .collect(),
        }
    }

    fn all(&self) -> BTreeSet<Self> {
        self.parts().into_iter().chain([self.clone()]).collect()
    }

    fn calls(&self) -> usize {
        self.all()
            .iter()
            .filter(|part| matches!(part, Self::Call(..)))
            .count()
    }

    fn given(&self) -> BTreeSet<usize> {
        self.all()
            .iter()
            .filter_map(|part| {
                if let Self::Given(index) = part {
                    Some(*index)
                } else {
                    None
                }
            })
            .collect()
    }

    fn nests(&self, tool: usize) -> bool {
        self.all()
            .iter()
            .any(|part| matches!(part, Self::Call(other, _) if *other == tool))
    }

    fn replace(&self, old: &Self, new: &Self) -> Self {
        if self == old {
            return new.clone();
        }
        match self {
            Self::Given(_) => self.clone(),
            Self::Call(tool, inputs) => Self::Call(
                *tool,
                inputs.iter().map(|input| input.replace(old, new)).collect(),
            ),
        }
    }

    fn spell(&self) -> String {
        match self {
            Self::Given(index) => format!("#{index}"),
            Self::Call(tool, inputs) => {
                format!(
                    "tool{tool}({})",
                    inputs.iter().map(Self::spell).collect::<Vec<_>>().join(",")
                )
            }
        }
    }
}

fn fits(case: &Case, given: usize, wanted: usize) -> bool {
    std::iter::successors(Some(given), |of| case.parents[*of]).any(|of| of == wanted)
}

fn brute_force(case: &Case) -> BTreeSet<String> {
    let mut trees: BTreeSet<Tree> = (0..case.given.len()).map(Tree::Given).collect();
    loop {
        let mut more = trees.clone();
        for (tool, (args, _, _)) in case.tools.iter().enumerate() {
            let mut lists: Vec<Vec<Tree>> = vec![Vec::new()];
            for wanted in args {
                lists = lists
                    .iter()
                    .flat_map(|list| {
                        let fitting = trees
                            .iter()
                            .filter(|t| fits(case, t.of(case), *wanted) && !t.nests(tool));
                        fitting
                            .filter(|t| !list.contains(t))
                            .map(|t| list.iter().chain([t]).cloned().collect())
                    })
                    .collect();
            }
            more.extend(
                lists
                    .into_iter()
                    .map(|list| Tree::Call(tool, list))
                    .filter(|tree| tree.calls() <= LONGEST),
            );
        }
        if more.len() == trees.len() || more.len() > 3_000 {
            break;
        }
        trees = more;
    }
    let everything: BTreeSet<usize> = (0..case.given.len()).collect();
    let is_way = |tree: &Tree| {
        matches!(tree, Tree::Call(..))
            && fits(case, tree.of(case), case.wanted)
            && tree.given() == everything
    };
    let is_dominated = |tree: &Tree| {
        tree.all().iter().any(|part| {
            let Tree::Call(tool, inputs) = part else {
                return false;
            };
            inputs.iter().enumerate().any(|(position, input)| {
                input.parts().iter().any(|smaller| {
                    let mut simpler = inputs.clone();
                    simpler[position] = smaller.clone();
                    fits(case, smaller.of(case), case.tools[*tool].0[position])
                        && tree.replace(part, &Tree::Call(*tool, simpler)).given() == everything
                })
            })
        })
    };
    trees
        .iter()
        .filter(|tree| is_way(tree) && !is_dominated(tree))
        .map(Tree::spell)
        .collect()
}

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
        let ways = |asked_for: &dyn Fn(ToolIndex) -> bool| {
            let found = run(&case, &graph, strategy, asked_for);
            found
                .ways
                .iter()
                .map(|way| spell(&found, &graph, *way))
                .collect::<Vec<_>>()
        };
        assert_eq!(ways(&|_| false), ["tool2(tool0(#0))"]);
        assert_eq!(
            ways(&|tool| tool == ToolIndex(1)),
            ["tool2(tool0(#0))", "tool2(tool1(tool0(#0)))"]
        );
    }
}

#[test]
fn what_leads_to_a_tool_that_is_asked_for_is_found() {
    // A film can be described; what is said in it takes its sound first, of which nobody spoke.
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
    let ways = |asked_for: &dyn Fn(ToolIndex) -> bool| {
        let found = run(&case, &graph, SearchStrategy::Adaptive, asked_for);
        found
            .ways
            .iter()
            .map(|way| spell(&found, &graph, *way))
            .collect::<Vec<_>>()
    };
    assert_eq!(ways(&|_| false), ["tool3(tool0(#0))"]);
    assert_eq!(
        ways(&|tool| tool == ToolIndex(2)),
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
            for way in spelled(&case, false, strategy) {
                prop_assert!(all.contains(&way), "{strategy:?} found {way}, which is not a way");
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
