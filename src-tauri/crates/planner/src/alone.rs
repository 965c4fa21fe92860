//! Requests that stand alone in a dialogue, planned as the first request.

use patchbay_domain::{Plan, Request, Turn};

use crate::planner::{Options, Planner, is_whole};

impl Planner {
    /// Plans a request without the turns before it, where its words speak of nothing of those. None
    /// where something is missing then, which may have been there before, and where a refused
    /// request may answer what was asked.
    pub(crate) fn plan_alone(&self, request: &Request, options: &Options<'_>) -> Option<Plan> {
        let alone = self.language.decomposer.alone(request, &self.graph)?;
        let was_asked = request.history.last().is_some_and(Turn::is_open);
        let decomposition = self.decompose(&alone);
        let asked = decomposition.clarification.as_ref();
        let refuses = asked.is_some_and(|asked| asked.refuses);
        let plan = self.plan_decomposed(&alone, decomposition, options);
        let refuses = refuses || !plan.uncovered.is_empty();
        (is_whole(&plan) || (refuses && !was_asked)).then_some(plan)
    }
}
