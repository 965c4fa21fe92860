//! A request becomes a plan: taken apart, searched, ranked, written down.

use std::collections::HashMap;

use patchbay_domain::value::output_of;
use patchbay_domain::{
    Action, InputValue, Plan, Request, ResourceParameter, ResourceType, Solution, SubtaskGoal,
    TextRole, Tool, ToolIndex, Toolbox, ValueRef,
};

use crate::actions::write_down;
use crate::at_hand::{at_hand, is_output};
use crate::graph::ToolGraph;
use crate::language::{
    Assessment, Coverage, Decomposition, Experts, InterpretedSubtask, Language, Solved,
};
use crate::refused::{parted, unsolved, with_dependents, with_refusal};
use crate::search::{Limits, Problem, ResourceIndex, Strategy, search};
use crate::unchanged::keep_what_changes;
use crate::ways;

/// Options of planning.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Strategy by which the search chooses.
    pub strategy: Strategy,
    /// Bounds of the search.
    pub limits: Limits,
    /// Keeps to tools that this function accepts; none: every tool counts as available.
    pub available: Option<&'a dyn Fn(&Tool) -> bool>,
    /// Maximum number of solutions to offer for one subtask; 0: six.
    pub most_solutions: usize,
}

/// Plans requests over one toolbox.
pub struct Planner {
    pub(crate) graph: ToolGraph,
    pub(crate) language: Language,
}

impl Planner {
    /// Creates a planner over a toolbox, with the experts that answer its questions about language.
    pub fn new(toolbox: Toolbox, language: Language) -> Self {
        Self {
            graph: ToolGraph::new(toolbox),
            language,
        }
    }

    /// The toolbox that it plans over.
    pub fn toolbox(&self) -> &Toolbox {
        self.graph.toolbox()
    }

    /// Plans a request. `elapsed_ms` is left at 0: the caller has the clock.
    pub fn plan(&self, request: &Request, options: &Options<'_>) -> Plan {
        let plan = self
            .plan_alone(request, options)
            .unwrap_or_else(|| self.plan_decomposed(request, self.decompose(request), options));
        self.settled(plan, request)
    }

    pub(crate) fn plan_decomposed(
        &self,
        request: &Request,
        decomposition: Decomposition,
        options: &Options<'_>,
    ) -> Plan {
        let asks = decomposition.clarification.is_some();
        let first = self.plan_reading(self.language.experts(), request, decomposition, options);
        // What is asked about files stays asked, and who decomposed the request has read its words.
        if asks || is_whole(&first) || request.subtasks.is_some() {
            return first;
        }
        let others = self
            .language
            .decomposer
            .other_readings(request, &self.graph);
        others
            .into_iter()
            .filter(|other| other.clarification.is_none())
            .map(|other| self.plan_reading(self.language.experts(), request, other, options))
            .find(is_whole)
            .unwrap_or(first)
    }

    /// The tools that a request may need, likeliest first.
    pub fn likely_tools(&self, request: &Request, count: usize) -> Vec<&Tool> {
        let mut best = vec![0.0_f32; self.toolbox().tools.len()];
        for subtask in self.decompose(request).subtasks {
            let assessments = self.language.assessor.assess(&subtask, &self.graph);
            for (best, assessment) in best.iter_mut().zip(assessments) {
                *best = best.max(assessment.goal);
            }
        }
        let mut order: Vec<usize> = (0..best.len()).collect();
        order.sort_by(|a, b| best[*b].total_cmp(&best[*a]));
        let likely = order.into_iter().take(count);
        likely.map(|tool| &self.toolbox().tools[tool]).collect()
    }

    /// Plans a request that was taken apart into these subtasks. `experts` answer the questions about it on the way.
    pub(crate) fn plan_reading(
        &self,
        experts: Experts<'_>,
        request: &Request,
        decomposition: Decomposition,
        options: &Options<'_>,
    ) -> Plan {
        let Decomposition {
            subtasks,
            mut clarification,
        } = decomposition;
        let mut visited_tools = 0;
        let mut planned: Vec<(InterpretedSubtask, Vec<Solution>)> =
            Vec::with_capacity(subtasks.len());
        // What an earlier subtask really returns: `edge` where `image` was asked for.
        let mut made: HashMap<String, ResourceType> = HashMap::new();
        for mut subtask in subtasks {
            if subtask.goal.returns.value.is_empty() {
                subtask.goal.returns.value = output_of(subtask.goal.id);
            }
            let is_made = |value: &String| !ValueRef::is_output(value) || made.contains_key(value);
            let can_begin = subtask
                .goal
                .args
                .iter()
                .flat_map(|argument| argument.value.values())
                .all(is_made);
            let (solutions, visited) = if can_begin {
                self.solve(experts, &subtask, request, &made, options)
            } else {
                (Vec::new(), 0)
            };
            visited_tools += visited;
            if let Some(output) = solutions
                .first()
                .and_then(|best| best.actions.last()?.outputs.first())
            {
                made.insert(output.value.clone(), output.resource_type.clone());
            } else if clarification.is_none() {
                clarification = Some(unsolved(&subtask));
            }
            if !solutions.is_empty() {
                planned.push((subtask, solutions));
            }
        }
        let Coverage {
            uncovered,
            refused,
            wrong,
            refusal,
        } = self.coverage(experts, request, &planned);
        let refused = with_dependents(refused, &planned);
        if let Some(refusal) = refusal {
            clarification = Some(with_refusal(refusal, clarification));
        }
        let (question, choices) = clarification.map_or((None, Vec::new()), |asked| {
            (Some(asked.question), asked.choices)
        });
        let (subtasks, withheld) = parted(planned, (&refused, wrong), &uncovered, self.toolbox());
        Plan {
            id: request.id.clone(),
            clarification: question,
            choices,
            subtasks,
            uncovered,
            withheld,
            visited_tools,
            ..Plan::default()
        }
    }

    /// The subtasks of a request: its own, where somebody decomposed it already.
    pub(crate) fn decompose(&self, request: &Request) -> Decomposition {
        let decomposer = &self.language.decomposer;
        let Some(goals) = &request.subtasks else {
            return decomposer.decompose(request, &self.graph);
        };
        let understand = |goal: &SubtaskGoal| {
            decomposer.understand(goal.clone(), &request.resources, &self.graph)
        };
        Decomposition {
            subtasks: goals.iter().map(understand).collect(),
            clarification: None,
        }
    }

    /// Returns the parts of a request that its plan leaves undone.
    fn coverage(
        &self,
        experts: Experts<'_>,
        request: &Request,
        planned: &[(InterpretedSubtask, Vec<Solution>)],
    ) -> Coverage {
        // Who decomposed the request has read its words.
        if request.subtasks.is_some() {
            return Coverage::default();
        }
        let solved: Vec<Solved<'_>> = planned
            .iter()
            .map(|(subtask, solutions)| Solved { subtask, solutions })
            .collect();
        experts.coverage.check(request, &solved, self.toolbox())
    }

    /// Returns every solution of a subtask that is worth offering, best first, and the number of
    /// tools that were visited for it.
    fn solve(
        &self,
        experts: Experts<'_>,
        subtask: &InterpretedSubtask,
        request: &Request,
        made: &HashMap<String, ResourceType>,
        options: &Options<'_>,
    ) -> (Vec<Solution>, usize) {
        let at_hand = at_hand(subtask, request, made);
        let given: Vec<ResourceType> = at_hand
            .iter()
            .map(|resource| resource.resource_type.clone())
            .collect();
        let assessments = experts.assessor.assess(subtask, &self.graph);
        let toolbox = self.graph.toolbox();
        let expert = experts.resource;
        let words = |tool: ToolIndex, parameter: &ResourceParameter| {
            expert.text(subtask, &toolbox[tool], parameter).is_some()
        };
        let prefer =
            |tool: ToolIndex, parameter: &ResourceParameter, candidates: &[ResourceIndex]| {
                let names: Vec<&InputValue> = candidates
                    .iter()
                    .map(|index| &at_hand[index.0].value)
                    .collect();
                let order = expert.prefer(subtask, &toolbox[tool], parameter, &names);
                // What to do with something is said by the request, not by what a step made.
                let is_told =
                    parameter.role == Some(TextRole::Instruction) && toolbox[tool].args.len() > 1;
                let is_made = |index: &ResourceIndex| is_output(&at_hand[index.0].value);
                order
                    .into_iter()
                    .filter_map(|position| candidates.get(position).copied())
                    .filter(|index| !is_told || !is_made(index))
                    .collect()
            };
        let available = |tool: ToolIndex| {
            options
                .available
                .is_none_or(|available| available(&toolbox[tool]))
        };
        let asked_for = |tool: ToolIndex| subtask.asks_for(tool);
        let problem = |words_required| Problem {
            graph: &self.graph,
            given: &given,
            required: (1 << given.len()) - 1,
            words_required,
            words: &words,
            prefer: &prefer,
            wanted: &subtask.goal.returns.resource_type,
            assessments: &assessments,
            available: &available,
            asked_for: &asked_for,
            strategy: options.strategy,
            limits: options.limits,
        };
        let mut found = search(&problem(subtask.spans.says_something()));
        let mut visited = found.visited;
        if found.solutions.is_empty() && subtask.spans.says_something() {
            found = search(&problem(false));
            visited = visited.max(found.visited);
        }
        let solutions: Vec<Solution> = found
            .solutions
            .iter()
            .filter_map(|solution| {
                write_down(*solution, &found.terms, subtask, &at_hand, toolbox, expert)
            })
            .collect();
        let solutions = self.worth_offering(experts, subtask, solutions, &assessments, options);
        (solutions, visited)
    }

    /// The solutions that are worth offering, best first.
    fn worth_offering(
        &self,
        experts: Experts<'_>,
        subtask: &InterpretedSubtask,
        mut solutions: Vec<Solution>,
        assessments: &[Assessment],
        options: &Options<'_>,
    ) -> Vec<Solution> {
        let toolbox = self.graph.toolbox();
        let scores = experts
            .solution
            .rank(subtask, &solutions, assessments, toolbox);
        for (solution, score) in solutions.iter_mut().zip(scores) {
            solution.score = (f64::from(score) * 100.0).round() / 100.0;
        }
        solutions.sort_by(|a, b| b.score.total_cmp(&a.score));
        keep_what_is_asked(subtask, &mut solutions, toolbox);
        keep_what_changes(&mut solutions, toolbox);
        ways::add(&mut solutions, toolbox);
        let worth_offering = solutions
            .iter()
            .filter(|solution| solution.score >= 3.0)
            .count()
            .max(1);
        let most = if options.most_solutions == 0 {
            6
        } else {
            options.most_solutions
        };
        solutions.truncate(if options.strategy == Strategy::Exhaustive {
            usize::MAX
        } else {
            worth_offering.min(most)
        });
        solutions
    }
}

/// Whether a plan does something, leaves nothing out and asks nothing.
pub fn is_whole(plan: &Plan) -> bool {
    !plan.subtasks.is_empty() && plan.uncovered.is_empty() && plan.clarification.is_none()
}

/// Leaves out the solutions that lack a step on the way that the best one has and the words ask
/// for: they would do something else where the best one cannot run.
fn keep_what_is_asked(
    subtask: &InterpretedSubtask,
    solutions: &mut Vec<Solution>,
    toolbox: &Toolbox,
) {
    // Another tool may reach the goal itself.
    let Some((_, on_the_way)) = solutions.first().and_then(|best| best.actions.split_last()) else {
        return;
    };
    let is_asked = |action: &&Action| {
        let tool = toolbox.index(&action.tool);
        tool.is_some_and(|tool| subtask.asks_for(tool))
    };
    let asked: Vec<String> = on_the_way
        .iter()
        .filter(is_asked)
        .map(|action| action.tool.clone())
        .collect();
    solutions.retain(|solution| asked.iter().all(|tool| solution.has_tool(tool)));
}
