//! The router by rules.

use patchbay_inference::Watch;

use super::{FailureReason, Recourse, Router, Situation};

/// Takes the first recourse that can help against what failed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules;

impl Router for Rules {
    fn choose(&self, situation: &Situation, _: Watch<'_>) -> usize {
        let reason = situation.failed.as_ref().map(|failed| failed.reason);
        let helps = |recourse: &Recourse| match (recourse, reason) {
            (Recourse::Settings(_), reason) => reason == Some(FailureReason::Nothing),
            (Recourse::Implementation(_), Some(reason)) => reason.is_of_implementation(),
            (Recourse::Implementation(_) | Recourse::Solution(_) | Recourse::GiveUp, _) => true,
        };
        situation
            .recourses
            .iter()
            .position(helps)
            .unwrap_or(situation.recourses.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::FailedAction;
    use super::*;

    fn chosen(reason: FailureReason) -> Recourse {
        let failed = FailedAction {
            step: 0,
            tool: "find".to_owned(),
            implementation: "DETR".to_owned(),
            reason,
            message: String::new(),
        };
        let recourses = [
            Recourse::Settings([("least_score".to_owned(), "0.25".to_owned())].into()),
            Recourse::Implementation("built in".to_owned()),
            Recourse::Solution(1),
            Recourse::GiveUp,
        ];
        let situation = Situation {
            task: String::new(),
            failed: Some(failed.clone()),
            history: vec![failed],
            recourses: recourses.to_vec(),
            told: vec![String::new(); recourses.len()],
        };
        recourses[Rules.choose(&situation, Watch::nobody())].clone()
    }

    #[test]
    fn what_helps_depends_on_why_it_failed() {
        use FailureReason::{Broken, Failed, Missing, Nothing, Refused};
        assert!(matches!(chosen(Nothing), Recourse::Settings(_)));
        for reason in [Failed, Missing, Broken] {
            assert!(matches!(chosen(reason), Recourse::Implementation(_)));
        }
        assert_eq!(chosen(Refused), Recourse::Solution(1));
    }
}
