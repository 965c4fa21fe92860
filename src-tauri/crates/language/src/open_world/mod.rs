//! Plans with Patchbay's own tools first, and where these leave something undone or only talk, with
//! tools of connected servers (Sum2Act's open world, arXiv 2402.18157). However many tools are
//! connected, what worked before is planned as before.
//!
//! - [`tied`]: whether words ask for a connected tool
//! - [`one_tool`]: a request as a call of one connected tool
//! - [`values_by_chat`]: the values of such a call as a chat model reads them
//!
//! A request that one connected tool does as a whole is a call of that tool: nobody trained on how
//! people speak of it, so that the words that it shares with the request and what is given tell.
//! Else the connected tools that fit best stand beside Patchbay's own in one search.

mod one_tool;
mod tied;
pub mod values_by_chat;

use std::sync::Arc;

use patchbay_domain::{Plan, Request, ResourceType, Solution, Tool, Toolbox, UncoveredKind};
use patchbay_planner::{Options, Planner, is_whole};

use crate::by_chat::{Chats, planner_by};
use crate::embedded::{Parts, language_by};
use crate::encoder::SharedEncoder;
use crate::words::pattern::Patterns;

/// How many connected tools stand beside Patchbay's own in one search.
const MOST: usize = 20;
/// Among how many of them one is looked for that does a request alone.
const NEAREST: usize = 6;

/// The tools that are connected, as they are looked for.
pub trait ConnectedTools {
    /// Those that fit a request best, at most so many, each with how well it fits, best first.
    fn likely(&self, request: &str, most: usize) -> Vec<(Tool, f32)>;

    /// The names of those that fit best whichever way one looks, by words and by meaning.
    fn surest(&self, request: &str) -> Vec<String>;

    /// Whether each subtask of a plan for a request has a way for which nothing is missing here.
    fn runs(&self, plan: &Plan, request: &Request) -> bool;
}

/// A planner over Patchbay's own tools that takes connected ones beside them.
pub struct OpenPlanner {
    own: Planner,
    patterns: Arc<Patterns>,
    encoder: Arc<SharedEncoder>,
}

impl OpenPlanner {
    /// A planner over a toolbox, by the embedded model.
    pub fn new(toolbox: Toolbox, encoder: Arc<SharedEncoder>) -> Self {
        let patterns = Arc::new(Patterns::new(&toolbox));
        let language = language_by(patterns.clone(), Parts::default(), encoder.clone());
        Self {
            own: Planner::new(toolbox, language),
            patterns,
            encoder,
        }
    }

    /// The planner over Patchbay's own tools.
    pub fn own(&self) -> &Planner {
        &self.own
    }

    /// A planner over Patchbay's own tools with parts of it done by chat models.
    pub fn by_chats(&self, chats: Chats) -> Planner {
        let toolbox = self.own.toolbox().clone();
        planner_by(toolbox, Parts::default(), self.encoder.clone(), chats)
    }

    /// The plan for a request.
    pub fn plan(
        &self,
        request: &Request,
        options: &Options<'_>,
        connected: &dyn ConnectedTools,
    ) -> Plan {
        let first = self.own.plan(request, options);
        let found = connected.likely(&request.instruction, MOST);
        if found.is_empty() {
            return first;
        }
        let named = found
            .iter()
            .any(|(tool, _)| tied::names(&request.instruction, tool));
        let only_talks = request.resources.is_empty() && only_talks(&first, self.own.toolbox());
        let is_done = is_whole(&first) && connected.runs(&first, request);
        if is_done && !named && !only_talks {
            return first;
        }
        let nearest = &found[..found.len().min(NEAREST)];
        let surest = connected.surest(&request.instruction);
        if nearest.iter().any(|(tool, _)| surest.contains(&tool.name))
            && let Some(plan) = one_tool::one_tool(request, nearest, self.own.toolbox())
        {
            return plan;
        }
        if is_done && !named {
            return first;
        }
        // A service that is named is taken, and one that is there in the place of a tool that cannot run.
        let comes_first = named || is_whole(&first);
        self.beside_own((request, options), found, comes_first)
            .unwrap_or(first)
    }

    /// The plan by Patchbay's own tools and these; none where it leaves something undone or takes
    /// none of them. `comes_first`: whether ways that take some come before others.
    fn beside_own(
        &self,
        (request, options): (&Request, &Options<'_>),
        found: Vec<(Tool, f32)>,
        comes_first: bool,
    ) -> Option<Plan> {
        let own = self.own.toolbox();
        let found = found.into_iter().map(|(tool, _)| tool);
        let tools = own.tools.iter().cloned().chain(found).collect();
        let toolbox = Toolbox::new(own.resource_types.clone(), tools).ok()?;
        let others = toolbox.indices().skip(own.tools.len());
        let patterns = Arc::new(self.patterns.beside(others, &toolbox));
        let language = language_by(patterns, Parts::default(), self.encoder.clone());
        let wider = Planner::new(toolbox, language);
        let mut plan = wider.plan(request, options);
        if comes_first {
            for subtask in &mut plan.subtasks {
                subtask
                    .solutions
                    .sort_by_key(|one| !is_connected(one, wider.toolbox()));
            }
        }
        (is_done(&plan) && takes_connected(&plan, wider.toolbox())).then_some(plan)
    }
}

/// Whether a plan makes words of nothing but the words of the request, as a language model answers
/// whatever it is asked.
fn only_talks(plan: &Plan, toolbox: &Toolbox) -> bool {
    plan.subtasks.iter().all(|subtask| {
        let actions = subtask
            .solutions
            .first()
            .map_or(&[][..], |one| &one.actions);
        actions.iter().all(|action| {
            toolbox.tool(&action.tool).is_some_and(|tool| {
                let mut types = tool.args.iter().map(|argument| &argument.resource_type);
                let is_text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
                types.all(is_text) && is_text(&tool.returns)
            })
        })
    })
}

/// Whether a plan does all of its request, but for values that a person still has to say.
fn is_done(plan: &Plan) -> bool {
    let mut left = plan.uncovered.iter();
    !plan.subtasks.is_empty()
        && plan.clarification.is_none()
        && left.all(|one| one.kind == UncoveredKind::Unsaid)
}

fn takes_connected(plan: &Plan, toolbox: &Toolbox) -> bool {
    let mut solutions = plan.subtasks.iter().filter_map(|one| one.solutions.first());
    solutions.any(|solution| is_connected(solution, toolbox))
}

/// Whether a connected tool takes part in a way.
fn is_connected(solution: &Solution, toolbox: &Toolbox) -> bool {
    let mut actions = solution.actions.iter();
    actions.any(|action| toolbox.tool(&action.tool).is_some_and(Tool::is_connected))
}
