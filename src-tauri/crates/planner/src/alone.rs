//! What stands alone in a dialogue is planned as the first request.

use patchbay_domain::{Plan, Request, Turn};

use crate::planner::{Options, Planner, is_whole};

impl Planner {
    /// The plan for a request without what came before it, where its words speak of nothing of that.
    /// None where something is missing then, which may have been there before, and where what is
    /// refused may answer what was asked.
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
