//! The assessor by a chat model: all tools in one question (ControlLLM, section 6.2 and table 7).

use patchbay_planner::{Assessment, Assessor, InterpretedSubtask, ToolGraph};
use serde::Deserialize;

use super::ask::Ask;
use super::{schemas, told};

const QUESTION: &str = "Which of the tools are useful for the task below? Name those that do just what is asked for \
    (score 5), those that could do it (4), and those that are needed on the way (3). Leave out all others. Answer as \
    JSON: {\"tools\": [{\"tool\": \"…\", \"score\": 5}]}.";

/// Judges tools by what a chat model says of them and by what the embedded model says.
pub struct ChatAssessor {
    ask: Ask,
    embedded: Box<dyn Assessor>,
}

#[derive(Deserialize)]
struct Answer {
    tools: Vec<Scored>,
}

#[derive(Deserialize)]
struct Scored {
    tool: String,
    score: f32,
}

/// What a tool counts that the model leaves out.
const LEFT_OUT: f32 = 1.0;

impl ChatAssessor {
    /// An assessor that asks, beside the embedded one.
    pub fn new(ask: Ask, embedded: Box<dyn Assessor>) -> Self {
        Self { ask, embedded }
    }
}

impl Assessor for ChatAssessor {
    /// Of tools that reach the goal, the mean of both opinions: the one that the embedded model
    /// likes best keeps 3 at least, so that it is still tried. On the way, the better opinion:
    /// looking never harms.
    fn assess(&self, subtask: &InterpretedSubtask, graph: &ToolGraph) -> Vec<Assessment> {
        let toolbox = graph.toolbox();
        let mut assessments = self.embedded.assess(subtask, graph);
        let question = format!("{QUESTION}\n\n{}", told::subtask(&subtask.goal));
        let schema = schemas::assessment(toolbox);
        let Some(Answer { tools }) = self.ask.answer(question, schema) else {
            return assessments;
        };
        let makers = graph.makers(&subtask.goal.returns.resource_type);
        let mut reaching = Vec::new();
        for Scored { tool, score } in tools {
            let Some(index) = toolbox.index(&tool) else {
                continue;
            };
            if makers.contains(&graph.kind(index)) {
                reaching.push((index, score));
            } else if let Some(known) = assessments.get_mut(index.0) {
                known.support = known.support.max(score);
            }
        }
        // Who names no tool that reaches the goal says nothing of those.
        if reaching.is_empty() {
            return assessments;
        }
        for index in toolbox.indices() {
            let named = reaching.iter().filter(|(named, _)| *named == index);
            let score = named.map(|(_, score)| *score).fold(LEFT_OUT, f32::max);
            if let Some(known) = assessments.get_mut(index.0) {
                known.goal = f32::midpoint(known.goal, score);
            }
        }
        assessments
    }
}
