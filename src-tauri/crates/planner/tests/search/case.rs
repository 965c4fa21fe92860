//! Random small toolboxes, and the solutions found in them.

use patchbay_domain::{ResourceParameter, ResourceType, Tool, ToolIndex, Toolbox, TypeDeclaration};
use patchbay_planner::search::{Found, Problem, Term, TermId, search};
use patchbay_planner::{Assessment, Limits, Strategy as SearchStrategy, ToolGraph};
use proptest::prelude::*;

/// A toolbox, with the types that are given and wanted. Types are told by number.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// Parent of each type, the one that it is too.
    pub(crate) parents: Vec<Option<usize>>,
    /// The argument types, the result type and the assessment of each tool.
    pub(crate) tools: Vec<(Vec<usize>, usize, f32)>,
    pub(crate) given: Vec<usize>,
    pub(crate) wanted: usize,
}

/// Types of a toolbox.
pub(crate) const TYPES: usize = 4;
/// Calls of the longest solution.
pub(crate) const LONGEST: usize = 4;

pub(crate) fn case() -> impl Strategy<Value = Case> {
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

pub(crate) fn graph(case: &Case, reversed: bool) -> ToolGraph {
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
                    many: false,
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

pub(crate) fn run(
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

/// A solution as text: tools by name, resources by number.
pub(crate) fn spell(found: &Found, graph: &ToolGraph, term: TermId) -> String {
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

pub(crate) fn spelled(case: &Case, reversed: bool, strategy: SearchStrategy) -> Vec<String> {
    let graph = graph(case, reversed);
    let found = run(case, &graph, strategy, &|_| false);
    found
        .solutions
        .iter()
        .map(|solution| spell(&found, &graph, *solution))
        .collect()
}
