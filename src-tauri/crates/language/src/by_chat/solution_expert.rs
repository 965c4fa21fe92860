//! The solution expert by a chat model (ControlLLM, section 6.3 and table 8): the ways that the
//! embedded expert likes best, in one question.

use std::collections::BTreeMap;

use patchbay_domain::{Solution, Toolbox};
use patchbay_planner::{Assessment, InterpretedSubtask, SolutionExpert};

use super::ask::Ask;
use super::{schemas, told};

const QUESTION: &str = "Below are a task and ways to do it. Score each way from 1 to 5: 5 does just what is asked for, \
    3 could do it, 1 does something else. A way that does more than what is asked for is worse. Answer as JSON, the \
    number of each way with its score: {\"1\": 5, \"2\": 3}.";

/// The most ways that are asked about.
const MOST: usize = 6;
/// What the way counts at least that the embedded expert likes best: it stays worth offering.
const STAYS: f32 = 3.0;

/// Ranks by what a chat model says of the best ways and by what the embedded expert says.
pub struct ChatSolutionExpert {
    ask: Ask,
    embedded: Box<dyn SolutionExpert>,
}

impl ChatSolutionExpert {
    /// An expert that asks, beside the embedded one.
    pub fn new(ask: Ask, embedded: Box<dyn SolutionExpert>) -> Self {
        Self { ask, embedded }
    }
}

impl SolutionExpert for ChatSolutionExpert {
    /// The mean of both opinions. Ways that are not asked about count as the worst of those that
    /// are.
    fn rank(
        &self,
        subtask: &InterpretedSubtask,
        solutions: &[Solution],
        assessments: &[Assessment],
        toolbox: &Toolbox,
    ) -> Vec<f32> {
        let mut scores = self.embedded.rank(subtask, solutions, assessments, toolbox);
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        order.truncate(MOST);
        if order.len() < 2 {
            return scores;
        }
        let ways: Vec<String> = order
            .iter()
            .enumerate()
            .map(|(place, index)| format!("{}. {}", place + 1, told::solution(&solutions[*index])))
            .collect();
        let question = format!(
            "{QUESTION}\n\n{}\nWays:\n{}",
            told::subtask(&subtask.goal),
            ways.join("\n")
        );
        let schema = schemas::scores(order.len());
        let Some(answer) = self.ask.answer::<BTreeMap<String, f32>>(question, schema) else {
            return scores;
        };
        let worst = answer.values().copied().fold(5.0, f32::min);
        for (index, score) in scores.iter_mut().enumerate() {
            let place = order.iter().position(|asked| *asked == index);
            let said = place.and_then(|place| answer.get(&(place + 1).to_string()));
            *score = f32::midpoint(*score, said.copied().unwrap_or(worst));
        }
        if let Some(score) = scores.get_mut(order[0]) {
            *score = score.max(STAYS);
        }
        scores
    }
}
