//! Words of a request that a call is given as they are: what is looked for, asked, said or written.

use patchbay_domain::{ParsedCall, ResourceType, Source, TextRole, Tool};

use crate::ways::Request;

/// Types of files: no words stand for one.
const FILES: [&str; 5] = ["image", "video", "audio", "text", "document"];

/// Whether a tool has a use for words in any call.
pub(crate) fn can_take_words(tool: &Tool) -> bool {
    let mut arguments = tool.args.iter();
    arguments.any(|one| one.role.is_some() || !FILES.contains(&one.resource_type.as_str()))
}

impl Request<'_> {
    /// Takes the words from calls that have no use for them: text is given that is read in their place, values say what is to
    /// be done, there is nothing to look for, to ask or to write, or they are the name of a file.
    pub(crate) fn drop_words(&self, calls: &mut [ParsedCall]) {
        for number in 0..calls.len() {
            let call = &calls[number];
            let Some(tool) = call
                .tool
                .as_deref()
                .and_then(|name| self.toolbox.tool(name))
            else {
                continue;
            };
            let given = self.given(call, calls);
            let is_given = |of: &ResourceType| given.contains(of);
            let takes_words = tool.args.iter().any(|one| match one.role {
                Some(TextRole::Instruction) => call.slots.is_empty(),
                Some(_) => !is_given(&ResourceType::TEXT),
                None => {
                    let of = &one.resource_type;
                    !FILES.contains(&of.as_str()) && !is_given(of)
                }
            });
            let is_file = |words: &String| self.asked.files.iter().any(|one| one.name == *words);
            let has_use = |words: &String| takes_words && !is_file(words);
            let sources = &mut calls[number].sources;
            sources.retain(|source| !matches!(source, Source::Words(words) if !has_use(words)));
        }
    }

    /// The types of what a call works on, words apart.
    fn given(&self, call: &ParsedCall, calls: &[ParsedCall]) -> Vec<ResourceType> {
        let returns = |tool: Option<&str>| Some(self.toolbox.tool(tool?)?.returns.clone());
        let of = |source: &Source| match source {
            Source::File(name) => {
                let mut files = self.asked.files.iter();
                let file = files.find(|one| one.name == *name)?;
                Some(file.resource_type.clone())
            }
            Source::All(of) => Some(of.clone()),
            Source::Call(reference) if reference.turn.is_none() => {
                returns(calls.get(reference.call)?.tool.as_deref())
            }
            Source::Call(reference) => {
                let mut steps = self.asked.steps.iter();
                let step = steps.find(|step| step.is_named(*reference))?;
                returns(Some(&step.tool))
            }
            Source::Not(_) | Source::Words(_) => None,
        };
        call.sources.iter().filter_map(of).collect()
    }
}
