//! The resource expert by a chat model (ControlLLM, section 6.4 and table 9): it fills in the
//! blanks with words of the request and with what is at hand. Values of parameters are read by the
//! embedded expert, which writes them as tools take them.

use std::collections::BTreeMap;
use std::sync::Arc;

use patchbay_domain::{InputValue, ResourceParameter, TextRole, Tool, Toolbox};
use patchbay_planner::{InterpretedSubtask, ResourceExpert};
use serde::Deserialize;

use super::ask::Ask;
use super::{schemas, spans, told};

const WORDS: &str = "Which words of the task below name the thing in the picture, sound or video that it is about \
    (\"object\"), which say what is to be shown, written, said or heard (\"content\"), and which are a title \
    (\"title\")? Copy those words and no others, never a file's name; null where there are none. Answer as JSON: \
    {\"object\": null, \"content\": \"…\", \"title\": null}.";
const WHICH: &str = "A tool is used for the task below. Which of what is at hand does it take for the argument that is \
    named? Answer as JSON: {\"use\": \"…\"}.";

/// Fills arguments as a chat model says, and as the embedded expert does where it says nothing.
pub struct ChatResourceExpert {
    ask: Ask,
    embedded: Box<dyn ResourceExpert>,
    toolbox: Arc<Toolbox>,
}

#[derive(Deserialize)]
struct Words {
    object: Option<String>,
    content: Option<String>,
    title: Option<String>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(rename = "use")]
    name: String,
}

impl ChatResourceExpert {
    /// An expert that asks, beside the embedded one; `toolbox` is what is planned over.
    pub fn new(ask: Ask, embedded: Box<dyn ResourceExpert>, toolbox: Arc<Toolbox>) -> Self {
        Self {
            ask,
            embedded,
            toolbox,
        }
    }

    /// Whether words are about a tool: a search tries many others.
    fn is_meant(&self, subtask: &InterpretedSubtask, tool: &Tool) -> bool {
        self.toolbox
            .index(&tool.name)
            .is_some_and(|index| subtask.key_tool() == Some(index) || subtask.speaks_of(index))
    }

    /// The words of a subtask that can be copied.
    fn words(&self, subtask: &InterpretedSubtask) -> Option<Words> {
        let clause = &subtask.spans.instruction;
        let schema = schemas::words(&spans::short(clause));
        self.ask
            .answer(format!("{WORDS}\n\nTask: {clause}"), schema)
    }
}

impl ResourceExpert for ChatResourceExpert {
    /// The words that the model finds for the argument's role. An instruction and a question are
    /// the whole clause, and there is nothing to find.
    fn text(
        &self,
        subtask: &InterpretedSubtask,
        tool: &Tool,
        parameter: &ResourceParameter,
    ) -> Option<String> {
        let is_title = parameter.resource_type.as_str() == "title";
        let said = match parameter.role {
            _ if is_title => self.words(subtask).and_then(|words| words.title),
            Some(TextRole::Object) => self.words(subtask).and_then(|words| words.object),
            Some(TextRole::Content) => self.words(subtask).and_then(|words| words.content),
            _ => None,
        };
        said.or_else(|| self.embedded.text(subtask, tool, parameter))
    }

    fn values(&self, subtask: &InterpretedSubtask, tool: &Tool) -> BTreeMap<String, String> {
        self.embedded.values(subtask, tool)
    }

    /// What the model chooses first, then what the embedded expert would try.
    fn prefer(
        &self,
        subtask: &InterpretedSubtask,
        tool: &Tool,
        parameter: &ResourceParameter,
        candidates: &[&InputValue],
    ) -> Vec<usize> {
        let order = self.embedded.prefer(subtask, tool, parameter, candidates);
        if candidates.len() < 2 || !self.is_meant(subtask, tool) {
            return order;
        }
        let names: Vec<String> = candidates
            .iter()
            .map(|value| value.values().join(", "))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let question = format!(
            "{WHICH}\n\n{}\nTool: {}\nArgument: {}\nAt hand: {}",
            told::subtask(&subtask.goal),
            told::line(tool),
            parameter.name,
            names.join("; ")
        );
        let said: Option<Choice> = self.ask.answer(question, schemas::choice(&names));
        let chosen = said.and_then(|said| names.iter().position(|name| *name == said.name));
        let others = order.into_iter().filter(|place| chosen != Some(*place));
        chosen.into_iter().chain(others).collect()
    }
}
