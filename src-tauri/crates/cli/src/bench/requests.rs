//! Marked requests as the planner takes them: with the requests and results before them.

use std::collections::HashMap;

use patchbay_domain::{
    ConversationStep, NamedResource, ParsedCall, Request, ResourceType, Toolbox, Turn, settled,
};

use super::goals::in_place;
use super::marked::Marked;

/// The requests; earlier turns of a conversation are as they were meant, and what the calls of a turn made is named by their place
/// in it (`t0.c1`).
pub(super) fn requests(marked: &[Marked], toolbox: &Toolbox) -> Vec<Request> {
    let mut histories: HashMap<&str, (Vec<Turn>, Vec<ConversationStep>)> = HashMap::new();
    let mut requests = Vec::with_capacity(marked.len());
    for one in marked {
        let (history, steps) = histories.entry(&one.situation).or_default();
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
            steps: steps.clone(),
            ..Request::default()
        });
        let settled = settled(steps, one.turn, &in_place(&one.meaning, toolbox));
        let results = results(&settled.calls, one.turn, toolbox);
        history.push(Turn {
            instruction: one.text.clone(),
            resources,
            made: results
                .iter()
                .map(|result| vec![result.name.clone()])
                .collect(),
            results,
            awaits_answer: Some(!one.meaning.ask.is_empty()),
        });
        *steps = settled.steps;
    }
    requests
}

fn results(calls: &[ParsedCall], turn: usize, toolbox: &Toolbox) -> Vec<NamedResource> {
    let result = |(call, number): (&ParsedCall, usize)| {
        let tool = call.tool.as_deref().and_then(|name| toolbox.tool(name))?;
        Some(NamedResource {
            name: format!("t{turn}.c{number}"),
            resource_type: tool.returns.clone(),
        })
    };
    calls.iter().zip(0..).filter_map(result).collect()
}
