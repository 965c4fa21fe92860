//! Marked requests as the planner takes them: with what was asked and made before.

use std::collections::HashMap;

use patchbay_domain::{NamedResource, Request, ResourceType, Toolbox, Turn};

use super::marked::Marked;

/// The requests; earlier turns of a conversation are as they were meant, and what a call made is named by it (`t0.c1`).
pub(super) fn requests(marked: &[Marked], toolbox: &Toolbox) -> Vec<Request> {
    let mut histories: HashMap<&str, Vec<Turn>> = HashMap::new();
    let mut requests = Vec::with_capacity(marked.len());
    for one in marked {
        let history = histories.entry(&one.situation).or_default();
        let resources: Vec<NamedResource> = one
            .files
            .iter()
            .map(|file| NamedResource {
                name: file.name.clone(),
                resource_type: ResourceType::new(file.kind.clone()),
            })
            .collect();
        requests.push(Request {
            id: format!("{}-{}", one.situation, one.turn),
            instruction: one.text.clone(),
            resources: resources.clone(),
            history: history.clone(),
            ..Request::default()
        });
        history.push(Turn {
            instruction: one.text.clone(),
            resources,
            results: results(one, toolbox),
            awaits_answer: Some(!one.meaning.ask.is_empty()),
        });
    }
    requests
}

fn results(marked: &Marked, toolbox: &Toolbox) -> Vec<NamedResource> {
    let calls = marked.meaning.calls.iter().enumerate();
    let result = |(number, call): (usize, &patchbay_domain::ParsedCall)| {
        let tool = call.tool.as_deref().and_then(|name| toolbox.tool(name))?;
        Some(NamedResource {
            name: format!("t{}.c{number}", marked.turn),
            resource_type: tool.returns.clone(),
        })
    };
    calls.filter_map(result).collect()
}
