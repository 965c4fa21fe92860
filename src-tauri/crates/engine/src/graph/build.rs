//! Links actions: which node each of them is, and what that node takes.

use std::collections::{BTreeMap, HashMap};

use patchbay_domain::{Resource, Subtask, Toolbox, ValueRef};

use super::{Call, ExecutionGraph, Node, Place, Source};
use crate::values;

impl ExecutionGraph {
    /// Links the actions of other solutions. Nodes that are asked for again stay; those for which
    /// `begun` is false may be given other inputs where the solutions before theirs changed.
    pub(crate) fn relink(
        &mut self,
        subtasks: &[Subtask],
        solutions: &[usize],
        resources: &BTreeMap<String, Resource>,
        toolbox: &Toolbox,
        begun: impl Fn(usize) -> bool,
    ) {
        let earlier = std::mem::take(&mut self.places);
        let mut uses = HashMap::new();
        for source in earlier.values() {
            *uses.entry(source.clone()).or_insert(0) += 1;
        }
        // A node of one place only can follow that place to its new inputs.
        let movable = earlier
            .into_iter()
            .filter_map(|(place, source)| match source {
                Source::Node(node) if uses[&source] == 1 && !begun(node) => Some((place, node)),
                _ => None,
            });
        let mut builder = GraphBuilder {
            graph: self,
            movable: movable.collect(),
            subtasks,
            solutions,
            resources,
            toolbox,
        };
        let goals = (0..subtasks.len())
            .map(|subtask| builder.goal(subtask))
            .collect();
        for (subtask, &solution) in solutions.iter().enumerate() {
            let actions = subtasks[subtask]
                .solutions
                .get(solution)
                .map_or(0, |solution| solution.actions.len());
            for action in 0..actions {
                builder.action((subtask, solution, action));
            }
        }
        self.goals = goals;
        self.wanted = self
            .places
            .values()
            .filter_map(|s| {
                if let Source::Node(n) = s {
                    Some(*n)
                } else {
                    None
                }
            })
            .collect();
    }
}

struct GraphBuilder<'a> {
    graph: &'a mut ExecutionGraph,
    movable: HashMap<Place, usize>,
    subtasks: &'a [Subtask],
    solutions: &'a [usize],
    resources: &'a BTreeMap<String, Resource>,
    toolbox: &'a Toolbox,
}

impl GraphBuilder<'_> {
    /// Returns the source of a subtask's result: the action of its chosen solution that makes it.
    fn goal(&mut self, subtask: usize) -> Source {
        let goal = &self.subtasks[subtask].goal;
        match self.maker(&goal.returns.value, subtask, self.solutions[subtask]) {
            Some(place) => self.action(place),
            None => Source::Nowhere(goal.returns.value.clone()),
        }
    }

    /// The action of a solution that makes the value of that name.
    fn maker(&self, value: &str, subtask: usize, solution: usize) -> Option<Place> {
        let actions = &self.subtasks[subtask].solutions.get(solution)?.actions;
        let found = actions
            .iter()
            .position(|action| action.outputs.iter().any(|output| output.value == value))?;
        Some((subtask, solution, found))
    }

    /// The node of an action, made with everything that it takes.
    fn action(&mut self, place: Place) -> Source {
        if let Some(known) = self.graph.places.get(&place) {
            return known.clone();
        }
        let (subtask, solution, index) = place;
        let action = &self.subtasks[subtask].solutions[solution].actions[index];
        // While its inputs are looked up the place stands for nothing: an action cannot take what
        // it makes itself.
        let circle = action
            .outputs
            .first()
            .map_or_else(String::new, |output| output.value.clone());
        self.graph.places.insert(place, Source::Nowhere(circle));
        let tool = self.toolbox.tool(&action.tool);
        let mut arguments = Vec::with_capacity(action.inputs.len());
        for (name, value) in &action.inputs {
            if tool.is_some_and(|tool| tool.parameter(name).is_some()) {
                let values = value.values().iter().cloned().map(Source::Words);
                arguments.push((name.clone(), values.collect()));
                continue;
            }
            let parameter =
                tool.and_then(|tool| tool.args.iter().find(|parameter| &parameter.name == name));
            let words = values::can_be_words(parameter.map(|parameter| &parameter.resource_type));
            let sources = value
                .values()
                .iter()
                .map(|value| self.source(value, subtask, solution, words))
                .collect();
            arguments.push((name.clone(), sources));
        }
        let node = self.node(
            place,
            (
                action.tool.clone(),
                arguments,
                action.seed,
                action.settings.clone(),
            ),
        );
        self.graph.nodes[node].places.insert(place);
        let source = Source::Node(node);
        self.graph.places.insert(place, source.clone());
        source
    }

    /// Returns the source that a value stands for: a result of the same solution, of another
    /// subtask (its goal by the chosen solution; what lies on the way to it by the first, as plans
    /// are made), something given, or words.
    fn source(&mut self, value: &str, subtask: usize, solution: usize, words: bool) -> Source {
        if let Some(place) = self.maker(value, subtask, solution) {
            return self.action(place);
        }
        if let Some(other) = self
            .subtasks
            .iter()
            .position(|other| other.goal.returns.value == value)
        {
            return self.goal(other);
        }
        if let Some(place) = (0..self.subtasks.len()).find_map(|other| self.maker(value, other, 0))
        {
            return self.action(place);
        }
        if self.resources.contains_key(value) {
            return Source::Given(value.to_owned());
        }
        let is_literal = !ValueRef::is_name(value, |_| false);
        if words && is_literal {
            Source::Words(value.to_owned())
        } else {
            Source::Nowhere(value.to_owned())
        }
    }

    fn node(&mut self, place: Place, call: Call) -> usize {
        if let Some(&node) = self.graph.by_call.get(&call) {
            return node;
        }
        let (tool, arguments, seed, settings) = call.clone();
        let places = self
            .movable
            .get(&place)
            .map(|&index| self.graph.nodes[index].places.clone());
        let node = Node {
            tool,
            arguments,
            seed,
            settings,
            subtask: place.0,
            places: places.unwrap_or_default(),
        };
        let index = if let Some(&index) = self.movable.get(&place) {
            self.graph.by_call.retain(|_, known| *known != index);
            self.graph.nodes[index] = node;
            index
        } else {
            self.graph.nodes.push(node);
            self.graph.nodes.len() - 1
        };
        self.graph.by_call.insert(call, index);
        index
    }
}
